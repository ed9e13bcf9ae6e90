/** Finds faces: the SSD MobileNet of face-api, at several sizes and, for groups, on quarters of the picture. */
import type { Tensor } from 'onnxruntime-node';
import { at, clampRect, createRaster, cutRaster, type Picture, type Raster, type Rect } from '../image/picture';
import { resample } from '../image/resample';
import type { ModelStore } from './modelStore';
import { floatsOf, runOne, toTensor } from './tensor';

export interface Face extends Rect {
  /** How sure the network is, 0..1. */
  score: number;
}

const INPUT_SIDE = 512;
const LEAST_SCORE = 0.5;
/** A person's face is higher than it is wide; what fills a box wider than this, in heights, is an animal's (a cat: 1.27, people: .6 to .95). */
const WIDEST_FACE = 1.12;
const SAME_FACE_OVERLAP = 0.35;
/** Quarters overlap by this share of the picture, so that a face on a border is whole in one of them. */
const QUARTER_SHARE = 0.58;
/** A picture smaller than this gains nothing from being looked at in quarters. */
const QUARTERS_FROM_PX = 700;

/**
 * Long sides, in pixels, at which the whole picture is shown to the network. Soft faces are found only where they are small enough to
 * look sharp: blurred by a 150th of the picture's height, a portrait scores 0.05 at 512 and 0.97 at 160.
 */
const WHOLE_SIDES = [INPUT_SIDE, 256, 160];

interface View extends Rect {
  /** Long side at which the network sees it, in pixels. */
  side: number;
}

/** Faces, surest first, boxes within the picture. */
export async function findFaces(models: ModelStore, picture: Picture, checkpoint: () => void): Promise<Face[]> {
  return await facesInViews(models, picture, [...wholeViews(picture), ...quarterViews(picture)], checkpoint);
}

/** As `findFaces`, but for the sitters of portraits only: without the quarters, in less than half the time. */
export async function findLargeFaces(models: ModelStore, picture: Picture, checkpoint: () => void): Promise<Face[]> {
  return await facesInViews(models, picture, wholeViews(picture), checkpoint);
}

async function facesInViews(
  models: ModelStore,
  picture: Picture,
  views: readonly View[],
  checkpoint: () => void,
): Promise<Face[]> {
  const found: Face[] = [];
  for (const view of views) {
    checkpoint();
    found.push(...(await facesIn(models, picture, view)));
  }
  return strongest(found);
}

function wholeViews({ width, height }: Picture): View[] {
  return WHOLE_SIDES.map((side) => ({ left: 0, top: 0, width, height, side }));
}

function quarterViews({ width, height }: Picture): View[] {
  if (Math.max(width, height) < QUARTERS_FROM_PX) return [];
  const part = { width: Math.round(width * QUARTER_SHARE), height: Math.round(height * QUARTER_SHARE) };
  const corners = [0, height - part.height].flatMap((top) => [0, width - part.width].map((left) => ({ left, top })));
  return corners.map((corner) => ({ ...corner, ...part, side: INPUT_SIDE }));
}

async function facesIn(models: ModelStore, picture: Picture, view: View): Promise<Face[]> {
  const { session } = await models.load('faces');
  const scale = view.side / Math.max(view.width, view.height);
  const square = padToSquare(
    resample(
      cutRaster(picture, view),
      Math.max(1, Math.round(view.width * scale)),
      Math.max(1, Math.round(view.height * scale)),
      scale < 1 ? 'area' : 'linear',
    ),
  );
  // This network takes 0..255, so the usual division is undone.
  const input = toTensor(square, { mean: [0, 0, 0], deviation: [1 / 255, 1 / 255, 1 / 255] });
  const [boxes, scores] = await runOne(session, input);
  return boxes && scores ? readFaces(boxes, scores, { view, scale, picture }) : [];
}

function readFaces(
  boxes: Tensor,
  scores: Tensor,
  { view, scale, picture }: { view: Rect; scale: number; picture: Picture },
): Face[] {
  const faces: Face[] = [];
  const edges = floatsOf(boxes);
  const sure = floatsOf(scores);
  const back = INPUT_SIDE / scale;
  for (let i = 0; i < sure.length; i++) {
    const score = at(sure, i);
    if (score < LEAST_SCORE) continue;
    const top = view.top + at(edges, i * 4) * back;
    const left = view.left + at(edges, i * 4 + 1) * back;
    const box = {
      left,
      top,
      width: view.left + at(edges, i * 4 + 3) * back - left,
      height: view.top + at(edges, i * 4 + 2) * back - top,
    };
    faces.push({ ...clampRect(box, picture), score });
  }
  return faces.filter(({ width, height }) => width > 0 && height > 0 && width <= height * WIDEST_FACE);
}

function padToSquare(raster: Raster): Raster {
  const square = createRaster(INPUT_SIDE, INPUT_SIDE, 3);
  for (let y = 0; y < raster.height; y++) {
    const row = raster.data.subarray(y * raster.width * 3, (y + 1) * raster.width * 3);
    square.data.set(row, y * INPUT_SIDE * 3);
  }
  return square;
}

/** Non-maximum suppression: of boxes that show one face, the surest. */
export function strongest(faces: readonly Face[]): Face[] {
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
