/**
 * Makes the before/after pictures of the landing page and of the tools:
 * `npx tsx web/scripts/makeDemoPictures.ts <folders of originals>`. Then run `npm run pictures -w web` for the sizes the
 * page loads. `demoPictures.ts` names the originals. Prints the name of a missing one and keeps its old pictures.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine } from '@heirlight/restore-engine';
import { bundleWorker, modelFolder } from '@heirlight/restore-engine/testing';
import sharp from 'sharp';
import { DEMO_PICTURES, TOOL_PICTURES, type ToolPicture } from './demoPictures';

const MOST_BYTES = 150_000;
const MOST_WIDTH_PX = 960;
/** A tool's picture is shown this wide at most, on a dense screen. One that the tool enlarges is shown as large before. */
const TOOL_PX = 480;

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('Say which folders hold the originals.');
const target = fileURLToPath(new URL('../public/demo', import.meta.url));
mkdirSync(target, { recursive: true });
const engine = createEngine({
  workers: 1,
  workerFile: bundleWorker('demo-worker'),
  modelFolder: modelFolder(),
});

const tools = TOOL_PICTURES.map((picture) => ({ ...picture, name: `tool-${picture.tool}`, shownPx: TOOL_PX }));
for (const demo of [...DEMO_PICTURES, ...tools]) {
  const original = folders.map((folder) => path.join(folder, demo.original)).find((file) => existsSync(file));
  if (!original) {
    console.log(`${demo.name}: ${demo.original} is missing`);
    continue;
  }
  const before = await prepared(demo, original);
  const signal = new AbortController().signal;
  const { output } = await engine.restore({
    tool: demo.tool,
    input: before,
    format: 'png',
    signal,
    onProgress: () => undefined,
  });
  for (const [moment, picture] of [
    ['before', before],
    ['after', output],
  ] as const) {
    const shown = 'shownPx' in demo ? sharp(picture).resize({ width: demo.shownPx, kernel: 'cubic' }) : sharp(picture);
    const { data, quality } = await fitted(await shown.png().toBuffer());
    writeFileSync(path.join(target, `${demo.name}-${moment}.jpg`), data);
    console.log(`${demo.name}-${moment}.jpg ${Math.round(data.length / 1000)} kB at quality ${quality}`);
  }
}
await engine.close();

const credit = ({ title, year, author, source, licence }: (typeof DEMO_PICTURES | typeof TOOL_PICTURES)[number]) => ({
  title: `${title}, ${year}`,
  author,
  source,
  licence,
});
const credits = {
  interim: false,
  pictures: DEMO_PICTURES.map((picture) => ({ slot: picture.name, ...credit(picture) })),
  tools: TOOL_PICTURES.map((picture) => ({ tool: picture.tool, ...credit(picture) })),
};
writeFileSync(path.join(target, 'credits.json'), `${JSON.stringify(credits, null, 2)}\n`);

/** Cuts a photograph out and does to it what its entry says. The date lies across the middle, where a pair is split. */
async function prepared(picture: Pick<ToolPicture, 'crop'> & Partial<ToolPicture>, file: string): Promise<Buffer> {
  const { crop, widthPx = MOST_WIDTH_PX, blurPx, stamp } = picture;
  const cut = await sharp(readFileSync(file))
    .extract(crop)
    .resize({ width: widthPx, withoutEnlargement: true })
    .png()
    .toBuffer();
  if (blurPx) return await sharp(cut).blur(blurPx).png().toBuffer();
  if (!stamp) return cut;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${widthPx}">
    <text x="50%" y="93%" text-anchor="middle" font-family="DejaVu Sans Mono" font-weight="bold" font-size="${widthPx * 0.08}"
      fill="#ff9a2e">${stamp}</text></svg>`;
  return await sharp(cut)
    .composite([{ input: Buffer.from(drawing) }])
    .png()
    .toBuffer();
}

/** As JPEG of the best quality that keeps to the budget. */
async function fitted(picture: Buffer): Promise<{ data: Buffer; quality: number }> {
  for (let quality = 86; quality > 40; quality -= 4) {
    const data = await sharp(picture).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (data.length <= MOST_BYTES) return { data, quality };
  }
  throw new Error('The picture is too detailed for its budget.');
}
