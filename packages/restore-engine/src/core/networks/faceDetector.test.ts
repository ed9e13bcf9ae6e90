import { expect, test } from '@jest/globals';
import { modelsInMemory } from '../../testing/modelsInMemory';
import { createPicture } from '../image/picture';
import { findLargeFaces, strongest } from './faceDetector';

const SIDE = 300;
/** Pixels of the network's input. */
const INPUT = 512;

/** Faces in a square picture whose network finds the same box, in pixels of its input, wherever it looks. */
async function facesFor(box: { left: number; top: number; right: number; bottom: number }) {
  const models = modelsInMemory({
    faces: () => [
      {
        type: 'float32',
        dims: [1, 1, 4],
        data: Float32Array.of(box.top / INPUT, box.left / INPUT, box.bottom / INPUT, box.right / INPUT),
      },
      { type: 'float32', dims: [1, 1], data: Float32Array.of(0.9) },
    ],
  });
  return await findLargeFaces(models, createPicture(SIDE, SIDE), () => undefined);
}

test('a box is a face where its view lies in the picture', async () => {
  const faces = await facesFor({ left: 51, top: 51, right: 154, bottom: 154 });
  // The whole picture at 512 pixels, and at 256.
  expect(faces.map(({ left }) => Math.round(left / 10)).sort()).toEqual([3, 6]);
});

test('a box that lies beyond its view is no face', async () => {
  const faces = await facesFor({ left: 240, top: 51, right: 280, bottom: 154 });
  expect(faces).toHaveLength(1);
  expect(faces[0]?.left).toBe(140);
});

test('a box wider than any person’s face is an animal’s', async () => {
  expect(await facesFor({ left: 50, top: 50, right: 180, bottom: 150 })).toEqual([]);
});

test('of boxes that show one face the surest stays', () => {
  const face = (left: number, score: number) => ({ left, top: 0, width: 10, height: 10, score });
  expect(strongest([face(0, 0.6), face(2, 0.9), face(30, 0.7)])).toEqual([face(2, 0.9), face(30, 0.7)]);
});
