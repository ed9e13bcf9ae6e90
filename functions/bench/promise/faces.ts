/**
 * `npm run bench:faces`: whether another person's face is noticed, and an honest restoration left alone.
 *
 * Each photograph's largest face is aged (blur, grain, fading, JPEG), and compared with the undamaged one in another tone
 * and a little out of place (honest), the same behind scratches, and with another person's face or moved features.
 * Thresholds were chosen on the even half of the people; the odd half judges.
 */
import { createRequire } from 'node:module';
import type { FaceBox } from '@heirlight/contract/photo';
import type { Habit } from '@heirlight/replicate-emulator/habits';
import { findFaces } from '../../src/platform/faces/findFaces';
import { decodeRgb, fromRgb, type RawPicture, reduceRgb } from '../../src/platform/pictures';
import { compareFace } from '../../src/restore/tools/finish/sameFaces';
import { photographs, randomOf, withHabits } from './scenes';

// The finder looks its weights up as CommonJS does, which it is in the function and in its tests.
Object.assign(globalThis, { require: createRequire(import.meta.url) });

const random = randomOf(39);
const between = (least: number, most: number) => least + (most - least) * random();

interface Person {
  picture: RawPicture;
  face: FaceBox;
}

async function aged(picture: RawPicture): Promise<RawPicture> {
  const soft = await (await fromRgb(picture)).blur(between(0.4, 1.8)).raw().toBuffer();
  const [fade, lift, grain] = [between(0.35, 1), between(0, 90), between(0, 9)];
  const level = (value: number) => value * fade + lift + grain * (random() + random() + random() - 1.5) * 1.4;
  const data = Buffer.from(soft.map((value) => Math.min(255, Math.max(0, Math.round(level(value))))));
  const scan = (await fromRgb({ ...picture, data })).jpeg({ quality: Math.round(between(60, 92)) });
  return decodeRgb(await scan.toBuffer());
}

/** Two lines over the face; their width is a share of the face's. */
async function scratched({ picture, face }: Person, least = 0.008, most = 0.03): Promise<RawPicture> {
  const { width, height } = picture;
  const x = () => (face.x + face.width * random()) * width;
  const line = () =>
    `<path d="M${x()} ${face.y * height} L${x()} ${(face.y + face.height) * height}" stroke="#eee"
      stroke-width="${face.width * width * between(least, most)}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${line()}${line()}</svg>`;
  const marked = (await fromRgb(picture)).composite([{ input: Buffer.from(svg) }]).png();
  return decodeRgb(await marked.toBuffer());
}

/** The other person's face in an ellipse in the place of this one's, with a soft edge. */
async function replaced({ picture, face }: Person, other: Person): Promise<RawPicture> {
  const [width, height] = [Math.round(face.width * picture.width), Math.round(face.height * picture.height)];
  const cut = {
    left: Math.floor(other.face.x * other.picture.width),
    top: Math.floor(other.face.y * other.picture.height),
    width: Math.floor(other.face.width * other.picture.width),
    height: Math.floor(other.face.height * other.picture.height),
  };
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g">
    <stop offset="75%" stop-color="#fff"/><stop offset="100%" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 2}" ry="${height / 2}" fill="url(#g)"/></svg>`;
  const theirs = await (await fromRgb(other.picture))
    .extract(cut)
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer();
  const { default: sharp } = await import('sharp');
  const shaped = sharp(theirs)
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }]);
  const at = { left: Math.round(face.x * picture.width), top: Math.round(face.y * picture.height) };
  const made = (await fromRgb(picture)).composite([{ input: await shaped.png().toBuffer(), ...at }]).png();
  return decodeRgb(await made.toBuffer());
}

/** As the model returns it, in register but for what is left of it. */
function returned(picture: RawPicture, habits: readonly Habit[] = []): Promise<RawPicture> {
  return withHabits(picture, [
    ...habits,
    { kind: 'tone', gamma: between(0.7, 1.5), warmth: 10 },
    { kind: 'move', zoom: between(0.998, 1.002), x: between(-0.001, 0.001), y: between(-0.001, 0.001), degrees: 0 },
  ]);
}

const people: Person[] = [];
for (const { picture } of await photographs()) {
  const reduced = await reduceRgb(picture, 900);
  const [face] = await findFaces(reduced);
  if (face && face.width * reduced.width > 30) people.push({ picture: reduced, face });
}
const tally = new Map<string, { noticed: number; all: number; unsure: number }>();
async function note(kind: string, photo: RawPicture, result: RawPicture, face: FaceBox): Promise<void> {
  const { verdict } = await compareFace(photo, result, face);
  const row = tally.get(kind) ?? { noticed: 0, all: 0, unsure: 0 };
  row.all++;
  if (verdict === 'cannot tell') row.unsure++;
  if (verdict === 'another' || verdict === 'gone') row.noticed++;
  tally.set(kind, row);
}
for (const half of [0, 1]) {
  tally.clear();
  for (const [index, person] of people.entries()) {
    if (index % 2 !== half) continue;
    const { picture, face } = person;
    const photo = await aged(picture);
    await note('honest', photo, await returned(picture), face);
    await note('honest, scratches over the face', await aged(await scratched(person)), await returned(picture), face);
    const torn = await aged(await scratched(person, 0.05, 0.15));
    await note('honest, tears across the face', torn, await returned(picture), face);
    for (const step of [2, 5, 7]) {
      const other = people[(index + step) % people.length];
      if (!other) continue;
      await note('another person', photo, await returned(await replaced(person, other)), face);
      await note('another person, behind tears', torn, await returned(await replaced(person, other)), face);
    }
    const box = { left: face.x, top: face.y, width: face.width, height: face.height };
    for (const size of [0.05, 0.1, 0.2]) {
      const habit: Habit = { kind: 'features', box, size, seed: Math.floor(random() * 1e6) };
      await note(`features moved by ${100 * size} % of the face`, photo, await returned(picture, [habit]), face);
    }
  }
  console.log(`${half === 0 ? 'chosen on' : 'kept apart'}, ${Math.ceil((people.length - half) / 2)} people`);
  for (const [kind, { noticed, all, unsure }] of tally) {
    const share = ((100 * noticed) / Math.max(1, all - unsure)).toFixed(1);
    console.log(
      `  ${kind.padEnd(36)} ${share.padStart(5)} % taken for another face, of ${all - unsure}; ${unsure} too poor`,
    );
  }
}
