import { type FoundFace, facesAt, plainNetwork, shareOf, surest, type Weights } from '@heirlight/imaging/faces';
import { straightenedSize } from '../edit';
import type { Pixels } from '../pixels';
import { type Planes, reduce } from '../print/planes';
import type { Quad } from '../quad';
import { straighten } from '../straighten';
import { fitting, type PixelSize } from '../targetSize';
import { letteringOf } from './lettering';
import type { Reason } from './reasons';
import { blurOf } from './sharpness';
import { type Tone, toneOf } from './tone';
import { wearOf } from './wear';

/** Long side in pixels at which a photo is looked at. */
const LOOK_PX = 512;
/** Long sides in pixels at which faces are looked for; each finds faces of another size. */
const FACES_PX = [128, 192] as const;

/**
 * Between what is clear and what is clearly not, nothing is said. Chosen on 40 labelled photographs; 20 others judge:
 * `npm run bench:suggest`.
 */
const CLEAR = {
  /** Most share of pixels in colours of their own in a grey or sepia print, and least in a colour photograph. */
  colourless: 0.012,
  colour: 0.05,
  /** How warm grey and sepia are, in grey levels. Colder or warmer is a scene of one colour. */
  coldest: -6,
  sepia: 12,
  warmest: 60,
  /** Length of scratches in long sides: of a sound print at most, of a scratched one at least. */
  sound: 0.45,
  scratched: 0.92,
  /** In a colour photograph twigs and cables look like scratches. */
  scratchedColour: 1.3,
  /** Grey levels from black to white: of a sound print at least, of a faded one at most. */
  soundRange: 175,
  fadedRange: 130,
  /** Sepia is what fading leaves of many prints: one that has lost its black is faded unless it is sound. */
  fadedSepiaRange: 174,
  /** Its black, in grey levels, is at least so light. Darker, and it was taken in the dark. */
  fadedBlack: 35,
  /** In colour, fog has no black either; people's hair and eyes have. */
  fadedBlackOfPeople: 55,
  /** Long side in pixels: a small file at most; one that is large enough for another tool at least. */
  small: 512,
  large: 700,
  /** How blurred a clear face is at most and a blurred one at least (`blurOf`). */
  clearFace: 0.52,
  blurredFace: 0.62,
  /** Letters in a line. */
  words: 5,
  date: 4,
} as const;

/** Faces as shares of the picture. */
export type FindFaces = (picture: Pixels) => Promise<readonly FoundFace[]>;

/** Returns how faces are found with these weights. */
export function faceFinder(weights: Weights): FindFaces {
  const network = plainNetwork(weights);
  return async (picture) => {
    for (const side of FACES_PX) {
      const { width, height, channels } = reduce(picture, side);
      const [light, red, blue] = channels;
      const data = new Float32Array(3 * light.length);
      for (let at = 0; at < light.length; at += 1) {
        const [mean, moreRed, moreBlue] = [light[at] as number, red[at] as number, blue[at] as number];
        data.set([mean + moreRed, mean - moreRed - moreBlue, mean + moreBlue], 3 * at);
      }
      const seen = { data, width, height };
      const faces = surest(facesAt(network, seen).map((face) => shareOf(face, seen)));
      if (faces.length > 0) return faces;
    }
    return [];
  };
}

/** A photo's file and what is measured in any case. */
interface Look {
  picture: Pixels;
  planes: Planes;
  tone: Tone;
  /** Long side of the photo's file, in pixels. */
  longest: number;
}

const isFaded = ({ black, white }: Tone, leastBlack: number, mostRange: number = CLEAR.fadedRange) =>
  black >= leastBlack && white - black <= mostRange;

function ofPrint({ planes, tone, longest }: Look): Reason | null {
  const tint = tone.warmth < CLEAR.sepia ? 'grey' : 'sepia';
  const { light, dark } = wearOf(planes);
  const worn = Math.max(light, dark);
  if (worn >= CLEAR.scratched) return `${tint}Scratched`;
  const mostRange = tint === 'sepia' ? CLEAR.fadedSepiaRange : CLEAR.fadedRange;
  if (isFaded(tone, CLEAR.fadedBlack, mostRange)) return `${tint}Faded`;
  const isSound = worn <= CLEAR.sound && tone.white - tone.black >= CLEAR.soundRange;
  return isSound && longest >= CLEAR.large ? tint : null;
}

async function ofColour({ picture, planes, tone, longest }: Look, find: FindFaces): Promise<Reason | null> {
  const isSmall = longest <= CLEAR.small;
  if (!isSmall && wearOf(planes).light >= CLEAR.scratchedColour) return 'scratched';
  const [face] = [...(await find(picture))].sort((a, b) => b.width * b.height - a.width * a.height);
  if (!face) return isSmall ? 'small' : null;
  const blur = blurOf(planes, face);
  if (isSmall) return blur <= CLEAR.clearFace ? 'smallPeople' : null;
  if (isFaded(tone, CLEAR.fadedBlackOfPeople)) return 'faded';
  return blur >= CLEAR.blurredFace ? 'blurredFace' : null;
}

/** What speaks for one tool in the picture of a file with this long side. */
async function suggest(picture: Pixels, longest: number, find: FindFaces): Promise<Reason | null> {
  const planes = reduce(picture, LOOK_PX);
  const tone = toneOf(planes);
  const letters = letteringOf(planes);
  if (letters.orange >= CLEAR.date) return 'date';
  if (letters.light >= CLEAR.words) return 'words';
  const look = { picture, planes, tone, longest };
  if (tone.colourful >= CLEAR.colour) return ofColour(look, find);
  const isPrint = tone.colourful <= CLEAR.colourless && tone.warmth >= CLEAR.coldest && tone.warmth <= CLEAR.warmest;
  return isPrint ? ofPrint(look) : null;
}

export interface SuggestInput {
  /** The photo, reduced to no less than LOOK_PX. */
  picture: Pixels;
  /** The size of its file. */
  size: PixelSize;
  /** The print that it is a snapshot of: only that is looked at. */
  print: Quad | null;
}

/** Returns what speaks for one tool, or null if nothing clearly does. `find` is asked only if it depends on faces. */
export function reasonFor({ picture, size, print }: SuggestInput, find: FindFaces): Promise<Reason | null> {
  if (!print) return suggest(picture, Math.max(size.width, size.height), find);
  const flat = straightenedSize(print, size);
  const seen = straighten(picture, { corners: print, quarters: 0 }, fitting(flat, LOOK_PX));
  return suggest(seen, Math.max(flat.width, flat.height), find);
}
