/** Pixels that hang together. */
export interface Region {
  /** Places of its pixels in the plane. */
  pixels: number[];
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the regions of marked pixels (8 neighbours) that have at least `least` pixels and at most `most`. */
export function regionsOf(
  marked: Uint8Array,
  { width, height }: { width: number; height: number },
  { least, most }: { least: number; most: number },
): Region[] {
  const left = Uint8Array.from(marked);
  const found: Region[] = [];
  for (let start = 0; start < left.length; start += 1) {
    if (!left[start]) continue;
    const pixels = [start];
    left[start] = 0;
    let [minX, maxX, minY, maxY] = [width, 0, height, 0];
    for (let index = 0; index < pixels.length; index += 1) {
      const at = pixels[index] as number;
      const [x, y] = [at % width, Math.floor(at / width)];
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = Math.max(maxY, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const next = row * width + column;
          if (!left[next]) continue;
          left[next] = 0;
          pixels.push(next);
        }
      }
    }
    if (pixels.length < least || pixels.length > most) continue;
    found.push({ pixels, left: minX, top: minY, width: maxX - minX + 1, height: maxY - minY + 1 });
  }
  return found;
}
