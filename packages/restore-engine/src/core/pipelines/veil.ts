/**
 * Reads the ink of a line of text off the steps at its letters' edges: inside is `outside * through + ink`, with one
 * `through` for all channels and one `ink` for each. Opaque letters have `through` 0; a natural edge follows no such
 * law.
 */
import { byteAt, lumaAt, type Picture } from '../image/picture';
import { isMonochrome } from '../image/tone';

export interface Veil {
  /** Share of the photograph that shines through, 0..1. */
  through: number;
  /** What the letters add, per channel, in grey levels. */
  ink: readonly [number, number, number];
  /** Share of the steps that follow this law, beyond those that would follow any law like it. */
  agreement: number;
}

/** A step is measured across this many pixels: a letter's rim is about two wide. */
const STEP_PX = 3;
/** Least step of luma, in grey levels. */
const LEAST_STEP = 16;
/**
 * A step follows the law if no channel is further off than this, in grey levels. Natural edges are spread evenly: as
 * many are off by one to two tolerances as by less than one, so that many are subtracted.
 */
const TOLERANCE = 5;
/** Steps tried as the law's origin, drawn evenly, so that one picture gives one result. */
const TRIALS = 400;
/** Trials between two checkpoints. */
const TRIALS_AT_ONCE = 50;
/** Steps looked at, evenly picked. Fewer than LEAST_STEPS say nothing. */
const MOST_STEPS = 6000;
const LEAST_STEPS = 40;
/** So many steps follow the luckiest of the laws tried by chance alone. */
const LEAST_EVIDENCE = 15;
/** A veil is judged by more: its law is weaker, and chance finds one among a few hundred steps. */
const LEAST_VEIL_STEPS = 1000;
/** A veil lets at least and at most this share of the photograph through; less is opaque, more is nature. */
const LEAST_THROUGH = 0.2;
const MOST_THROUGH = 0.72;
/** Least agreement of a veil. In grey pictures chance agrees more often, having one channel to satisfy. */
const LEAST_AGREEMENT = { colour: 0.008, monochrome: 0.1 };
/** Watermarks are white or black. Another ink, or black in a grey picture, must explain this many times as much. */
const OTHER_INK_FACTOR = 2;
/**
 * Least agreement of opaque letters on their ink. Measured: text .02 to .6; eyes and beards below .01 or see-through.
 */
const LEAST_INK_AGREEMENT = 0.02;
/** Opaque letters on an even ground fit a veil too: it is one when it explains this share of what they explain. */
const AGAINST_OPAQUE = 0.4;

/** Pixel indices of a step: inside of a letter, outside of it. */
type Step = readonly [inside: number, outside: number];

interface Search {
  /** 1 where letters are looked for; of the picture's size. */
  zone: Uint8Array;
  /** Called every few trials; may throw to end the work. */
  checkpoint: () => void;
}

/** The veil over the letters within `zone`; undefined where they are opaque or no letters. */
export function veilOf(picture: Picture, search: Search): Veil | undefined {
  if (stepsIn(picture, search.zone, 'bright').length < LEAST_VEIL_STEPS) return undefined;
  const laws = (['bright', 'dark'] as const).flatMap((polarity) => lawsOf(picture, search, polarity));
  const grey = isMonochrome(picture);
  const veil = strongest(laws.filter(({ through }) => through >= LEAST_THROUGH).map((law) => discounted(law, grey)));
  const opaque = strongest(laws.filter(({ through }) => through < LEAST_THROUGH));
  const least = grey ? LEAST_AGREEMENT.monochrome : LEAST_AGREEMENT.colour;
  return veil.agreement >= Math.max(least, opaque.agreement * AGAINST_OPAQUE) ? veil : undefined;
}

/**
 * Returns the opaque ink of what is written within `zone`, in grey levels per channel. Returns undefined if nothing is:
 * eyes, beards and embroidery look like text to the detector but have no one ink.
 */
export function inkOf(picture: Picture, search: Search): Veil['ink'] | undefined {
  const laws = (['bright', 'dark'] as const).flatMap((polarity) => lawsOf(picture, search, polarity));
  if (strongest(laws).through >= LEAST_THROUGH) return undefined;
  const { ink, agreement } = strongest(laws.filter(({ through }) => through < LEAST_THROUGH));
  return agreement >= LEAST_INK_AGREEMENT ? ink : undefined;
}

const NONE: Veil = { through: 0, ink: [0, 0, 0], agreement: 0 };

const strongest = (laws: readonly Veil[]) => laws.reduce((a, b) => (b.agreement > a.agreement ? b : a), NONE);

/** Folds, shadows and checked cloth of a grey picture pass for a black veil. */
function discounted(veil: Veil, grey: boolean): Veil {
  const { through, ink, agreement } = veil;
  const white = ink.every((added) => added === 255 * (1 - through));
  const black = ink.every((added) => added === 0);
  return white || (black && !grey) ? veil : { ...veil, agreement: agreement / OTHER_INK_FACTOR };
}

