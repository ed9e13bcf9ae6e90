/**
 * Makes the responsive sizes of the demo photographs and the table the landing page reads.
 * Run `npm run pictures -w web` after the pictures in `public/demo` or their `credits.json` changed; a test notices a
 * table that is behind.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const SLOTS = ['hero', 'portrait', 'damaged', 'colorization'];
const WIDTHS_PX = [360, 480, 560, 720, 800, 960];
/** AVIF has been Baseline "widely available" since July 2026. Grain of old prints costs: at 54 it is twice the bytes. */
const AVIF = { quality: 42, effort: 5 };

const web = new URL('../', import.meta.url);
const demo = new URL('public/demo/', web);
const sizes = new URL('sizes/', demo);
const table = new URL('src/features/landing/demoPictures.json', web);

async function resize(name) {
  const bytes = await readFile(new URL(`${name}.jpg`, demo));
  const { width, height } = await sharp(bytes).metadata();
  const widths = [...new Set(WIDTHS_PX.map((wanted) => Math.min(wanted, width)))];
  for (const target of widths) {
    const file = new URL(`${name}-${target}.avif`, sizes);
    await sharp(bytes).resize({ width: target }).avif(AVIF).toFile(file.pathname);
  }
  return { width, height, widths, sha256: createHash('sha256').update(bytes).digest('hex') };
}

await rm(sizes, { recursive: true, force: true });
await mkdir(sizes, { recursive: true });
const pictures = {};
for (const slot of SLOTS) {
  const before = await resize(`${slot}-before`);
  const after = await resize(`${slot}-after`);
  if (Math.abs(before.width / before.height - after.width / after.height) > 0.02) {
    throw new Error(`${slot}: before and after differ in shape, so they cannot lie over each other`);
  }
  pictures[slot] = { before, after };
}
const { pictures: credits } = JSON.parse(await readFile(new URL('credits.json', demo), 'utf8'));
for (const slot of SLOTS) {
  const credit = credits?.find((candidate) => candidate.slot === slot);
  if (!credit?.title || !credit.author || !credit.licence) {
    throw new Error(`credits.json: pictures[] needs { slot: '${slot}', title, author, licence }`);
  }
}
await writeFile(table, `${JSON.stringify({ pictures, credits }, null, 2)}\n`);
