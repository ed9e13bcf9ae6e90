/** The bench's rows about colour: how near the network comes to the truth, against grey and against sepia. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { labToRgb, lightnessOf, rgbToLab } from '../../src/core/image/lab';
import { byteAt, copyPicture, type Picture } from '../../src/core/image/picture';
import { isMonochrome, toGrey } from '../../src/core/image/tone';
import type { ModelStore } from '../../src/core/networks/models';
import { colourise } from '../../src/core/pipelines/colourise';
import { decodePicture } from '../../src/node/decode';
import { createOnnxModels } from '../../src/node/onnxModels';
import { modelFolder } from '../../src/testing/workerBundle';
import { fitting } from './degrade';

/** a*, b* of a sepia toner's middle tones. */
const SEPIA = [6, 18] as const;
const LONG_SIDE_PX = 480;
/** Chroma below which a pixel of the truth is neutral (black, white, grey), and above which ours is a patch there. */
const NEUTRAL_CHROMA = 6;
const PATCH_CHROMA = 12;

interface ColourScores {
  /** Mean distance from the truth in the plane of a* and b*. */
  grey: number;
  sepia: number;
  ours: number;
  /** Mean chroma, ours and the truth's: equal is as colourful as the photograph was. */
  chroma: number;
  trueChroma: number;
  /** Share of the neutral pixels that get a colour to be seen, 0..1. */
  patches: number;
  megapixelsPerSecond: number;
}

export interface Coloured {
  name: string;
  truth: Picture;
  grey: Picture;
  sepia: Picture;
  ours: Picture;
  scores: ColourScores;
}

/**
 * Takes the colour from the colour photographs of a folder, lets the network put it back, and prints one row each.
 * @param count at most so many, spread evenly over the folder
 * @param isGrey takes the grey ones instead; they have no true colour, so their rows say nothing but how colourful ours are
 */
export async function printColour(folder: string, count = 20, { isGrey = false } = {}): Promise<Coloured[]> {
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: path.join(modelFolder(), 'user') });
  const titles = ['grey', 'sepia', 'engine', 'colourful', 'patches', 'Mpx/s'].map((title) => title.padEnd(11)).join('');
  console.log(`\n${'colour (distance in a*b*)'.padEnd(44)}${titles}patches: share of what is neutral that is coloured`);
  const all: Coloured[] = [];
  for (const name of await photosIn(folder, count, isGrey)) {
    const truth = fitting(await decodePicture(readFileSync(path.join(folder, name))), LONG_SIDE_PX);
    const coloured = { name, truth, ...(await colourAnew(models, truth)) };
    all.push(coloured);
    console.log(`${name.slice(0, 42).padEnd(44)}${columnsOf(coloured.scores)}`);
  }
  console.log(`${'mean'.padEnd(44)}${columnsOf(meanOf(all.map(({ scores }) => scores)))}`);
  return all;
}

/** Names of colour photographs, or of grey ones, spread evenly over the folder. */
async function photosIn(folder: string, count: number, isGrey: boolean): Promise<string[]> {
  const names: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (!/\.(jpe?g|png|webp)$/i.test(name)) continue;
    if (isMonochrome(await decodePicture(readFileSync(path.join(folder, name)))) === isGrey) names.push(name);
  }
  const step = Math.max(1, names.length / count);
  return Array.from({ length: Math.min(count, names.length) }, (_, i) => names[Math.floor(i * step)] ?? '');
}

async function colourAnew(models: ModelStore, truth: Picture): Promise<Omit<Coloured, 'name' | 'truth'>> {
  const grey = toGrey(truth);
  const since = performance.now();
  const ours = await colourise({ models, checkpoint: () => undefined, onProgress: () => undefined }, grey, {
    range: [0, 1],
  });
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
    chroma: ourChroma,
    trueChroma,
    patches: patchesOn(ours, truth),
    megapixelsPerSecond,
  };
  return { grey, sepia, ours, scores };
}

function meanOf(all: readonly ColourScores[]): ColourScores {
  const mean = (pick: (scores: ColourScores) => number) =>
    all.reduce((sum, scores) => sum + pick(scores), 0) / all.length;
  return {
    grey: mean((s) => s.grey),
    sepia: mean((s) => s.sepia),
    ours: mean((s) => s.ours),
    chroma: mean((s) => s.chroma),
    trueChroma: mean((s) => s.trueChroma),
    patches: mean((s) => s.patches),
    megapixelsPerSecond: mean((s) => s.megapixelsPerSecond),
  };
}

const columnsOf = (scores: ColourScores): string =>
  [
    scores.grey,
    scores.sepia,
    scores.ours,
    scores.chroma / scores.trueChroma,
    scores.patches,
    scores.megapixelsPerSecond,
  ]
    .map((value) => value.toFixed(2).padEnd(11))
    .join('');

/** Sepia as toners make it: black and white take little of it. */
function toned(grey: Picture): Picture {
  const out = copyPicture(grey);
  for (let i = 0; i < out.data.length; i += 3) {
    const lightness = lightnessOf(byteAt(grey.data, i));
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

/** 0 in a picture without anything neutral. */
function patchesOn(picture: Picture, truth: Picture): number {
  const isNeutral = (i: number) => chromaAt(truth, i) < NEUTRAL_CHROMA;
  const neutral = meanOver(truth, (i) => Number(isNeutral(i)));
  const spoiled = meanOver(truth, (i) => Number(isNeutral(i) && chromaAt(picture, i) > PATCH_CHROMA));
  return neutral > 0 ? spoiled / neutral : 0;
}

const meanChroma = (picture: Picture): number => meanOver(picture, (i) => chromaAt(picture, i));

function chromaAt(picture: Picture, i: number): number {
  const [, a, b] = labAt(picture, i);
  return Math.hypot(a, b);
}

const labAt = ({ data }: Picture, i: number) => rgbToLab(byteAt(data, i), byteAt(data, i + 1), byteAt(data, i + 2));

function meanOver({ data }: Picture, valueAt: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < data.length; i += 3) sum += valueAt(i);
  return sum / (data.length / 3);
}
