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

/** Between which two of `count` places each of `length` steps through a part lies, and how near to the second. */
export function placesOf(from: number, size: number, length: number, count: number) {
  const first = new Uint32Array(length);
  const share = new Float32Array(length);
  for (let step = 0; step < length; step++) {
    const place = Math.min(count - 1, Math.max(0, (from + ((step + 0.5) / length) * size) * count - 0.5));
    first[step] = Math.floor(place);
    share[step] = place - Math.floor(place);
  }
  return { first, share };
}

/** Mixes row `above` of a plane of so many numbers a row with the next one. */
export function mixedLine(
  line: Float32Array,
  { height, data }: { height: number; data: Float32Array | Uint8Array | Uint8ClampedArray },
  above: number,
  share: number,
): void {
  const numbers = data.length / height;
  const start = above * numbers;
  const next = above + 1 < height ? start + numbers : start;
  for (let number = 0; number < numbers; number++) {
    line[number] = (data[start + number] ?? 0) * (1 - share) + (data[next + number] ?? 0) * share;
  }
}

/** The mean of every `by` times `by` places; of fewer at the right and the lower edge. */
export function shrunk({ width, height, data }: Plane, by: number): Plane {
  const size = { width: Math.ceil(width / by), height: Math.ceil(height / by) };
  const out = new Float32Array(size.width * size.height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / by);
    const rows = Math.min(by, height - row * by);
    for (let x = 0; x < width; x++, at++) {
      const column = Math.floor(x / by);
      const to = row * size.width + column;
      out[to] = (out[to] ?? 0) + (data[at] ?? 0) / (rows * Math.min(by, width - column * by));
    }
  }
  return { ...size, data: out };
}

/** What was shrunk by `by`, in its size again, bilinearly. */
export function enlarged(plane: Plane, { width, height }: Size, by: number): Plane {
  if (by === 1) return plane;
  const columns = placesOf(0, width / by / plane.width, width, plane.width);
  const rows = placesOf(0, height / by / plane.height, height, plane.height);
  const line = new Float32Array(plane.width + 1);
  const data = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    mixedLine(line, plane, rows.first[y] ?? 0, rows.share[y] ?? 0);
    for (let x = 0; x < width; x++, at++) {
      const share = columns.share[x] ?? 0;
      const left = columns.first[x] ?? 0;
      data[at] = (line[left] ?? 0) * (1 - share) + (line[left + 1] ?? 0) * share;
    }
  }
  return { width, height, data };
}
