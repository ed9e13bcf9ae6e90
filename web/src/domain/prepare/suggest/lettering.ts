import { meanAround, type Planes } from '../print/planes';
import { type Region, regionsOf } from './regions';

/** Letters are so high, as shares of the long side. */
const [LOWEST, HIGHEST] = [0.018, 0.16];
/** Grey levels by which a drawn letter stands out of its surroundings; fewer, and fences and leaves are letters too. */
const LEAST_LEVELS = 110;
/** Half the side of the square that is a letter's surroundings, as a share of the long side. */
const AROUND = 0.07;
/** A letter fills this share of its box. */
const [LEAST_FILL, MOST_FILL] = [0.18, 0.92];
/** The share of a letter's pixels that its rim has not mixed with what is around it. */
const CORE = 0.3;
const MOST_TIMES_WIDE = 1.6;

/** How far the colours of two letters of a line lie apart at most, in grey levels. */
const SAME_COLOUR = 12;
/** Letters of a line differ in height by at most this factor; ends and gaps are in parts of the higher one. */
const SAME_HEIGHT = 1.7;
const SAME_END = 0.15;
const [LEAST_GAP, MOST_GAP] = [-0.1, 2.2];

interface Letter extends Region {
  /** Lightness, red, blue. */
  colour: readonly [number, number, number];
}

/** What may be a letter: higher than its surroundings in this plane, and of a letter's size. */
function lettersIn(plane: Float32Array, planes: Planes): Letter[] {
  const { width, height, channels } = planes;
  const longest = Math.max(width, height);
  const usual = meanAround(plane, width, height, Math.round(AROUND * longest));
  const marked = new Uint8Array(plane.length);
  for (let at = 0; at < plane.length; at += 1) {
    marked[at] = (plane[at] as number) - (usual[at] as number) > LEAST_LEVELS ? 1 : 0;
  }
  const [low, high] = [LOWEST * longest, HIGHEST * longest];
  return regionsOf(marked, planes, { least: low * 2, most: high * high }).flatMap((region) => {
    if (region.height < low || region.height > high || region.width > MOST_TIMES_WIDE * region.height) return [];
    const fill = region.pixels.length / (region.width * region.height);
    if (fill < LEAST_FILL || (fill > MOST_FILL && region.width > region.height / 2)) return [];
    const core = [...region.pixels]
      .sort((one, other) => (plane[other] as number) - (plane[one] as number))
      .slice(0, Math.ceil(CORE * region.pixels.length));
    const mean = channels.map((channel) => {
      let sum = 0;
      for (const at of core) sum += channel[at] as number;
      return sum / core.length;
    }) as unknown as Letter['colour'];
    return [{ ...region, colour: mean }];
  });
}

const bottom = ({ top, height }: Region) => top + height;

/** Whether the second letter may follow the first on its line. */
function follows(a: Letter, b: Letter): boolean {
  const [least, most] = [Math.min(a.height, b.height), Math.max(a.height, b.height)];
  const gap = b.left - (a.left + a.width);
  return (
    most < SAME_HEIGHT * least &&
    Math.abs(bottom(a) - bottom(b)) < SAME_END * most &&
    gap > LEAST_GAP * most &&
    gap < MOST_GAP * most &&
    Math.hypot(a.colour[0] - b.colour[0], a.colour[1] - b.colour[1], a.colour[2] - b.colour[2]) < SAME_COLOUR
  );
}

/** The number of letters in the longest line. */
function longestLine(letters: readonly Letter[]): number {
  const sorted = [...letters].sort((a, b) => a.left - b.left);
  const lengths: number[] = [];
  sorted.forEach((letter, index) => {
    let best = 1;
    for (let before = 0; before < index; before += 1) {
      const other = sorted[before];
      if (other && (lengths[before] ?? 0) >= best && follows(other, letter)) best = (lengths[before] ?? 0) + 1;
    }
    lengths.push(best);
  });
  return Math.max(0, ...lengths);
}
/** Letters that stand in one line. */
export interface Lettering {
  /** Light ones, in any colour. */
  light: number;
  /** Those in the orange of a camera's date. */
  orange: number;
}

/** Counts the letters of the longest line that was drawn over a picture about 512 pixels long. */
export function letteringOf(planes: Planes): Lettering {
  const [light, red, blue] = planes.channels;
  const orange = red.map((value, at) => value - (blue[at] as number));
  return { light: longestLine(lettersIn(light, planes)), orange: longestLine(lettersIn(orange, planes)) };
}
