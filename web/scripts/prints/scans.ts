import { fromUnitSquare, inverse, mapPoint } from '../../src/domain/prepare/homography';
import type { Pixels } from '../../src/domain/prepare/pixels';
import { distance, mapQuad, type Point, type Quad, sidesOf } from '../../src/domain/prepare/quad';
import { type Random, randomOf } from './random';
import { depthIn, printOf, smooth } from './snapshots';
import { SURFACES, type SurfaceName } from './surfaces';

export type GroundName = 'white lid' | 'black lid' | SurfaceName;

export interface ScanRequest {
  photos: readonly Pixels[];
  seed: number;
  count: number;
  grounds: readonly GroundName[];
  /** The longer side, in pixels. */
  longest: number;
}

/** A made scan or snapshot of several prints, and where they are in it, row by row. */
export interface Scan {
  picture: Pixels;
  /** Each print's corners, from 0 to 1, its own top left first. */
  prints: Quad[];
  about: string;
}

const LIGHT = [247, 246, 243] as const;

/** How far two convex quads are apart, in their unit; negative if they overlap. */
function gapBetween(a: Quad, b: Quad): number {
  // Between convex shapes the widest gap across one of their sides is a good measure for rims that face each other.
  const across = (from: Quad, to: Quad) =>
    Math.max(
      ...sidesOf(from).map(([p, q]) => {
        const length = distance(p, q);
        return Math.min(...to.map(({ x, y }) => -((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / length));
      }),
    );
  return Math.max(across(a, b), across(b, a));
}

const moved = (quad: Quad, by: Point): Quad => mapQuad(quad, ({ x, y }) => ({ x: x + by.x, y: y + by.y }));

/** Pushes a quad along a way until it is this far from all that lie there already. */
function pushed(quad: Quad, placed: readonly Quad[], way: Point, gap: number): Quad {
  let [near, far] = [0, 4000];
  const isFree = (step: number) => {
    const there = moved(quad, { x: way.x * step, y: way.y * step });
    return placed.every((other) => gapBetween(other, there) >= gap);
  };
  if (isFree(0)) return quad;
  for (let round = 0; round < 40; round += 1) {
    const step = (near + far) / 2;
    if (isFree(step)) far = step;
    else near = step;
  }
  return moved(quad, { x: way.x * far, y: way.y * far });
}

/** How many prints lie in each row. */
function rowsOf(random: Random, count: number): number[] {
  const choices: Record<number, number[][]> = {
    1: [[1]],
    2: [[2], [1, 1]],
    3: [[2, 1], [1, 2], [3]],
    4: [[2, 2]],
    5: [
      [3, 2],
      [2, 3],
    ],
    6: [
      [3, 3],
      [2, 2, 2],
    ],
    7: [[3, 2, 2]],
  };
  return random.pick(choices[count] ?? [[count]]);
}

/** Lays prints row by row, askew by up to 10 degrees, 0 to 40 px apart. */
function laid(random: Random, shapes: readonly number[], gap: number): Quad[] {
  const quads: Quad[] = [];
  let next = 0;
  let top = 0;
  for (const inRow of rowsOf(random, shapes.length)) {
    const row: Quad[] = [];
    let right = 0;
    for (let index = 0; index < inRow; index += 1) {
      const aspect = shapes[next] ?? 1;
      next += 1;
      const size = random.between(250, 340);
      const [u, v] = [(size * Math.sqrt(aspect)) / 2, size / Math.sqrt(aspect) / 2];
      const turn = (random.chance(0.35) ? random.between(-1.5, 1.5) : random.between(-10, 10)) * (Math.PI / 180);
      const corner = (x: number, y: number) => ({
        x: right + u + x * Math.cos(turn) - y * Math.sin(turn),
        y: top + v + x * Math.sin(turn) + y * Math.cos(turn),
      });
      const start: Quad = [corner(-u, -v), corner(u, -v), corner(u, v), corner(-u, v)];
      const lowered = moved(start, { x: 0, y: index === 0 ? 0 : random.between(-30, 30) });
      const below = pushed(lowered, quads, { x: 0, y: 1 }, gap);
      const beside = pushed(below, row, { x: 1, y: 0 }, gap);
      const free = pushed(beside, [...quads, ...row], { x: 0, y: 1 }, gap);
      row.push(free);
      right = Math.max(...free.map(({ x }) => x));
    }
    quads.push(...row);
    top = Math.max(top, Math.min(...row.map((quad) => Math.max(...quad.map(({ y }) => y)))));
  }
  return quads;
}

function groundOf(random: Random, name: GroundName): (x: number, y: number) => readonly number[] {
  if (name === 'white lid') {
    const light = random.between(0.93, 1.02);
    return () => LIGHT.map((value) => value * light);
  }
  if (name === 'black lid') {
    const light = random.between(10, 38);
    return () => [light, light, light * 1.05];
  }
  return SURFACES[name](random);
}

/** Makes a scan with a lid behind the prints, or a snapshot of prints on a table. */
export function makeScan({ photos, seed, count, grounds, longest }: ScanRequest): Scan {
  const random = randomOf(seed);
  const name = random.pick(grounds);
  const isScan = name.endsWith('lid');
  const hasBorders = random.chance(0.5);
  const chosen = Array.from({ length: count }, () => {
    const photo = random.pick(photos);
    const border = hasBorders ? random.between(0.025, 0.07) : 0;
    const paper = random.between(205, 240);
    const borderColour = [paper, paper - random.between(0, 8), paper - random.between(4, 30)];
    const isGrey = random.chance(0.4);
    const colour = printOf({ photo, border, borderColour, fade: random.chance(0.3) ? random.between(0.5, 0.85) : 1 });
    const aspect = (photo.width * (1 + 2 * border)) / (photo.height + 2 * border * photo.width);
    return { aspect, colour, isGrey };
  });
  const gap = random.chance(0.2) ? 0 : random.between(2, 40);
  const flat = laid(
    random,
    chosen.map(({ aspect }) => aspect),
    gap,
  );
  const [left, top] = [Math.min(...flat.flat().map(({ x }) => x)), Math.min(...flat.flat().map(({ y }) => y))];
  const [right, bottom] = [Math.max(...flat.flat().map(({ x }) => x)), Math.max(...flat.flat().map(({ y }) => y))];
  const isTall = bottom - top > right - left;
  const [width, height] = isTall ? [Math.round(longest * 0.74), longest] : [longest, Math.round(longest * 0.74)];
  // The gap is in pixels of the scan: what is laid is about as large already, and is not made larger.
  const fit = Math.min((0.94 * width) / (right - left), (0.94 * height) / (bottom - top), 1.15 * (longest / 1000));
  const [spareX, spareY] = [width - (right - left) * fit, height - (bottom - top) * fit];
  const touches = random.chance(0.15);
  const move = {
    x: touches ? 0 : random.between(0.2, 0.8) * spareX,
    y: random.between(0.2, 0.8) * spareY,
  };
  const tilt = isScan ? 0 : random.between(-0.12, 0.12);
  const tilted = ({ x, y }: Point): Point => {
    const depth = 1 + tilt * (y / height - 0.5);
    return { x: width / 2 + (x - width / 2) / depth, y: height / 2 + (y - height / 2) / depth };
  };
  const quads = flat.map((quad) =>
    mapQuad(quad, ({ x, y }) => tilted({ x: (x - left) * fit + move.x, y: (y - top) * fit + move.y })),
  );
  const cast = isScan
    ? {
        x: random.between(0, 5),
        y: random.between(1, 6),
        soft: random.between(1.5, 5),
        dark: random.between(0.05, 0.4),
      }
    : {
        x: random.between(-6, 6),
        y: random.between(-6, 6),
        soft: random.between(3, 12),
        dark: random.between(0.1, 0.4),
      };
  const prints = chosen.flatMap((print, index) => {
    const quad = quads[index];
    return quad ? [{ ...print, quad, shadow: moved(quad, cast), toPrint: inverse(fromUnitSquare(quad)) }] : [];
  });
  const light = isScan ? { x: 0.01, y: 0.02 } : { x: random.between(-0.15, 0.15), y: random.between(-0.15, 0.15) };
  const noise = isScan ? random.between(1, 4) : random.between(2, 8);
  const surface = groundOf(random, name);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const place = { x: column + 0.5, y: row + 0.5 };
      let colour = surface(place.x, place.y);
      for (const { shadow } of prints) {
        const shade = smooth((depthIn(shadow, place) + cast.soft) / (2 * cast.soft));
        if (shade > 0) colour = colour.map((value) => value * (1 - cast.dark * shade));
      }
      for (const print of prints) {
        const cover = Math.min(1, Math.max(0, depthIn(print.quad, place) + 0.5));
        if (cover === 0) continue;
        const own = print.colour(mapPoint(print.toPrint, place));
        const grey = 0.3 * (own[0] ?? 0) + 0.59 * (own[1] ?? 0) + 0.11 * (own[2] ?? 0);
        colour = own.map(
          (value, channel) => (print.isGrey ? grey : value) * cover + (colour[channel] ?? 0) * (1 - cover),
        );
      }
      const bright = 1 + light.x * (2 * (column / width) - 1) + light.y * (2 * (row / height) - 1);
      const grain = (random.between(0, 1) + random.between(0, 1) - 1) * noise;
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel += 1) data[at + channel] = (colour[channel] ?? 0) * bright + grain;
      data[at + 3] = 255;
    }
  }
  const words = [name, hasBorders ? 'borders' : 'no borders', gap === 0 ? 'touching' : `${gap.toFixed(0)} px apart`];
  return {
    picture: { width, height, data },
    prints: quads.map((quad) => mapQuad(quad, ({ x, y }) => ({ x: x / width, y: y / height }))),
    about: [...words, ...(touches ? ['at the rim'] : [])].join(', '),
  };
}

