import type { Planes } from '../print/planes';

/** The colours and tones of a picture. */
export interface Tone {
  /** Share of the pixels that have another colour than pixels as light as they: next to none in grey and in sepia. */
  colourful: number;
  /** How much more red than blue the picture is, in grey levels: about 0 in grey, 20 and more in sepia. */
  warmth: number;
  /** Of the darkest and the lightest fiftieth of the picture, in grey levels. */
  black: number;
  white: number;
}

const LEVELS = 256;
/** Lightnesses whose colour is taken together, in grey levels. */
const STEP = 16;
/** From so many levels off its lightness' usual colour a pixel has a colour of its own. JPEG alone reaches 8. */
const OWN_COLOUR = 12;
const RIM = 0.15;
const [DARKEST, LIGHTEST] = [0.02, 0.98];

/** Returns the level below which this share of the pixels lies. */
function quantile(counts: Uint32Array, total: number, share: number): number {
  let left = share * total;
  let level = 0;
  for (; level < LEVELS - 1 && left > (counts[level] ?? 0); level += 1) left -= counts[level] ?? 0;
  return level;
}

/**
 * Measures colour and tone. A toned print has one colour for each lightness, whatever its tint; a colour photograph has
 * many. The rim is left out: scans have paper, a mount or a lid there.
 */
export function toneOf({ width, height, channels: [light, red, blue] }: Planes): Tone {
  const [rimX, rimY] = [Math.floor(RIM * width), Math.floor(RIM * height)];
  const levelAt = (at: number) => Math.min(LEVELS - 1, Math.max(0, Math.round(light[at] as number)));
  const visit = (see: (at: number) => void) => {
    for (let y = rimY; y < height - rimY; y += 1) {
      for (let at = y * width + rimX; at < (y + 1) * width - rimX; at += 1) see(at);
    }
  };
  const counts = new Uint32Array(LEVELS);
  const [reds, blues, members] = [0, 1, 2].map(() => new Float64Array(LEVELS / STEP)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [total, warmth, colourful] = [0, 0, 0];
  visit((at) => {
    const level = levelAt(at);
    const group = Math.floor(level / STEP);
    counts[level] = (counts[level] as number) + 1;
    reds[group] = (reds[group] as number) + (red[at] as number);
    blues[group] = (blues[group] as number) + (blue[at] as number);
    members[group] = (members[group] as number) + 1;
    warmth += (red[at] as number) - (blue[at] as number);
    total += 1;
  });
  visit((at) => {
    const group = Math.floor(levelAt(at) / STEP);
    const many = members[group] as number;
    const offRed = (red[at] as number) - (reds[group] as number) / many;
    const offBlue = (blue[at] as number) - (blues[group] as number) / many;
    if (offRed * offRed + offBlue * offBlue > OWN_COLOUR * OWN_COLOUR) colourful += 1;
  });
  const all = Math.max(1, total);
  return {
    ...{ colourful: colourful / all, warmth: warmth / all },
    ...{ black: quantile(counts, total, DARKEST), white: quantile(counts, total, LIGHTEST) },
  };
}
