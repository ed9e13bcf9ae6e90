// Why: docs/decisions/2026-11-23-faces-by-a-tiny-network.md
import { readFile } from 'node:fs/promises';
import { MAX_FACES } from '@heirlight/contract/limits';
import type { FaceBox } from '@heirlight/contract/photo';
import {
  type FaceNetwork,
  type FoundFace,
  facesAt,
  type Stored,
  shareOf,
  surest,
  wasmNetwork,
  weightsFrom,
} from '@heirlight/imaging/faces';
import { once } from '../once';
import { fromRgb, type RawPicture, reduceRgb } from '../pictures';

/** Long sides in pixels at which the picture is looked at: each size of the network's boxes fits other faces. */
const SIDES_PX = [256, 448, 720];

/** Long sides in pixels at which small faces are looked for, in tiles, so that memory stays small. */
const TILED_SIDES_PX = [1440, 2160];
/** The second takes long. Only a picture that has shown faces, all narrower than this share of it, is worth it. */
const GROUP_FACE_WIDTH = 0.1;
const TILE_PX = 512;
/** By how much tiles overlap: a face of at most so many pixels is whole in one of them. */
const TILE_OVERLAP_PX = 96;
/** A small picture is enlarged at most so many times to be looked at. */
const MOST_ENLARGED = 2;

/** Reads the network. build.mjs copies its files beside the bundle, and points at them there. */
const readNetwork = once(async (): Promise<FaceNetwork> => {
  const [text, bytes] = await Promise.all([
    readFile(require.resolve('@heirlight/imaging/faces/weights.json'), 'utf8'),
    readFile(require.resolve('@heirlight/imaging/faces/weights.bin')),
  ]);
  return wasmNetwork(weightsFrom(JSON.parse(text) as Record<string, Stored>, bytes));
});

async function foundWhole(network: FaceNetwork, picture: RawPicture): Promise<FoundFace[]> {
  const found: FoundFace[] = [];
  for (const [index, side] of SIDES_PX.entries()) {
    // Nothing is enlarged: a small picture is looked at once.
    if (index > 0 && (SIDES_PX[index - 1] ?? 0) >= Math.max(picture.width, picture.height)) break;
    const seen = await reduceRgb(picture, side);
    found.push(...facesAt(network, seen).map((face) => shareOf(face, seen)));
  }
  return found;
}

const largestFirst = (found: readonly FoundFace[]): FaceBox[] =>
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
async function foundInTiles(network: FaceNetwork, picture: RawPicture, side: number): Promise<FoundFace[]> {
  const scale = Math.min(MOST_ENLARGED, side / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const data = await (await fromRgb(picture)).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const seen = { data, width, height };
  const found: FoundFace[] = [];
  for (const top of tileStarts(height)) {
    for (const left of tileStarts(width)) {
      const part = { left, top, width: Math.min(TILE_PX, width), height: Math.min(TILE_PX, height) };
      const tile = { ...part, data: await (await fromRgb(seen)).extract(part).raw().toBuffer() };
      for (const face of facesAt(network, tile)) {
        if (Math.max(face.width, face.height) > TILE_OVERLAP_PX) continue;
        found.push(shareOf({ ...face, x: face.x + left, y: face.y + top }, seen));
      }
    }
  }
  return found;
}

/**
 * Finds the faces of a picture, as shares of its width and height, largest first, at most MAX_FACES. Faces narrower than a
 * fifteenth of the picture, down to a fortieth, are found only if small ones are asked for, which takes four times as long.
 */
export async function findFaces(picture: RawPicture, { small = false } = {}): Promise<FaceBox[]> {
  const network = await readNetwork();
  const found = await foundWhole(network, picture);
  if (!small) return largestFirst(found);
  const [first = 0, second = 0] = TILED_SIDES_PX;
  found.push(...(await foundInTiles(network, picture, first)));
  const isGroup = found.length > 0 && found.every(({ width }) => width < GROUP_FACE_WIDTH);
  const isSeenWhole = MOST_ENLARGED * Math.max(picture.width, picture.height) <= first;
  if (isGroup && !isSeenWhole) found.push(...(await foundInTiles(network, picture, second)));
  return largestFirst(found);
}
