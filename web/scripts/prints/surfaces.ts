import { noiseAt, type Random } from './random';

type Colour = readonly [number, number, number];
/** The table's colour at a place, in pixels of the snapshot. */
export type Surface = (x: number, y: number) => Colour;

const scaled = ([r, g, b]: Colour, by: number): Colour => [r * by, g * by, b * by];
const mixed = (a: Colour, b: Colour, part: number): Colour => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];

/** Wood of one piece or of boards with dark gaps between them. */
function wood(random: Random): Surface {
  const base: Colour = random.pick([
    [150, 104, 66],
    [96, 62, 40],
    [188, 150, 108],
    [58, 42, 34],
  ]);
  const seed = random.whole(1e6);
  const board = random.chance(0.6) ? random.between(90, 260) : Number.POSITIVE_INFINITY;
  const turn = random.between(-0.5, 0.5);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x, y) => {
    const [u, v] = [x * cos + y * sin, y * cos - x * sin];
    const row = Number.isFinite(board) ? Math.floor(v / board) : 0;
    const grain = noiseAt(seed + row, u / 190, v / 7) * 0.7 + noiseAt(seed + 9 + row, u / 60, v / 2.5) * 0.3;
    const gap = Number.isFinite(board) && v - row * board < 3 ? 0.55 : 1;
    return scaled(base, (0.78 + 0.4 * grain + 0.08 * (noiseAt(seed, row * 7.3, 0.5) - 0.5)) * gap);
  };
}

function plain(random: Random): Surface {
  const base = random.colour(40, 215);
  const seed = random.whole(1e6);
  return (x, y) => scaled(base, 0.94 + 0.12 * noiseAt(seed, x / 140, y / 140));
}

/** White paper, a light desk: a white border on it is hard to see. */
function paper(random: Random): Surface {
  const light = random.between(196, 228);
  const base: Colour = [light, light - random.between(0, 8), light - random.between(0, 16)];
  const seed = random.whole(1e6);
  return (x, y) =>
    scaled(base, 0.965 + 0.04 * noiseAt(seed, x / 4, y / 4) + 0.03 * noiseAt(seed + 1, x / 200, y / 200));
}

function cloth(random: Random): Surface {
  const base = random.colour(50, 210);
  const seed = random.whole(1e6);
  const thread = random.between(3, 7);
  return (x, y) => {
    const weave = Math.sin((x * 2 * Math.PI) / thread) * Math.sin((y * 2 * Math.PI) / thread);
    return scaled(base, 0.9 + 0.08 * weave + 0.2 * (noiseAt(seed, x / 120, y / 120) - 0.3));
  };
}

/** A bed sheet: soft folds across the picture. */
function folds(random: Random): Surface {
  const base = random.colour(120, 225);
  const seed = random.whole(1e6);
  const turn = random.between(0, Math.PI);
  return (x, y) => {
    const along = x * Math.cos(turn) + y * Math.sin(turn) + 80 * noiseAt(seed, x / 150, y / 150);
    return scaled(base, 0.82 + 0.22 * noiseAt(seed + 3, along / 55, (x + y) / 700));
  };
}

/** A checked tablecloth: as many straight lines as there can be. */
function checks(random: Random): Surface {
  const one = random.colour(60, 200);
  const other: Colour = [232, 228, 220];
  const [size, turn] = [random.between(44, 120), random.between(-0.8, 0.8)];
  return (x, y) => {
    const u = Math.floor((x * Math.cos(turn) + y * Math.sin(turn)) / size) & 1;
    const v = Math.floor((y * Math.cos(turn) - x * Math.sin(turn)) / size) & 1;
    return mixed(one, other, (u + v) / 2);
  };
}

function stone(random: Random): Surface {
  const base = random.colour(70, 210);
  const seed = random.whole(1e6);
  return (x, y) =>
    scaled(
      base,
      0.72 +
        0.3 * noiseAt(seed, x / 30, y / 30) +
        0.2 * noiseAt(seed + 1, x / 6, y / 6) +
        0.1 * noiseAt(seed + 2, x / 2, y / 2),
    );
}

function carpet(random: Random): Surface {
  const [one, other] = [random.colour(40, 180), random.colour(40, 180)];
  const seed = random.whole(1e6);
  return (x, y) => {
    const part = noiseAt(seed, x / 70, y / 70) > 0.55 ? 1 : 0;
    return scaled(mixed(one, other, part), 0.6 + 0.75 * noiseAt(seed + 1, x / 2.2, y / 2.2));
  };
}

/** A newspaper: columns of lines of dark specks. */
function newspaper(random: Random): Surface {
  const seed = random.whole(1e6);
  const turn = random.between(-0.6, 0.6);
  const column = random.between(150, 240);
  return (x, y) => {
    const [u, v] = [x * Math.cos(turn) + y * Math.sin(turn), y * Math.cos(turn) - x * Math.sin(turn)];
    const inColumn = (((u % column) + column) % column) / column < 0.92;
    const inLine = (((v % 13) + 13) % 13) / 13 < 0.6;
    const ink = inColumn && inLine && noiseAt(seed, u / 4, Math.floor(v / 13) * 3.7) > 0.42 ? 0.35 : 1;
    return scaled([214, 208, 192], ink * (0.96 + 0.06 * noiseAt(seed + 1, x / 90, y / 90)));
  };
}

export const SURFACES = { wood, plain, paper, cloth, folds, checks, stone, carpet, newspaper };
export type SurfaceName = keyof typeof SURFACES;