/** Makes a photograph of a plain wall with windows or framed pictures, and a floor: one photograph, to stay whole. */
export function makeRoom({ photos, seed, longest }: Pick<ScanRequest, 'photos' | 'seed' | 'longest'>): Pixels {
  const random = randomOf(seed);
  const [width, height] = [longest, Math.round(longest * random.pick([0.66, 0.75, 1]))];
  const wall = random.colour(60, 225);
  const floor = { from: random.between(0.72, 0.92) * height, colour: random.colour(40, 150) };
  const frame = random.colour(20, 230);
  const door = random.chance(0.6)
    ? { x: random.between(0.02, 0.8) * width, wide: random.between(0.12, 0.18) * width }
    : null;
  const doorTop = random.between(0.2, 0.35) * height;
  const isWindow = random.chance(0.6);
  const count = 2 + random.whole(3);
  const things = Array.from({ length: count }, (_, index) => {
    const [wide, tall] = [(0.6 * width) / count, random.between(0.25, 0.4) * height];
    const x = ((index + 0.2) * width) / count;
    const y = random.between(0.14, 0.2) * height;
    const quad: Quad = [
      { x, y },
      { x: x + wide, y },
      { x: x + wide, y: y + tall },
      { x, y: y + tall },
    ];
    return { quad, toUnit: inverse(fromUnitSquare(quad)), photo: random.pick(photos) };
  });
  const noise = random.between(2, 8);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const place = { x: column, y: row };
      let colour: readonly number[] = row > floor.from ? floor.colour : wall;
      if (door && row > doorTop && row < floor.from && column > door.x && column < door.x + door.wide) colour = frame;
      for (const { quad, toUnit, photo } of things) {
        if (depthIn(quad, place) < 0) continue;
        const { x, y } = mapPoint(toUnit, place);
        const isBar = isWindow && (Math.abs(x - 0.5) < 0.03 || Math.abs(y - 0.5) < 0.03);
        const isFrame = Math.min(x, y, 1 - x, 1 - y) < 0.05;
        const at = (Math.floor(y * (photo.height - 1)) * photo.width + Math.floor(x * (photo.width - 1))) * 4;
        const seen = isWindow ? [190 + 40 * (1 - y), 200 + 30 * (1 - y), 215] : [...photo.data.slice(at, at + 3)];
        colour = isBar || isFrame ? frame : seen;
      }
      const grain = (random.between(0, 1) + random.between(0, 1) - 1) * noise;
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel += 1) data[at + channel] = (colour[channel] ?? 0) + grain;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}
