/** An opaque picture that is read a few rows at a time. */
export interface Rows {
  /** Pixels. */
  width: number;
  height: number;
  /** Returns `count` rows from row `from` on, as RGBA, 8 bits each. What is returned may be overwritten by the next read. */
  read(from: number, count: number): Uint8ClampedArray<ArrayBuffer>;
}

/** Rows that are held at a time, in pixels: 4 MB. */
const BAND_PX = 1_000_000;

/** Calls `take` with every band of a picture, from the top. */
export function eachBand(
  { width, height, read }: Rows,
  take: (band: Uint8ClampedArray, from: number, count: number) => void,
): void {
  const most = Math.max(1, Math.floor(BAND_PX / width));
  for (let from = 0; from < height; from += most) {
    const count = Math.min(most, height - from);
    take(read(from, count), from, count);
  }
}

/** A picture that is in memory as RGBA. */
export function rowsOf({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}): Rows {
  return { width, height, read: (from, count) => data.subarray(from * width * 4, (from + count) * width * 4) };
}
