/** A part of a picture, in shares of its width and height. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * What generative image models do to a photograph besides what they were asked for. A list of habits is applied in
 * order. Sizes and shifts are shares of the picture's long side, those of `features` of the box's.
 *
 * - `megapixel`: about `pixels` pixels, sides in multiples of 32, width to height from 3:7 to 7:3. What is beyond that is
 *   cut off on both sides, and the rest is squeezed to fit (help.bfl.ai, FLUX.1 Kontext, read in April 2026).
 * - `move`: `zoom` times as large about the centre, turned clockwise by `degrees`, then shifted by `x` and `y`
 * - `warp`: a slow drift of at most `size`, drawn by `seed`
 * - `tone`: `gamma` above 1 darkens; `warmth` adds so many levels (of 255) of red and takes them from blue
 * - `frame`: a white border of `size` on each side, around the whole picture
 * - `features`: what is in the box, a face, has its features moved by at most `size`, drawn by `seed`
 * - `swap`: the box shows what is in the box `from`: another person's face
 * - `remove`: the box is filled with what is around it: a person is gone
 * - `redraw`: another picture altogether, drawn by `seed`
 */
export type Habit =
  | { kind: 'megapixel'; pixels: number }
  | { kind: 'move'; zoom: number; x: number; y: number; degrees: number }
  | { kind: 'warp'; size: number; seed: number }
  | { kind: 'tone'; gamma: number; warmth: number }
  | { kind: 'frame'; size: number }
  | { kind: 'features'; box: Box; size: number; seed: number }
  | { kind: 'swap'; box: Box; from: Box }
  | { kind: 'remove'; box: Box }
  | { kind: 'redraw'; seed: number };

/** The least and the largest value of a number; `box` for a box. */
type Field = readonly [least: number, most: number] | 'box';
const SEED: Field = [0, 2 ** 31];
const FIELDS: {
  readonly [Kind in Habit['kind']]: Readonly<Record<Exclude<keyof Extract<Habit, { kind: Kind }>, 'kind'>, Field>>;
} = {
  megapixel: { pixels: [4_096, 4_000_000] },
  move: { zoom: [0.5, 2], x: [-0.5, 0.5], y: [-0.5, 0.5], degrees: [-45, 45] },
  warp: { size: [0, 0.1], seed: SEED },
  tone: { gamma: [0.2, 5], warmth: [-128, 128] },
  frame: { size: [0, 0.3] },
  features: { box: 'box', size: [0, 0.3], seed: SEED },
  swap: { box: 'box', from: 'box' },
  remove: { box: 'box' },
  redraw: { seed: SEED },
};

const isBetween = (value: unknown, [least, most]: readonly [number, number]): value is number =>
  typeof value === 'number' && value >= least && value <= most;

function isBox(value: unknown): value is Box {
  const { left, top, width, height } = (value ?? {}) as Partial<Box>;
  const isWithin = (from: unknown, size: unknown) =>
    isBetween(from, [0, 1]) && isBetween(size, [0.01, 1]) && from + size <= 1;
  return isWithin(left, width) && isWithin(top, height);
}

/** Reads a list of habits as JSON has it. @throws Error naming what is wrong */
export function parseHabits(value: unknown): Habit[] {
  if (!Array.isArray(value)) throw new Error('habits must be a list');
  return value.map((entry: unknown) => {
    const { kind, ...given } = (entry ?? {}) as Record<string, unknown>;
    const fields = FIELDS[kind as Habit['kind']] as Readonly<Record<string, Field>> | undefined;
    if (!fields) throw new Error(`habits[].kind must be one of ${Object.keys(FIELDS).join(', ')}`);
    for (const [name, field] of Object.entries(fields)) {
      const isRight = field === 'box' ? isBox(given[name]) : isBetween(given[name], field);
      const wanted = field === 'box' ? 'a box in shares of the picture' : `from ${field[0]} to ${field[1]}`;
      if (!isRight) throw new Error(`habits[].${name} of ${kind} must be ${wanted}`);
    }
    return entry as Habit;
  });
}
