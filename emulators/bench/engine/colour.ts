/** How near the colours of the colour network come to the truth, against grey and against sepia. */
import { labToRgb, lightnessOf, rgbToLab } from '../../src/engine/image/lab';
import { at, copyPicture, type Picture } from '../../src/engine/image/picture';
import { toGrey } from '../../src/engine/image/tone';
import { colourByNetwork } from '../../src/engine/networks/colouriser';
import type { ModelStore } from '../../src/engine/networks/modelStore';

/** a*, b* of a sepia toner's middle tones. */
const SEPIA = [6, 18] as const;

export interface ColourScores {
  /** Mean distance from the truth in the plane of a* and b*. */
  grey: number;
  sepia: number;
  ours: number;
  /** Mean chroma as a share of the truth's: 1 is as colourful, 0 grey. */
  colourfulness: number;
  megapixelsPerSecond: number;
}

export interface Coloured {
  grey: Picture;
  sepia: Picture;
  ours: Picture;
  scores: ColourScores;
}

/** Takes the colour from a photograph and lets the network put it back. */
export async function colourAnew(models: ModelStore, truth: Picture): Promise<Coloured> {
  const grey = toGrey(truth);
  const since = performance.now();
  const ours = await colourByNetwork(models, grey);
  const megapixelsPerSecond = (grey.width * grey.height) / 1000 / (performance.now() - since);
  const sepia = toned(grey);
  const [distances, chromas] = [
    [grey, sepia, ours].map((picture) => chromaDistance(picture, truth)),
    [ours, truth].map(meanChroma),
  ];
  const [greyError = 0, sepiaError = 0, ourError = 0] = distances;
  const [ourChroma = 0, trueChroma = 1] = chromas;
  const scores = {
    grey: greyError,
    sepia: sepiaError,
    ours: ourError,
    colourfulness: ourChroma / trueChroma,
    megapixelsPerSecond,
  };
  return { grey, sepia, ours, scores };
}

export function meanOf(all: readonly ColourScores[]): ColourScores {
  const mean = (pick: (scores: ColourScores) => number) =>
    all.reduce((sum, scores) => sum + pick(scores), 0) / all.length;
  return {
    grey: mean((s) => s.grey),
    sepia: mean((s) => s.sepia),
    ours: mean((s) => s.ours),
    colourfulness: mean((s) => s.colourfulness),
    megapixelsPerSecond: mean((s) => s.megapixelsPerSecond),
  };
}

export const columnsOf = (scores: ColourScores): string =>
  [scores.grey, scores.sepia, scores.ours, scores.colourfulness, scores.megapixelsPerSecond]
    .map((value) => value.toFixed(2).padEnd(12))
    .join('');

export const COLUMN_TITLES = ['grey', 'sepia', 'engine', 'colourful', 'Mpx/s']
  .map((title) => title.padEnd(12))
  .join('');

/** Sepia as toners make it: black and white take little of it. */
function toned(grey: Picture): Picture {
  const out = copyPicture(grey);
  for (let i = 0; i < out.data.length; i += 3) {
    const lightness = lightnessOf(at(grey.data, i));
    const body = 1 - ((lightness - 50) / 50) ** 2;
    out.data.set(labToRgb(lightness, SEPIA[0] * body, SEPIA[1] * body), i);
  }
  return out;
}

function chromaDistance(picture: Picture, truth: Picture): number {
  return meanOver(truth, (i) => {
    const [, a, b] = labAt(picture, i);
    const [, trueA, trueB] = labAt(truth, i);
    return Math.hypot(a - trueA, b - trueB);
  });
}

const meanChroma = (picture: Picture): number =>
  meanOver(picture, (i) => {
    const [, a, b] = labAt(picture, i);
    return Math.hypot(a, b);
  });

const labAt = ({ data }: Picture, i: number) => rgbToLab(at(data, i), at(data, i + 1), at(data, i + 2));

function meanOver({ data }: Picture, valueAt: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < data.length; i += 3) sum += valueAt(i);
  return sum / (data.length / 3);
}
