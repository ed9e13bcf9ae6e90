import { blur, meanAround, type Planes } from './planes';

/** The thin edges of a picture: where each pixel's lightness or colour changes most. */
export interface Edges {
  width: number;
  height: number;
  /** 0 where there is no edge; about 1 where one stands out as much as its surroundings allow. */
  strength: Float32Array;
  /** The direction across the edge, in radians from 0 to pi. */
  angle: Float32Array;
}

/** Changes of colour count more than those of lightness: shadows and glare have little colour. */
const CHANNEL_WEIGHTS = [1, 1.6, 1.6] as const;
/** Grey levels per pixel that the noise of a phone's camera reaches by itself. */
const NOISE = 1.2;
const SURROUNDINGS_PX = 14;
const MOST_STRENGTH = 2;

/** Finds edges. A faint one on a calm ground counts as much as a strong one within a lively picture. */
export function findEdges({ width, height, channels }: Planes): Edges {
  const size = width * height;
  const magnitude = new Float32Array(size);
  const acrossX = new Float32Array(size);
  const acrossY = new Float32Array(size);
  channels.forEach((channel, index) => {
    const weight = CHANNEL_WEIGHTS[index] ?? 1;
    const plane = blur(channel, width, height);
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1) {
        const at = y * width + x;
        const dx = weight * ((plane[at + 1] ?? 0) - (plane[at - 1] ?? 0));
        const dy = weight * ((plane[at + width] ?? 0) - (plane[at - width] ?? 0));
        const here = Math.sqrt(dx * dx + dy * dy);
        if (here <= (magnitude[at] ?? 0)) continue;
        magnitude[at] = here;
        acrossX[at] = dx;
        acrossY[at] = dy;
      }
    }
  });
  const usual = meanAround(magnitude, width, height, SURROUNDINGS_PX);
  const strength = new Float32Array(size);
  const angle = new Float32Array(size);
  for (let y = 2; y < height - 2; y += 1) {
    for (let x = 2; x < width - 2; x += 1) {
      const at = y * width + x;
      const here = magnitude[at] ?? 0;
      if (here < NOISE) continue;
      const [dx, dy] = [(acrossX[at] ?? 0) / here, (acrossY[at] ?? 0) / here];
      // Only the ridge: what is stronger than its two neighbours across the edge.
      const step = Math.round(dy) * width + Math.round(dx);
      if (here < (magnitude[at + step] ?? 0) || here <= (magnitude[at - step] ?? 0)) continue;
      strength[at] = Math.min(MOST_STRENGTH, here / ((usual[at] ?? 0) + 2 * NOISE));
      const turned = Math.atan2(dy, dx);
      angle[at] = turned < 0 ? turned + Math.PI : turned;
    }
  }
  return { width, height, strength, angle };
}
