import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { RawPicture } from '../pictures';
import { findFaces } from './findFaces';

const ROOT = join(__dirname, '../../../..');

async function photograph(file: string, turned = 0): Promise<RawPicture> {
  const photo = sharp(join(ROOT, file)).resize(448, 448, { fit: 'inside' }).rotate(turned).toColourspace('srgb');
  const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

test('the face of an old portrait is found where it is', async () => {
  const faces = await findFaces(await photograph('e2e/photos/mary_mackillop_c1890.jpg'));
  expect(faces).toHaveLength(1);
  const [face] = faces;
  expect(face?.x).toBeCloseTo(0.33, 1);
  expect(face?.y).toBeCloseTo(0.14, 1);
  expect(face?.width).toBeCloseTo(0.27, 1);
  expect(face?.height).toBeCloseTo(0.2, 1);
});

test('small faces are found where they are asked for', async () => {
  // Two full figures beside each other on their cards: faces of a twentieth of the picture.
  const file = join(ROOT, 'functions/bench/promise/photos/hubbard_pryor_cdv_1864.jpg');
  const { data, info } = await sharp(file).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const photo = { data, width: info.width, height: info.height };
  expect(await findFaces(photo)).toEqual([]);
  const faces = (await findFaces(photo, { small: true })).sort((a, b) => a.x - b.x);
  expect(faces).toHaveLength(2);
  for (const [index, [x, y]] of [
    [0.238, 0.29],
    [0.758, 0.3],
  ].entries()) {
    const face = faces[index];
    expect((face?.x ?? 0) + (face?.width ?? 0) / 2).toBeCloseTo(x ?? 0, 1);
    expect((face?.y ?? 0) + (face?.height ?? 0) / 2).toBeCloseTo(y ?? 0, 1);
    expect(face?.width).toBeLessThan(1 / 15);
  }
});

test('every box lies in the picture, the larger first', async () => {
  const one = await photograph('e2e/photos/mary_mackillop_c1890.jpg');
  // The same portrait beside itself, smaller and cut through the face by the picture's edge.
  const portrait = sharp(one.data, { raw: { ...one, channels: 3 } });
  const cut = await portrait.clone().extract({ left: 150, top: 0, width: 150, height: one.height }).png().toBuffer();
  const small = await portrait.clone().resize(220).png().toBuffer();
  const canvas = sharp({ create: { width: 448, height: one.height, channels: 3, background: '#777' } });
  const data = await canvas
    .composite([
      { input: cut, left: 0, top: 0 },
      { input: small, left: 190, top: 60 },
    ])
    .removeAlpha()
    .raw()
    .toBuffer();
  const faces = await findFaces({ data, width: 448, height: one.height });
  expect(faces.length).toBeGreaterThan(0);
  for (const { x, y, width, height } of faces) {
    expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.000001);
  }
  const areas = faces.map(({ width, height }) => width * height);
  expect(areas).toEqual([...areas].sort((a, b) => b - a));
});

test('a landscape has no face, nor has a picture of a few pixels', async () => {
  expect(await findFaces(await photograph('packages/restore-engine/testdata/moraine_lake.jpg'))).toEqual([]);
  expect(await findFaces({ data: Buffer.alloc(16 * 16 * 3, 128), width: 16, height: 16 })).toEqual([]);
});
