import { fromUnitSquare, inverse, mapPoint } from '../../src/domain/prepare/homography';
import type { Pixels } from '../../src/domain/prepare/pixels';
import { distance, mapQuad, type Point, type Quad, sidesOf } from '../../src/domain/prepare/quad';
import { type Random, randomOf } from './random';
import { SURFACES, type SurfaceName } from './surfaces';

/** A made snapshot of a print on a table, and where the print is in it. */
export interface Snapshot {
  picture: Pixels;
  /** The print's corners, from 0 to 1, its own top left first. */
  corners: Quad;
  /** What makes it hard, in words. */
  about: string;
}

export interface SnapshotRequest {
  photo: Pixels;
  seed: number;
  surfaces: readonly SurfaceName[];
  /** The longer side, in pixels. */
  longest: number;
}

const NO_BORDER = 0;

/** Where a tilted print is seen, in units of the picture's height, its middle at 0. */
function pose(random: Random, aspect: number, frame: number): Quad {
  const [turn, tiltX, tiltY] = [
    random.chance(0.5) ? random.between(-0.08, 0.08) : random.between(-0.42, 0.42),
    random.between(-0.5, 0.5),
    random.between(-0.4, 0.4),
  ];
  const corners: Quad = [
    { x: -aspect, y: -1 },
    { x: aspect, y: -1 },
    { x: aspect, y: 1 },
    { x: -aspect, y: 1 },
  ];
  const camera = 4.5 * Math.max(1, aspect);
  const seen = mapQuad(corners, ({ x, y }) => {
    const [u, v] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    const depth = camera + v * Math.sin(tiltX) + u * Math.sin(tiltY);
    return { x: (u * Math.cos(tiltY)) / depth, y: (v * Math.cos(tiltX)) / depth };
  });
  const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))];
  const fill = random.between(0.5, 0.92);
  const scale = fill * Math.min(frame / (right - left), 1 / (bottom - top));
  const spareX = frame - (right - left) * scale;
  const spareY = 1 - (bottom - top) * scale;
  const [moveX, moveY] = [random.between(0.12, 0.88) * spareX, random.between(0.12, 0.88) * spareY];
  return mapQuad(seen, ({ x, y }) => ({ x: (x - left) * scale + moveX, y: (y - top) * scale + moveY }));
}

/** How far inside a convex quad a point is, in its units; negative outside. */
export function depthIn(quad: Quad, { x, y }: Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [a, b] of sidesOf(quad)) {
    const inside = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / distance(a, b);
    if (inside < least) least = inside;
  }
  return least;
}

export const smooth = (value: number) => {
  const part = Math.min(1, Math.max(0, value));
  return part * part * (3 - 2 * part);
};

/** A second thing on the table: a sheet, a pen or a ruler that reaches into the picture. */
function clutter(random: Random, width: number, height: number): { quad: Quad; colour: readonly number[] } {
  const isPen = random.chance(0.4);
  const [long, wide] = isPen
    ? [random.between(0.4, 0.8) * width, 14]
    : [random.between(0.3, 0.6) * width, random.between(0.2, 0.4) * width];
  const edge = random.pick([
    { x: random.between(0, width), y: random.chance(0.5) ? 0 : height },
    { x: random.chance(0.5) ? 0 : width, y: random.between(0, height) },
  ]);
  const turn = random.between(0, Math.PI);
  const corner = (u: number, v: number) => ({
    x: edge.x + u * Math.cos(turn) - v * Math.sin(turn),
    y: edge.y + u * Math.sin(turn) + v * Math.cos(turn),
  });
  const [u, v] = [long / 2, wide / 2];
  const light = random.between(30, 235);
  return {
    quad: [corner(-u, -v), corner(u, -v), corner(u, v), corner(-u, v)],
    colour: [light, light * random.between(0.85, 1), light * random.between(0.7, 1)],
  };
}

export interface Print {
  photo: Pixels;
  /** In parts of the photograph's width; 0 for none. */
  border: number;
  borderColour: readonly number[];
  /** 1 for none: how far its colours are from the middle. */
  fade: number;
}

/** Returns the colours of a print by the place on it, from 0 to 1. */
export function printOf({ photo, border, borderColour, fade }: Print): (place: Point) => readonly number[] {
  const photoWidth = photo.width * (1 + 2 * border);
  const photoHeight = photo.height + 2 * border * photo.width;
  return ({ x, y }) => {
    const column = x * photoWidth - border * photo.width;
    const row = y * photoHeight - border * photo.width;
    if (column < 0 || row < 0 || column >= photo.width || row >= photo.height) return borderColour;
    const [left, top] = [Math.min(photo.width - 2, Math.floor(column)), Math.min(photo.height - 2, Math.floor(row))];
    const [right, down] = [column - left, row - top];
    const at = (top * photo.width + left) * 4;
    const below = at + photo.width * 4;
    return [0, 1, 2].map((channel) => {
      const above = (photo.data[at + channel] ?? 0) * (1 - right) + (photo.data[at + 4 + channel] ?? 0) * right;
      const under = (photo.data[below + channel] ?? 0) * (1 - right) + (photo.data[below + 4 + channel] ?? 0) * right;
      return 150 + fade * (above * (1 - down) + under * down - 150);
    });
  };
}

