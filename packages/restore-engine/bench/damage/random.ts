/** Seeded chance for the damage drawn here: the same seed gives the same print everywhere. */
import { randomOf } from '../../src/testing/photos';

export interface Chance {
  /** A number from `low` up to `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  count(low: number, high: number): number;
  /** Whether something happens that happens with this chance, 0..1. */
  happens(chance: number): boolean;
  /** 1 or -1. */
  sign(): 1 | -1;
  /** A bell curve of mean 0 and deviation 1, cut off at 3.5. */
  bell(): number;
  /** Uneven grey values over the plane: see `Cloud`. */
  cloud(): Cloud;
}

/**
 * A value for each place, -1..1, that changes smoothly over about `size` pixels. Coarse and fine clouds are added up
 * (`octaves` of them, each half as large and half as strong), as in torn paper and dirt.
 */
export type Cloud = (x: number, y: number, size: number, octaves?: number) => number;

export function chanceOf(seed: number): Chance {
  const random = randomOf(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  return {
    between,
    count: (low, high) => Math.floor(between(low, high + 1)),
    happens: (chance) => random() < chance,
    sign: () => (random() < 0.5 ? -1 : 1),
    bell() {
      // The sum of twelve has a deviation of 1.
      let sum = -6;
      for (let i = 0; i < 12; i++) sum += random();
      return Math.max(-3.5, Math.min(3.5, sum));
    },
    cloud: () => cloudOf(Math.floor(random() * 0x7fffffff)),
  };
}

function cloudOf(seed: number): Cloud {
  return (x, y, size, octaves = 3) => {
    let [sum, weight, total, cell] = [0, 1, 0, size];
    for (let octave = 0; octave < octaves; octave++) {
      sum += weight * smoothed(x / cell, y / cell, seed + octave * 7919);
      total += weight;
      weight /= 2;
      cell /= 2;
    }
    return sum / total;
  };
}

/** Between the four corners of a cell, each -1..1. */
function smoothed(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [ease(x - left), ease(y - top)];
  const above = mix(corner(left, top, seed), corner(left + 1, top, seed), u);
  const below = mix(corner(left, top + 1, seed), corner(left + 1, top + 1, seed), u);
  return mix(above, below, v);
}

const ease = (t: number): number => t * t * (3 - 2 * t);
const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

function corner(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x7fffffff - 1;
}
