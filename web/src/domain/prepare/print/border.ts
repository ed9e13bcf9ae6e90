import { straightenedSize } from '../edit';
import { fromUnitSquare, mapPoint } from '../homography';
import { distance, mapQuad, type Point, type Quad, sidesOf, WHOLE_PICTURE } from '../quad';
import type { Candidate } from './candidates';
import type { Edges } from './edges';
import { acrossOf, isOnEdge } from './lines';
import type { Planes } from './planes';

/** Borders that are looked for, in parts of the picture's shorter side. */
const [NARROWEST, WIDEST, STEP] = [0.012, 0.13, 0.004];
/** In pixels: nearer to the picture's own edge nothing can be told apart from it. */
const NARROWEST_PX = 3;
const SAMPLES = 44;
const REACH_PX = 1;
const DIRECTION_REACH = Math.PI / 12;
const LEAST_MEAN = 0.5;
const LEAST_SIDE = 0.3;

/** How much of each side lies on an edge of its direction. */
function supportOf(edges: Edges, quad: Quad): number[] {
  return sidesOf(quad).map(([start, end]) => {
    const across = acrossOf(start, end);
    let found = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const part = (sample + 0.5) / SAMPLES;
      const place = { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) };
      if (isOnEdge(edges, place, across, REACH_PX, DIRECTION_REACH)) found += 1;
    }
    return found / SAMPLES;
  });
}

/** Returns the print around a picture whose border is equally wide on all sides, or null if there are no such edges. */
export function evenBorder(edges: Edges, picture: Quad): Candidate | null {
  const size = straightenedSize(picture, { width: 1, height: 1 });
  const shorter = Math.min(size.width, size.height);
  const map = fromUnitSquare(picture);
  let best: Candidate | null = null;
  for (let width = Math.max(NARROWEST, NARROWEST_PX / shorter); width <= WIDEST; width += STEP) {
    const [right, down] = [(width * shorter) / size.width, (width * shorter) / size.height];
    const quad = mapQuad(WHOLE_PICTURE, ({ x, y }) =>
      mapPoint(map, { x: x + (2 * x - 1) * right, y: y + (2 * y - 1) * down }),
    );
    const sides = supportOf(edges, quad);
    const mean = sides.reduce((sum, side) => sum + side, 0) / sides.length;
    const least = Math.min(...sides);
    const support = (mean + least) / 2;
    if (mean < LEAST_MEAN || least < LEAST_SIDE || support <= (best?.support ?? 0)) continue;
    best = { quad, support, beyond: 0 };
  }
  return best;
}

/** Grey levels, colour counted in, that paper may differ from the paper nearer to the picture. */
const PAPER_REACH = 22;
/** What goes on as paper along at least this part of a side is still border. */
const LEAST_PAPER = 0.72;
/** Steps at which a border's paper is looked at first, past the picture's own soft edge. */
const FIRST_PAPER_PX = [2, 3];

/** The lightness and colour of a place, or null outside the picture. */
function lightAndColour({ width, height, channels }: Planes, { x, y }: Point): readonly number[] | null {
  const [column, row] = [Math.round(x), Math.round(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  return channels.map((channel) => channel[row * width + column] ?? 0);
}

/** How many pixels the paper goes on outside a side, or null if it goes on for longer than a border. */
function paperBeside(planes: Planes, [start, end]: readonly [Point, Point], most: number): number | null {
  const length = distance(start, end);
  const out = { x: (end.y - start.y) / length, y: -(end.x - start.x) / length };
  const places = Array.from({ length: SAMPLES }, (_, sample) => {
    const part = (sample + 0.5) / SAMPLES;
    return { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) };
  });
  const at = (place: Point, step: number) =>
    lightAndColour(planes, { x: place.x + step * out.x, y: place.y + step * out.y });
  const papers = places.map((place) => FIRST_PAPER_PX.map((step) => at(place, step)).find((value) => value) ?? null);
  for (let step = (FIRST_PAPER_PX[1] ?? 0) + 1; step <= most; step += 1) {
    const same = places.filter((place, index) => {
      const [here, paper] = [at(place, step), papers[index]];
      return here && paper && Math.hypot(...here.map((value, channel) => value - (paper[channel] ?? 0))) < PAPER_REACH;
    });
    if (same.length < LEAST_PAPER * SAMPLES) return step - 0.5;
  }
  return null;
}

/** Returns the print around a picture whose border is plain paper up to something else on all sides, or null. */
export function paperBorder(planes: Planes, picture: Quad): Candidate | null {
  const sides = sidesOf(picture);
  const shorter = Math.min(...sides.map(([a, b]) => distance(a, b)));
  const widths = sides.map((side) => paperBeside(planes, side, Math.ceil(WIDEST * shorter)));
  const [top, right, bottom, left] = widths;
  if (!top || !right || !bottom || !left || Math.max(top, right, bottom, left) < NARROWEST_PX) return null;
  const map = fromUnitSquare(picture);
  const size = straightenedSize(picture, { width: 1, height: 1 });
  const quad = mapQuad(WHOLE_PICTURE, ({ x, y }) =>
    mapPoint(map, {
      x: x === 0 ? -left / size.width : 1 + right / size.width,
      y: y === 0 ? -top / size.height : 1 + bottom / size.height,
    }),
  );
  return { quad, support: LEAST_MEAN, beyond: 0 };
}
