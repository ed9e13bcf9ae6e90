import { join } from 'node:path';
import type { FaceBox } from '@heirlight/contract/photo';
import { applyHabits, type Habit } from '@heirlight/replicate-emulator/habits';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decodeRgb, fromRgb, type RawPicture } from '../../../platform/pictures';
import { compareFace, type FindFaces, keepFaces, OtherPeople } from './sameFaces';

const PHOTOS = join(__dirname, '../../../../../packages/restore-engine/testdata/bench');
const photograph = async (name: string) => decodeRgb(await sharp(join(PHOTOS, name)).resize(400).png().toBuffer());
/** Where the face is in the photograph of Mae Jemison. */
const FACE: FaceBox = { x: 0.36, y: 0.12, width: 0.3, height: 0.3 };
const BOX = { left: FACE.x, top: FACE.y, width: FACE.width, height: FACE.height };
const HONEST: Habit[] = [
  { kind: 'tone', gamma: 1.3, warmth: 12 },
  { kind: 'move', zoom: 1.002, x: 0.0005, y: 0, degrees: 0 },
];
const drawn = async (picture: RawPicture, habits: readonly Habit[]) =>
  decodeRgb(await applyHabits(await (await fromRgb(picture)).png().toBuffer(), { habits, format: 'png' }));
/** Like a small one: found in the photo, where even small ones are looked for. */
const found: FindFaces = async (_, how) => (how?.small ? [FACE] : []);

/** As a scan of an old print shows it: softer, faded, with grain. */
async function old(picture: RawPicture): Promise<RawPicture> {
  const soft = await (await fromRgb(picture)).blur(1).raw().toBuffer();
  let state = 7;
  const noise = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return (state / 4_294_967_296 - 0.5) * 16;
  };
  return { ...picture, data: Buffer.from(soft.map((level) => Math.min(255, Math.max(0, 60 + level * 0.6 + noise())))) };
}

/** Another person's face in the place of this one. */
async function replaced(picture: RawPicture): Promise<RawPicture> {
  const other = await photograph('sally_ride_1984.jpg');
  const [width, height] = [Math.round(FACE.width * picture.width), Math.round(FACE.height * picture.height)];
  const cut = { left: Math.round(0.33 * other.width), top: Math.round(0.1 * other.height), width, height };
  const face = await (await fromRgb(other)).extract(cut).png().toBuffer();
  const at = { left: Math.round(FACE.x * picture.width), top: Math.round(FACE.y * picture.height) };
  return decodeRgb(
    await (await fromRgb(picture))
      .composite([{ input: face, ...at }])
      .png()
      .toBuffer(),
  );
}

test('the same face after an honest restoration is not touched', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const result = await drawn(truth, HONEST);
  const before = Buffer.from(result.data);
  expect(await keepFaces(await old(truth), result, found)).toEqual([{ ...FACE, verdict: 'same' }]);
  expect(result.data.equals(before)).toBe(true);
});

test('another person’s face, and one whose features moved, are drawn back to the photo’s; what is around them stays', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const photo = await old(truth);
  for (const made of [
    await drawn(await replaced(truth), HONEST),
    await drawn(truth, [{ kind: 'features', box: BOX, size: 0.2, seed: 3 }, ...HONEST]),
  ]) {
    expect((await compareFace(photo, made, FACE)).verdict).toBe('another');
    const before = Buffer.from(made.data);
    expect(await keepFaces(photo, made, found)).toEqual([{ ...FACE, verdict: 'closer' }]);
    expect((await compareFace(photo, made, FACE)).verdict).toBe('same');
    const corner = made.width * Math.round(made.height * 0.9) * 3;
    expect(made.data.subarray(corner).equals(before.subarray(corner))).toBe(true);
  }
});

test.each([1, 2, 3])('features that moved by a twentieth of the face are noticed (%d)', async (seed) => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const moved = await drawn(truth, [{ kind: 'features', box: BOX, size: 0.05, seed }, ...HONEST]);
  expect((await compareFace(await old(truth), moved, FACE)).verdict).toBe('another');
});

test('a face is the same where the register left it a fortieth of its size out of place', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const made = await drawn(truth, [...HONEST, { kind: 'move', zoom: 1, x: 0.008, y: 0, degrees: 0 }]);
  expect((await compareFace(await old(truth), made, FACE)).verdict).toBe('same');
});

