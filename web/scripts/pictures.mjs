/**
 * Makes the responsive sizes of the demo photographs and the table the landing page reads, and the installed app's icons
 * and screenshots.
 * Run `npm run pictures -w web` after the pictures in `public/demo` or their `credits.json` changed; a test notices a
 * table that is behind.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const SLOTS = ['hero', 'portrait', 'damaged', 'colorization'];
const WIDTHS_PX = [360, 480, 560, 720, 800, 960];
/** Small beside a tool's name, and fetched for all six tools at once. */
const TOOL_WIDTHS_PX = [360];
/** AVIF has been Baseline "widely available" since July 2026. Grain of old prints costs: at 54 it is twice the bytes. */
const AVIF = { quality: 42, effort: 5 };
const SCREENSHOT = { quality: 60, effort: 6 };

const web = new URL('../', import.meta.url);
const demo = new URL('public/demo/', web);
const sizes = new URL('sizes/', demo);
const table = new URL('src/features/landing/demoPictures.json', web);
/** Apart from the other table, which is in the script that a login downloads. */
const toolTable = new URL('src/features/landing/toolPictures.json', web);

/** As the linter wants JSON: a list of one number in one line. */
const written = (content) => `${JSON.stringify(content, null, 2).replace(/\[\s+(\d+)\s+\]/g, '[$1]')}\n`;

async function resize(name, wantedWidths) {
  const bytes = await readFile(new URL(`${name}.jpg`, demo));
  const { width, height } = await sharp(bytes).metadata();
  const widths = [...new Set(wantedWidths.map((wanted) => Math.min(wanted, width)))];
  for (const target of widths) {
    const file = new URL(`${name}-${target}.avif`, sizes);
    await sharp(bytes).resize({ width: target }).avif(AVIF).toFile(file.pathname);
  }
  return { width, height, widths, sha256: createHash('sha256').update(bytes).digest('hex') };
}

await rm(sizes, { recursive: true, force: true });
await mkdir(sizes, { recursive: true });

async function pair(name, wantedWidths) {
  const before = await resize(`${name}-before`, wantedWidths);
  const after = await resize(`${name}-after`, wantedWidths);
  if (Math.abs(before.width / before.height - after.width / after.height) > 0.02) {
    throw new Error(`${name}: before and after differ in shape, so they cannot lie over each other`);
  }
  return { before, after };
}

const pictures = {};
for (const slot of SLOTS) pictures[slot] = await pair(slot, WIDTHS_PX);
const { pictures: credits, tools } = JSON.parse(await readFile(new URL('credits.json', demo), 'utf8'));
for (const slot of SLOTS) {
  const credit = credits?.find((candidate) => candidate.slot === slot);
  if (!credit?.title || !credit.author || !credit.licence) {
    throw new Error(`credits.json: pictures[] needs { slot: '${slot}', title, author, licence }`);
  }
}
await writeFile(table, written({ pictures, credits }));

/** Colours of the icons: the favicon's in the light scheme, on paper (src/theme/tokens.ts). */
const [INK, PAPER] = ['#9a431f', '#faf6ef'];
const drawing = (await readFile(new URL('public/favicon.svg', web), 'utf8'))
  .replace(/<style>.*<\/style>/s, '')
  .replaceAll('currentColor', INK);

/** @param {number} share of the side that the drawing takes; a system may cut off a tenth on each side of a mask's icon */
async function icon(name, side, share) {
  const inner = Math.round(side * share);
  const picture = await sharp(Buffer.from(drawing), { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const paper = sharp({ create: { width: side, height: side, channels: 3, background: PAPER } });
  const file = new URL(`public/icons/${name}.png`, web);
  await paper
    .composite([{ input: picture }])
    .png({ palette: true })
    .toFile(file.pathname);
}
await mkdir(new URL('public/icons/', web), { recursive: true });
await icon('apple-touch-icon', 180, 0.7);
await icon('icon-192', 192, 0.8);
await icon('icon-512', 512, 0.8);
await icon('icon-maskable-512', 512, 0.6);

/** What an installer shows of the page, by its form and its width. */
const SCREENSHOTS = { wide: ['1280-light', 1280], narrow: ['390-light', 780] };
await mkdir(new URL('public/screenshots/', web), { recursive: true });
for (const [form, [project, width]] of Object.entries(SCREENSHOTS)) {
  const file = new URL(`../build/shots/${project}/01-landing-top.png`, web);
  if (!existsSync(file)) console.warn(`${form} screenshot left as it is: first run npm run shots -- visitor`);
  else
    await sharp(file.pathname)
      .resize({ width })
      .webp(SCREENSHOT)
      .toFile(`${web.pathname}public/screenshots/${form}.webp`);
}
const toolPictures = {};
for (const { tool } of tools) toolPictures[tool] = await pair(`tool-${tool}`, TOOL_WIDTHS_PX);
await writeFile(toolTable, written({ pictures: toolPictures, credits: tools }));
