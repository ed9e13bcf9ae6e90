// Why: docs/decisions/2026-11-23-faces-by-a-tiny-network.md
import { MAX_FACES } from '@heirlight/contract/limits';
import type { FaceBox } from '@heirlight/contract/photo';
import { fromRgb, type RawPicture, reduceRgb } from '../pictures';
import { BOX_NUMBERS, BOXES, CELL_PX, readWeights, runNetwork, type Weights } from './network';
import { overlap } from './overlap';

/** Widths and heights of the faces that the network's boxes stand for, in squares. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
/** Long sides in pixels at which the picture is looked at: each size of the network's boxes fits other faces. */
const SIDES_PX = [256, 448, 720];
/** Of 29 photographs, the portrait of one of 22 people is missed above it, and nothing else is taken for a face. */
const LEAST_SCORE = 0.55;
/** Boxes that share more than this of the smaller one show one face. */
const SAME_FACE = 0.4;

/** Long sides in pixels at which small faces are looked for, in tiles, so that memory stays small. */
const TILED_SIDES_PX = [1440, 2160];
/** The second takes long. Only a picture that has shown faces, all narrower than this share of it, is worth it. */
const GROUP_FACE_WIDTH = 0.1;
const TILE_PX = 512;
/** By how much tiles overlap: a face of at most so many pixels is whole in one of them. */
const TILE_OVERLAP_PX = 96;
/** A small picture is enlarged at most so many times to be looked at. */
const MOST_ENLARGED = 2;

interface Found extends FaceBox {
  score: number;
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** The faces at one size, in pixels of it. */
function facesAt(weights: Weights, picture: RawPicture): Found[] {
  const { data, width, height } = runNetwork(weights, picture);
  const found: Found[] = [];
  for (let cell = 0; cell < width * height; cell++) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    for (const [index, [anchorWidth, anchorHeight]] of ANCHORS.entries()) {
      const at = (cell * BOXES + index) * BOX_NUMBERS;
      const [left = 0, top = 0, wide = 0, high = 0, certainty = 0] = data.subarray(at, at + BOX_NUMBERS);
      const score = sigmoid(certainty);
      if (score < LEAST_SCORE) continue;
      const [boxWidth, boxHeight] = [Math.exp(wide) * anchorWidth * CELL_PX, Math.exp(high) * anchorHeight * CELL_PX];
      const [x, y] = [(column + sigmoid(left)) * CELL_PX, (row + sigmoid(top)) * CELL_PX];
      found.push({ x: x - boxWidth / 2, y: y - boxHeight / 2, width: boxWidth, height: boxHeight, score });
    }
  }
  return found;
}

/** In shares of the picture, within it. */
function shareOf({ x, y, width, height, score }: Found, picture: RawPicture): Found {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const [left, top] = [within(x / picture.width), within(y / picture.height)];
  const [right, bottom] = [within((x + width) / picture.width), within((y + height) / picture.height)];
  return { x: left, y: top, width: right - left, height: bottom - top, score };
}

let weights: Promise<Weights> | null = null;

function readOnce(): Promise<Weights> {
  weights ??= readWeights().catch((error: unknown) => {
    weights = null;
    throw error;
  });
  return weights;
}

/** Of boxes that show one face, the surest. */
function surest(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const face of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(face, other) < SAME_FACE)) kept.push(face);
  }
  return kept;
}

async function foundWhole(known: Weights, picture: RawPicture): Promise<Found[]> {
  const found: Found[] = [];
  for (const [index, side] of SIDES_PX.entries()) {
    // Nothing is enlarged: a small picture is looked at once.
    if (index > 0 && (SIDES_PX[index - 1] ?? 0) >= Math.max(picture.width, picture.height)) break;
    const seen = await reduceRgb(picture, side);
    found.push(...facesAt(known, seen).map((face) => shareOf(face, seen)));
  }
  return found;
}

const largestFirst = (found: readonly Found[]): FaceBox[] =>
  surest(found)
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MAX_FACES)
    .map(({ x, y, width, height }) => ({ x, y, width, height }));

/** Where tiles begin along a side. */
function tileStarts(side: number): number[] {
  const step = TILE_PX - TILE_OVERLAP_PX;
  const count = Math.max(1, Math.ceil((side - TILE_OVERLAP_PX) / step));
  return Array.from({ length: count }, (_, index) => Math.max(0, Math.min(index * step, side - TILE_PX)));
}

/** The small faces of a picture that is looked at in tiles. Faces that a tile's edge may cut belong to its neighbour. */
async function foundInTiles(known: Weights, picture: RawPicture, side: number): Promise<Found[]> {
  const scale = Math.min(MOST_ENLARGED, side / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const data = await (await fromRgb(picture)).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const seen = { data, width, height };
  const found: Found[] = [];
  for (const top of tileStarts(height)) {
    for (const left of tileStarts(width)) {
      const part = { left, top, width: Math.min(TILE_PX, width), height: Math.min(TILE_PX, height) };
      const tile = { ...part, data: await (await fromRgb(seen)).extract(part).raw().toBuffer() };
      for (const face of facesAt(known, tile)) {
        if (Math.max(face.width, face.height) > TILE_OVERLAP_PX) continue;
        found.push(shareOf({ ...face, x: face.x + left, y: face.y + top }, seen));
      }
    }
  }
  return found;
}

/**
 * Finds the faces of a picture, as shares of its width and height, largest first, at most MAX_FACES. Takes about 1.5
 * seconds of processor time. Faces narrower than a fifteenth of the picture are found only if small ones are asked for:
 * down to a fortieth, in 3 seconds more, and 5 more for a group.
 */
export async function findFaces(picture: RawPicture, { small = false } = {}): Promise<FaceBox[]> {
  const known = await readOnce();
  const found = await foundWhole(known, picture);
  if (!small) return largestFirst(found);
  const [first = 0, second = 0] = TILED_SIDES_PX;
  found.push(...(await foundInTiles(known, picture, first)));
  const isGroup = found.length > 0 && found.every(({ width }) => width < GROUP_FACE_WIDTH);
  const isSeenWhole = MOST_ENLARGED * Math.max(picture.width, picture.height) <= first;
  if (isGroup && !isSeenWhole) found.push(...(await foundInTiles(known, picture, second)));
  return largestFirst(found);
}