test('scratches of the photo that the model repaired do not make the face another’s', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const lines = [0.4, 0.5, 0.57].map(
    (x) =>
      `<path d="M${x * truth.width} 0 L${(x + 0.04) * truth.width} ${truth.height}" stroke="#eee" stroke-width="4"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${truth.width}" height="${truth.height}">${lines}</svg>`;
  const scratched = (await fromRgb(truth)).composite([{ input: Buffer.from(svg) }]).png();
  const photo = await old(await decodeRgb(await scratched.toBuffer()));
  expect((await compareFace(photo, await drawn(truth, HONEST), FACE)).verdict).toBe('same');
});

/** A tear from the top to the bottom of the photo, through the face; its middle is at .4 to .52 of the width. */
async function torn(photo: RawPicture): Promise<RawPicture> {
  const { width, height } = photo;
  const tear = `<path d="M${0.4 * width} 0 L${0.52 * width} ${height}" stroke="#f4f0e6" stroke-width="${0.025 * width}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${tear}</svg>`;
  const marked = (await fromRgb(photo)).composite([{ input: Buffer.from(svg) }]).png();
  return decodeRgb(await marked.toBuffer());
}

test('a tear across the face that the model repaired does not make it another’s; another’s behind it is noticed', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const photo = await torn(await old(truth));
  expect((await compareFace(photo, await drawn(truth, HONEST), FACE)).verdict).toBe('same');
  expect((await compareFace(photo, await drawn(await replaced(truth), HONEST), FACE)).verdict).toBe('another');
});

test('a face that is drawn back to the photo’s does not get the photo’s tear with it', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const photo = await torn(await old(truth));
  const made = await drawn(await replaced(truth), HONEST);
  const whole = Buffer.from(made.data);
  expect(await keepFaces(photo, made, found)).toEqual([{ ...FACE, verdict: 'closer' }]);
  const { width, height } = made;
  const levels = (data: Buffer, shift: number) =>
    Array.from({ length: 30 }, (_, i) => {
      const y = Math.round((0.2 + 0.12 * (i / 30)) * height);
      const x = Math.round((0.4 + 0.12 * (y / height) + shift) * width);
      return data[(y * width + x) * 3] ?? 0;
    });
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  // Paper is lighter than anything in this face.
  expect(Math.abs(mean(levels(made.data, 0)) - mean(levels(whole, 0)))).toBeLessThan(3);
  expect(levels(made.data, 0.04)).not.toEqual(levels(whole, 0.04));
});

test('a face that is too small, too blurred, or found in the result only, is left and said to be unsure', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const [tiny, blurred] = [
    await decodeRgb(await (await fromRgb(truth)).resize(50).png().toBuffer()),
    await decodeRgb(await (await fromRgb(truth)).blur(60).png().toBuffer()),
  ];
  for (const photo of [tiny, blurred]) {
    const result = await replaced(truth);
    const before = Buffer.from(result.data);
    expect(await keepFaces(photo, result, found)).toEqual([{ ...FACE, verdict: 'unsure' }]);
    expect(result.data.equals(before)).toBe(true);
  }
  const result = await drawn(truth, HONEST);
  const onlyThere = async (picture: RawPicture) => (picture === result ? [FACE] : []);
  expect(await keepFaces(truth, result, onlyThere)).toEqual([{ ...FACE, verdict: 'unsure' }]);
  expect(await keepFaces(truth, result, async () => [])).toEqual([]);
});

test('somebody who is gone is told', async () => {
  const truth = await photograph('mae_jemison_1992.jpg');
  const empty = await drawn(truth, [{ kind: 'remove', box: { left: 0.2, top: 0.03, width: 0.6, height: 0.6 } }]);
  await expect(keepFaces(truth, empty, found)).rejects.toThrow(OtherPeople);
});

test('somebody who is not in the photo is told; a face in a hole of the photo is unsure', async () => {
  const result = await photograph('mae_jemison_1992.jpg');
  const around = { left: 0.2, top: 0.03, width: 0.6, height: 0.6 };
  const onlyThere = async (picture: RawPicture) => (picture === result ? [FACE] : []);
  const photo = await drawn(result, [{ kind: 'remove', box: around }]);
  await expect(keepFaces(photo, result, onlyThere)).rejects.toThrow(OtherPeople);
  const { width, height } = photo;
  const hole = { width: Math.round(width * 0.6), height: Math.round(height * 0.6), channels: 3 as const };
  const paper = await sharp({ create: { ...hole, background: '#eeeae0' } })
    .png()
    .toBuffer();
  const torn = (await fromRgb(photo)).composite([
    { input: paper, left: Math.round(width * 0.2), top: Math.round(height * 0.03) },
  ]);
  const holed = await decodeRgb(await torn.png().toBuffer());
  expect(await keepFaces(holed, result, onlyThere)).toEqual([{ ...FACE, verdict: 'unsure' }]);
});
