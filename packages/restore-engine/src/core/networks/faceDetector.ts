/** Finds faces: the SSD MobileNet of face-api, at several sizes and, for groups, on quarters of the picture. */
import {
  at,
  clampRect,
  createRaster,
  cutRaster,
  type Picture,
  type Raster,
  type Rect,
  rasterOf,
} from '../image/picture';
import { resample } from '../image/resample';
import type { ModelStore, Tensor } from './models';
import { floatsOf, runOne, toTensor } from './tensor';

export interface Face extends Rect {
  /** How sure the network is, 0..1. */
  score: number;
}

const INPUT_SIDE = 512;
const LEAST_SCORE = 0.5;
/** In groups of faces a dozen pixels wide the network is no surer of most of them; of some things it is as sure. */
const LEAST_LIKELY_SCORE = 0.2;
/** A box wider than this, in heights, is an animal's face (a cat: 1.27; people: .6 to .95). */
const WIDEST_FACE = 1.12;
const SAME_FACE_OVERLAP = 0.35;
/** Quarters overlap by this share of the picture, so that a face on a border is whole in one of them. */
const QUARTER_SHARE = 0.58;
/** Long side, in pixels, of the picture from which views are cut: a quarter of it just fills the network's input. */
export const FINDER_SIDE_PX = Math.round(INPUT_SIDE / QUARTER_SHARE);
/** A picture smaller than this gains nothing from being looked at in quarters. */
const QUARTERS_FROM_PX = 700;

/**
 * Long sides, in pixels, at which the network sees the whole picture. Soft faces are found only where they are small
 * enough to look sharp: blurred by a 150th of the picture's height, a portrait scores 0.05 at 512 and 0.97 at 160. The
 * two small ones share one input, in opposite corners, because each input costs the same.
 */
const WHOLE_SIDE = INPUT_SIDE;
const SMALL_SIDES = [256, 160] as const;

interface View extends Rect {
  /** Long side at which the network sees it, in pixels. */
  side: number;
  /** Left and top of the square it has in the network's input, in pixels. */
  place: number;
}

/** Views that are shown to the network together. */
type Input = readonly View[];

/** Faces, surest first, boxes within the picture. */
export async function findFaces(models: ModelStore, picture: Picture, checkpoint: () => void): Promise<Face[]> {
  return sureOf(await findLikelyFaces(models, picture, checkpoint));
}

/** As `findFaces`, and what may be a small face: for steps that do no harm to anything else. */
export async function findLikelyFaces(models: ModelStore, picture: Picture, checkpoint: () => void): Promise<Face[]> {
  const base = baseOf(picture);
  return await facesInViews(
    models,
    { picture, base, inputs: [...wholeViews(base), ...quarterViews(base)] },
    checkpoint,
  );
}

/** As `findFaces`, but for the sitters of portraits only: without the quarters, in less than half the time. */
export async function findLargeFaces(models: ModelStore, picture: Picture, checkpoint: () => void): Promise<Face[]> {
  const base = baseOf(picture);
  return sureOf(await facesInViews(models, { picture, base, inputs: wholeViews(base) }, checkpoint));
}

/** Those that are faces, of faces found as likely. */
export const sureOf = (faces: readonly Face[]): Face[] => faces.filter(({ score }) => score >= LEAST_SCORE);

async function facesInViews(
  models: ModelStore,
  { picture, base, inputs }: { picture: Picture; base: Raster; inputs: readonly Input[] },
  checkpoint: () => void,
): Promise<Face[]> {
  const found: Face[] = [];
  for (const input of inputs) {
    checkpoint();
    found.push(...(await facesIn(models, base, input)));
  }
  return strongest(found).map((face) => enlarged(face, base, picture));
}

function baseOf(picture: Picture): Raster {
  const scale = Math.min(1, FINDER_SIDE_PX / Math.max(picture.width, picture.height));
  const sideOf = (side: number) => Math.max(1, Math.round(side * scale));
  return resample(rasterOf(picture), sideOf(picture.width), sideOf(picture.height), 'area');
}

