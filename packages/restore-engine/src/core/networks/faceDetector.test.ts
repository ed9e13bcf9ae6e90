import { expect, test } from '@jest/globals';
import { modelsInMemory } from '../../testing/modelsInMemory';
import { createPicture } from '../image/picture';
import { findFaces, findLargeFaces, findLikelyFaces } from './faceDetector';

const SIDE = 300;
/** Pixels of the network's input. */
const INPUT = 512;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  score?: number;
}

/** Faces in a square picture whose network finds the same boxes, in pixels of its input, wherever it looks. */
function modelsFor(boxes: readonly Box[]) {
  const edges = boxes.flatMap(({ top, left, bottom, right }) => [top, left, bottom, right]);
  const scores = boxes.map(({ score = 0.9 }) => score);
  return modelsInMemory({
    faces: () => [
      {
        type: 'float32',
        dims: [1, boxes.length, 4],
        data: Float32Array.from(edges, (edge) => edge / INPUT),
      },
      { type: 'float32', dims: [1, boxes.length], data: Float32Array.from(scores) },
    ],
  });
}

const facesFor = (...boxes: Box[]) => findLargeFaces(modelsFor(boxes), createPicture(SIDE, SIDE), () => undefined);

test('a box inside its view is a face', async () => {
  const faces = await facesFor({ left: 51, top: 51, right: 154, bottom: 154 });
  // The whole picture at 512 pixels, and at 256.
  expect(faces.map(({ left }) => Math.round(left / 10)).sort()).toEqual([3, 6]);
});

test('a box outside its view is not a face', async () => {
  const faces = await facesFor({ left: 240, top: 51, right: 280, bottom: 154 });
  expect(faces).toHaveLength(1);
  expect(faces[0]?.left).toBe(140);
});

test('a box wider than any person’s face is an animal’s', async () => {
  expect(await facesFor({ left: 50, top: 50, right: 180, bottom: 150 })).toEqual([]);
});

test('of several boxes around one face, the most certain stays', async () => {
  const face = { left: 300, top: 300, right: 340, bottom: 340 };
  const beside = { left: 310, top: 300, right: 350, bottom: 340 };
  const faces = await facesFor({ ...face, score: 0.6 }, { ...beside, score: 0.75 });
  expect(faces.map(({ score }) => score)).toEqual([0.75]);
});

test('a face that the network doubts is likely only', async () => {
  const box = { left: 51, top: 51, right: 154, bottom: 154 };
  const found = async (find: typeof findFaces, score: number) =>
    (await find(modelsFor([{ ...box, score }]), createPicture(SIDE, SIDE), () => undefined)).length;
  expect(await found(findFaces, 0.3)).toBe(0);
  expect(await found(findLargeFaces, 0.3)).toBe(0);
  expect(await found(findLikelyFaces, 0.3)).toBe(2);
  expect(await found(findLikelyFaces, 0.1)).toBe(0);
});