/** Laws that steps of one polarity suggest: the best with a white or black ink, and the best with any. */
function lawsOf(picture: Picture, { zone, checkpoint }: Search, polarity: 'bright' | 'dark'): Veil[] {
  checkpoint();
  const steps = stepsIn(picture, zone, polarity);
  const best = { plain: NONE, any: NONE, opaque: NONE };
  if (steps.length < LEAST_STEPS) return [];
  const sides = sidesOf(picture, steps);
  const consider = (kind: keyof typeof best, law: Law) => {
    if (!isPossible(law)) return;
    const agreement = agreementOf(sides, law);
    if (agreement > best[kind].agreement) best[kind] = { ...law, agreement };
  };
  const plainInk = polarity === 'bright' ? 255 : 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    if (trial % TRIALS_AT_ONCE === 0) checkpoint();
    const first = steps[(trial * 7919) % steps.length] as Step;
    const second = steps[(trial * 104729 + 13) % steps.length] as Step;
    consider('plain', plainLaw(picture, first, plainInk));
    consider('any', lawThrough(picture, first, second));
    consider('opaque', opaqueLaw(picture, first));
  }
  return Object.values(best);
}

type Law = Omit<Veil, 'agreement'>;

function isPossible({ through, ink }: Law): boolean {
  if (!(through >= 0 && through <= MOST_THROUGH)) return false;
  return ink.every((value) => value >= -TOLERANCE && value <= 255 * (1 - through) + TOLERANCE);
}

function stepsIn(picture: Picture, zone: Uint8Array, polarity: 'bright' | 'dark'): Step[] {
  const { width, height, data } = picture;
  const steps: Step[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const here = y * width + x;
      if (!zone[here]) continue;
      for (const next of [x + STEP_PX < width ? here + STEP_PX : here, here + STEP_PX * width]) {
        if (!zone[next]) continue;
        const rise = lumaAt(data, here * 3) - lumaAt(data, next * 3);
        if (Math.abs(rise) < LEAST_STEP) continue;
        steps.push(rise > 0 === (polarity === 'bright') ? [here, next] : [next, here]);
      }
    }
  }
  const every = Math.ceil(steps.length / MOST_STEPS);
  return every > 1 ? steps.filter((_, i) => i % every === 0) : steps;
}

/** The law with an ink of one known grey level that explains this step. */
function plainLaw({ data }: Picture, [inside, outside]: Step, ink: number) {
  let [num, den] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const background = byteAt(data, outside * 3 + c) - ink;
    num += background * (byteAt(data, inside * 3 + c) - ink);
    den += background * background;
  }
  const through = num / Math.max(1, den);
  const added = ink * (1 - through);
  return { through, ink: [added, added, added] as const };
}

/** The law that explains both steps. */
function lawThrough({ data }: Picture, [insideA, outsideA]: Step, [insideB, outsideB]: Step) {
  let [num, den] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const background = byteAt(data, outsideA * 3 + c) - byteAt(data, outsideB * 3 + c);
    num += background * (byteAt(data, insideA * 3 + c) - byteAt(data, insideB * 3 + c));
    den += background * background;
  }
  // Backgrounds alike say nothing about what shines through.
  const through = den < 300 ? Number.NaN : num / den;
  const added = (c: number) =>
    (byteAt(data, insideA * 3 + c) +
      byteAt(data, insideB * 3 + c) -
      through * (byteAt(data, outsideA * 3 + c) + byteAt(data, outsideB * 3 + c))) /
    2;
  return { through, ink: [added(0), added(1), added(2)] as const };
}

function opaqueLaw({ data }: Picture, [inside]: Step) {
  return {
    through: 0,
    ink: [byteAt(data, inside * 3), byteAt(data, inside * 3 + 1), byteAt(data, inside * 3 + 2)] as const,
  };
}

/** Both sides of each step, six bytes: red, green and blue inside, then outside. They are read a thousand times. */
function sidesOf({ data }: Picture, steps: readonly Step[]): Uint8Array {
  const sides = new Uint8Array(steps.length * 6);
  for (const [k, [inside, outside]] of steps.entries()) {
    for (let c = 0; c < 3; c++) {
      sides[k * 6 + c] = byteAt(data, inside * 3 + c);
      sides[k * 6 + 3 + c] = byteAt(data, outside * 3 + c);
    }
  }
  return sides;
}

function agreementOf(sides: Uint8Array, { through, ink: [red, green, blue] }: Law): number {
  let following = 0;
  for (let i = 0; i < sides.length; i += 6) {
    const offRed = Math.abs(byteAt(sides, i) - (through * byteAt(sides, i + 3) + red));
    if (offRed >= 2 * TOLERANCE) continue;
    const offGreen = Math.abs(byteAt(sides, i + 1) - (through * byteAt(sides, i + 4) + green));
    const offBlue = Math.abs(byteAt(sides, i + 2) - (through * byteAt(sides, i + 5) + blue));
    const worst = Math.max(offRed, offGreen, offBlue);
    if (worst < TOLERANCE) following++;
    else if (worst < 2 * TOLERANCE) following--;
  }
  return (following - LEAST_EVIDENCE) / (sides.length / 6);
}