function enlarged({ score, ...box }: Face, from: Raster, to: Picture): Face {
  const [x, y] = [to.width / from.width, to.height / from.height];
  const large = { left: box.left * x, top: box.top * y, width: box.width * x, height: box.height * y };
  return { ...clampRect(large, to), score };
}

function wholeViews({ width, height }: Raster): Input[] {
  const whole = { left: 0, top: 0, width, height };
  const [larger, smaller] = SMALL_SIDES;
  return [
    [{ ...whole, side: WHOLE_SIDE, place: 0 }],
    [
      { ...whole, side: larger, place: 0 },
      { ...whole, side: smaller, place: INPUT_SIDE - smaller },
    ],
  ];
}

function quarterViews({ width, height }: Raster): Input[] {
  if (Math.max(width, height) < QUARTERS_FROM_PX) return [];
  const part = { width: Math.round(width * QUARTER_SHARE), height: Math.round(height * QUARTER_SHARE) };
  const corners = [0, height - part.height].flatMap((top) => [0, width - part.width].map((left) => ({ left, top })));
  return corners.map((corner) => [{ ...corner, ...part, side: INPUT_SIDE, place: 0 }]);
}

async function facesIn(models: ModelStore, base: Raster, views: Input): Promise<Face[]> {
  const model = await models.load('faces');
  const square = createRaster(INPUT_SIDE, INPUT_SIDE, 3);
  for (const view of views) draw(base, view, square);
  // This network takes 0..255, so the usual division is undone.
  const input = toTensor(square, { mean: [0, 0, 0], deviation: [1 / 255, 1 / 255, 1 / 255] });
  const [boxes, scores] = await runOne(model, input);
  return boxes && scores ? views.flatMap((view) => readFaces(boxes, scores, view, base)) : [];
}

const scaleOf = ({ width, height, side }: View): number => side / Math.max(width, height);

/** Draws the view at its place; the rest of the network's input stays black. */
function draw(base: Raster, view: View, square: Raster): void {
  const scale = scaleOf(view);
  const [width, height] = [view.width, view.height].map((side) => Math.max(1, Math.round(side * scale)));
  if (!width || !height) return;
  const seen = resample(cutRaster(base, view), width, height, scale < 1 ? 'area' : 'linear');
  for (let y = 0; y < height; y++) {
    const row = seen.data.subarray(y * width * 3, (y + 1) * width * 3);
    square.data.set(row, ((view.place + y) * INPUT_SIDE + view.place) * 3);
  }
}

/** Those of the network's boxes whose middle is in the view's square. */
function readFaces(boxes: Tensor, scores: Tensor, view: View, base: Raster): Face[] {
  const faces: Face[] = [];
  const edges = floatsOf(boxes);
  const sure = floatsOf(scores);
  const scale = scaleOf(view);
  for (let i = 0; i < sure.length; i++) {
    const score = at(sure, i);
    if (score < LEAST_LIKELY_SCORE) continue;
    const edge = (index: number) => at(edges, i * 4 + index) * INPUT_SIDE - view.place;
    const [top, left, bottom, right] = [edge(0), edge(1), edge(2), edge(3)];
    const isInside = (middle: number) => middle >= 0 && middle < view.side;
    if (!isInside((left + right) / 2) || !isInside((top + bottom) / 2)) continue;
    const box = {
      left: view.left + left / scale,
      top: view.top + top / scale,
      width: (right - left) / scale,
      height: (bottom - top) / scale,
    };
    faces.push({ ...clampRect(box, base), score });
  }
  return faces.filter(({ width, height }) => width > 0 && height > 0 && width <= height * WIDEST_FACE);
}

/** Non-maximum suppression: of boxes that show one face, the surest. */
function strongest(faces: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const face of [...faces].sort((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlapOf(face, other) < SAME_FACE_OVERLAP)) kept.push(face);
  }
  return kept;
}

/** Shared area against the smaller box: a nose found inside a face is the same face. */
function overlapOf(a: Rect, b: Rect): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}