/** Makes a snapshot as a phone would: tilted, unevenly lit, with shadows, glare, noise and a lens that bends a little. */
export function makeSnapshot({ photo, seed, surfaces, longest }: SnapshotRequest): Snapshot {
  const random = randomOf(seed);
  const isTall = random.chance(photo.height > photo.width ? 0.8 : 0.2);
  const [width, height] = isTall ? [Math.round(longest * 0.75), longest] : [longest, Math.round(longest * 0.75)];
  const name = random.pick(surfaces);
  const surface = SURFACES[name](random);
  const border = random.chance(0.35) ? NO_BORDER : random.between(0.025, 0.07);
  const borderLight = random.between(205, 248);
  const borderColour = [borderLight, borderLight - random.between(0, 8), borderLight - random.between(4, 34)] as const;
  const photoWidth = photo.width * (1 + 2 * border);
  const photoHeight = photo.height + 2 * border * photo.width;
  const quad = mapQuad(pose(random, photoWidth / photoHeight, width / height), ({ x, y }) => ({
    x: x * height,
    y: y * height,
  }));
  const toPrint = inverse(fromUnitSquare(quad));
  const lens = random.chance(0.6) ? random.between(0, 0.012) : 0;
  const light = { x: random.between(-0.3, 0.3), y: random.between(-0.3, 0.3) };
  const cast = {
    x: random.between(-9, 9),
    y: random.between(-9, 9),
    soft: random.between(4, 22),
    dark: random.between(0.1, 0.5),
  };
  const shadowQuad = mapQuad(quad, ({ x, y }) => ({ x: x + cast.x, y: y + cast.y }));
  const hand = random.chance(0.4)
    ? {
        turn: random.between(0, 6.28),
        from: random.between(-0.1, 0.35) * width,
        soft: random.between(20, 140),
        dark: random.between(0.15, 0.45),
      }
    : null;
  const glare = random.chance(0.35)
    ? {
        x: random.between(0.2, 0.8),
        y: random.between(0.2, 0.8),
        size: random.between(0.12, 0.35),
        light: random.between(60, 190),
      }
    : null;
  const things = random.chance(0.45) ? [clutter(random, width, height)] : [];
  const fade = random.chance(0.3) ? random.between(0.45, 0.8) : 1;
  const noise = random.between(2, 11);
  const warm = random.between(-0.07, 0.1);
  const data = new Uint8ClampedArray(width * height * 4);
  const printColour = printOf({ photo, border, borderColour, fade });
  const bend = (x: number, y: number): Point => {
    const [u, v] = [x / width - 0.5, y / width - height / width / 2];
    const by = 1 + lens * (u * u + v * v) * 4;
    return { x: (u * by + 0.5) * width, y: (v * by + height / width / 2) * width };
  };
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const place = lens ? bend(column + 0.5, row + 0.5) : { x: column + 0.5, y: row + 0.5 };
      const cover = Math.min(1, Math.max(0, depthIn(quad, place) + 0.5));
      let colour: readonly number[] = surface(place.x, place.y);
      for (const thing of things) if (depthIn(thing.quad, place) > 0) colour = thing.colour;
      if (cover < 1) {
        const shade = 1 - cast.dark * smooth((depthIn(shadowQuad, place) + cast.soft) / (2 * cast.soft));
        colour = colour.map((value) => value * shade);
      }
      if (cover > 0) {
        const under = colour;
        const on = mapPoint(toPrint, place);
        colour = printColour(on).map((value, channel) => value * cover + (under[channel] ?? 0) * (1 - cover));
        if (glare) {
          const near = Math.hypot((on.x - glare.x) * 1.4, on.y - glare.y) / glare.size;
          const more = glare.light * (1 - smooth(near)) * cover;
          colour = colour.map((value) => value + more);
        }
      }
      let bright = 1 + light.x * (place.x / width - 0.5) * 2 + light.y * (place.y / height - 0.5) * 2;
      if (hand) {
        const across = (place.x - width / 2) * Math.cos(hand.turn) + (place.y - height / 2) * Math.sin(hand.turn);
        bright *= 1 - hand.dark * smooth((across - hand.from) / hand.soft + 0.5);
      }
      const grain = (random.between(0, 1) + random.between(0, 1) - 1) * noise;
      const at = (row * width + column) * 4;
      data[at] = (colour[0] ?? 0) * bright * (1 + warm) + grain;
      data[at + 1] = (colour[1] ?? 0) * bright + grain;
      data[at + 2] = (colour[2] ?? 0) * bright * (1 - warm) + grain;
      data[at + 3] = 255;
    }
  }
  // The lens bends what is seen: the corners are where the bent picture shows them.
  const seen = mapQuad(quad, (corner) => {
    let at = corner;
    for (let round = 0; round < 4 && lens; round += 1) {
      const bent = bend(at.x, at.y);
      at = { x: at.x + corner.x - bent.x, y: at.y + corner.y - bent.y };
    }
    return { x: at.x / width, y: at.y / height };
  });
  const words = [
    name,
    border ? 'border' : 'no border',
    ...(hand ? ['shadow'] : []),
    ...(glare ? ['glare'] : []),
    ...(things.length > 0 ? ['clutter'] : []),
    ...(fade < 1 ? ['faded'] : []),
  ];
  return { picture: { width, height, data }, corners: seen, about: words.join(', ') };
}
