export interface Size {
  width: number;
  height: number;
}

/** One number for each place. */
export interface Plane extends Size {
  data: Float32Array;
}

/** 0 up to `least`, 1 from `most` on, and an even S between them. */
export const smoothstep = (least: number, most: number, value: number): number => {
  const at = Math.min(1, Math.max(0, (value - least) / (most - least)));
  return at * at * (3 - 2 * at);
};

/** What becomes of the numbers around each place, along one line of `length` that has a number every `step`. */
export type Along = (
  source: Float32Array,
  out: Float32Array,
  line: { start: number; step: number; length: number },
) => void;

/** Goes along all rows, then along all columns. */
export function bothWays({ width, height, data }: Plane, along: Along): Plane {
  const half = new Float32Array(data.length);
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) along(data, half, { start: y * width, step: 1, length: width });
  for (let x = 0; x < width; x++) along(half, out, { start: x, step: width, length: height });
  return { width, height, data: out };
}

/** The mean of `2 * reach + 1` numbers; beyond an end its last number goes on. */
export const mean =
  (reach: number): Along =>
  (source, out, { start, step, length }) => {
    const last = length - 1;
    const at = (place: number) => source[start + Math.min(last, Math.max(0, place)) * step] ?? 0;
    let sum = 0;
    for (let place = -reach; place <= reach; place++) sum += at(place);
    for (let place = 0; place < length; place++) {
      out[start + place * step] = sum / (2 * reach + 1);
      sum += at(place + reach + 1) - at(place - reach);
    }
  };
