/** Random numbers that are the same for the same seed. */
export interface Random {
  between(least: number, most: number): number;
  whole(below: number): number;
  chance(part: number): boolean;
  pick<T>(choices: readonly T[]): T;
  colour(least: number, most: number): readonly [number, number, number];
}

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c (public domain). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + next() * (most - least);
  return {
    between,
    whole: (below) => Math.floor(next() * below),
    chance: (part) => next() < part,
    pick: (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number],
    colour(least, most) {
      const light = between(least, most);
      const [red, blue] = [between(-35, 35), between(-35, 35)];
      return [light + red, light - (red + blue) / 3, light + blue];
    },
  };
}

function hashed(seed: number, x: number, y: number): number {
  let mixed = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(seed | 0, 2147483647);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise from 0 to 1 with features of about one unit. */
export function noiseAt(seed: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const [u, v] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
  const above = hashed(seed, left, top) * (1 - u) + hashed(seed, left + 1, top) * u;
  const below = hashed(seed, left, top + 1) * (1 - u) + hashed(seed, left + 1, top + 1) * u;
  return above * (1 - v) + below * v;
}
