/**
 * Measures how well prints are found in snapshots: `npm run bench:prints [-- --tune] [-- --pictures <folder>]`. Without
 * `--tune` it prints the 30 snapshots that were kept apart while the rules were chosen.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { Pixels } from '../../src/domain/prepare/pixels';
import { findPrint, SURE } from '../../src/domain/prepare/print/findPrint';
import { type Quad, scaleQuad } from '../../src/domain/prepare/quad';
import { errorOf, readPicture } from './measure';
import { makeSnapshot } from './snapshots';
import type { SurfaceName } from './surfaces';

const ENGINE = 'packages/restore-engine/testdata/';
const E2E = 'e2e/photos/';
const inEngine = (names: string[]) => names.map((name) => `${ENGINE}${name}.jpg`);

interface Half {
  photos: string[];
  surfaces: SurfaceName[];
  firstSeed: number;
  count: number;
}

/** Rules and thresholds were chosen on these. */
const TUNED: Half = {
  photos: [
    ...inEngine(['bench/abraham_lincoln_1863', 'bench/astronaut_eileen_collins', 'bench/cat_chelsea']),
    ...inEngine(['bench/karl_marx_1875', 'bench/moraine_lake', 'bench/nyc_mulberry_street_c1900_photochrom']),
    `${E2E}hubbard_pryor_cdv_1864.jpg`,
  ],
  surfaces: ['wood', 'plain', 'paper', 'cloth', 'checks', 'stone', 'newspaper'],
  firstSeed: 1,
  count: 60,
};

/** These are only for judging: other photographs, other seeds, and some tables of their own. */
const KEPT_APART: Half = {
  photos: [
    ...inEngine(['bench/bedouin_woman_jerusalem_c1905', 'bench/grace_hopper_1984', 'bench/london_street_rain']),
    ...inEngine(['bench/mae_jemison_1992', 'bench/marie_curie_c1920', 'bench/sally_ride_1984']),
    ...inEngine(['bull_run_group_1860s']),
    `${E2E}mary_mackillop_c1890.jpg`,
  ],
  surfaces: ['wood', 'plain', 'paper', 'cloth', 'folds', 'checks', 'stone', 'carpet', 'newspaper'],
  firstSeed: 9001,
  count: 30,
};

const { values } = parseArgs({
  options: {
    tune: { type: 'boolean', default: false },
    pictures: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
  },
});

const DRAWN_PX = 480;

async function draw(file: string, { width, height, data }: Pixels, found: Quad | null, truth: Quad) {
  const size = { width: DRAWN_PX, height: Math.round((DRAWN_PX * height) / width) };
  const shape = (quad: Quad, colour: string) => {
    const points = scaleQuad(quad, size).map(({ x, y }) => `${x},${y}`);
    return `<polygon points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  };
  const shapes = [shape(truth, '#00e5ff'), found ? shape(found, '#ff3bd4') : ''];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${shapes.join('')}</svg>`;
  await sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } })
    .resize(size)
    .composite([{ input: Buffer.from(svg) }])
    .flatten()
    .jpeg()
    .toFile(file);
}

const half = values.tune ? TUNED : KEPT_APART;
const photos = await Promise.all(half.photos.map((photo) => readPicture(photo)));
if (values.pictures) mkdirSync(values.pictures, { recursive: true });
const firstSeed = values.seed ? Number(values.seed) : half.firstSeed;
const count = values.count ? Number(values.count) : half.count;

/** One snapshot: how far off the found corners are (null if none are found), and how sure the finder is. */
interface Row {
  error: number | null;
  confidence: number;
}
const isRight = ({ error }: Row) => error !== null && error <= 0.02;

const rows: Row[] = [];
for (let index = 0; index < count; index += 1) {
  const photo = photos[index % photos.length];
  if (!photo) continue;
  const seed = firstSeed + index;
  const { picture, corners, about } = makeSnapshot({ photo, seed, surfaces: half.surfaces, longest: 1000 });
  const start = performance.now();
  const found = findPrint(picture);
  const ms = Math.round(performance.now() - start);
  const row = { error: found ? errorOf(found.corners, corners, picture) : null, confidence: found?.confidence ?? 0 };
  rows.push(row);
  const error = row.error === null ? 'none' : `${(row.error * 100).toFixed(2)} %`;
  const verdict = isRight(row) ? 'right' : row.confidence >= SURE ? 'WRONG' : 'asks';
  console.log([seed, error, row.confidence.toFixed(2), verdict, `${ms} ms`, about].join('\t'));
  if (values.pictures) await draw(path.join(values.pictures, `${seed}.jpg`), picture, found?.corners ?? null, corners);
}

const right = rows.filter(isRight);
const isOffered = ({ confidence }: Row) => confidence >= SURE;
const wrong = rows.filter((row) => isOffered(row) && !isRight(row));
console.log(
  `Corners within 2 % of the diagonal: ${right.length} of ${rows.length}; offered ${right.filter(isOffered).length}.`,
);
console.log(`Offered wrongly: ${wrong.length}.`);
const scans = photos.map((photo) => findPrint(photo)?.confidence ?? 0);
console.log(
  `Scans: ${scans.filter((confidence) => confidence < SURE).length} of ${scans.length} left whole (${scans.map((confidence) => confidence.toFixed(2)).join(' ')}).`,
);
