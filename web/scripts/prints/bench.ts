/**
 * Measures how well prints are found in snapshots: `npm run bench:prints [-- --tune] [-- --pictures <folder>]`. Without
 * `--tune` it prints the 30 snapshots that were kept apart while the rules were chosen. With `--several` it measures how
 * scans of 2 to 6 prints are told apart, and that one photograph stays one.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { Pixels } from '../../src/domain/prepare/pixels';
import { findPrint, SURE } from '../../src/domain/prepare/print/findPrint';
import { findPrints } from '../../src/domain/prepare/print/findPrints';
import { type Quad, scaleQuad } from '../../src/domain/prepare/quad';
import { errorOf, readPicture } from './measure';
import { type GroundName, makeRoom, makeScan, type Scan } from './scans';
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
    several: { type: 'boolean', default: false },
    /** A folder of further photographs that must stay whole. */
    singles: { type: 'string' },
  },
});

const DRAWN_PX = 480;

async function draw(file: string, { width, height, data }: Pixels, found: readonly Quad[], truths: readonly Quad[]) {
  const size = { width: DRAWN_PX, height: Math.round((DRAWN_PX * height) / width) };
  const shape = (quad: Quad, colour: string) => {
    const points = scaleQuad(quad, size).map(({ x, y }) => `${x},${y}`);
    return `<polygon points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  };
  const shapes = [...truths.map((quad) => shape(quad, '#00e5ff')), ...found.map((quad) => shape(quad, '#ff3bd4'))];
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

async function benchOne() {
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
    if (values.pictures)
      await draw(path.join(values.pictures, `${seed}.jpg`), picture, found ? [found.corners] : [], [corners]);
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
}

/** Tables whose ground is even enough to tell prints apart; on the others one print is offered, as ever. */
const EVEN: GroundName[] = ['white lid', 'black lid', 'plain', 'paper'];
const UNEVEN: GroundName[] = ['wood', 'cloth', 'stone', 'checks', 'newspaper'];

/** Pairs each print with the found one that is nearest to it, and returns the largest of their corners' errors. */
function worstError(found: readonly Quad[], { picture, prints }: Scan): number {
  return Math.max(...prints.map((print) => Math.min(...found.map((quad) => errorOf(quad, print, picture)))));
}

async function benchSeveral() {
  // This file shows two prints side by side: it is a scan of several itself.
  const loose = photos.filter((_, index) => !half.photos[index]?.includes('hubbard_pryor'));
  const first = (values.tune ? 20_001 : 30_001) + Number(values.seed ?? 0);
  const each = Number(values.count ?? 40);
  for (const [kind, grounds] of [
    ['even', EVEN],
    ['uneven', UNEVEN],
  ] as const) {
    let [right, whole, wrong, ms, oneMs] = [0, 0, 0, 0, 0];
    const errors: number[] = [];
    for (let index = 0; index < (kind === 'even' ? each : each / 4); index += 1) {
      const [seed, count] = [first + index, 2 + (index % 5)];
      const scan = makeScan({ photos: loose, seed, count, grounds, longest: 1000 });
      let start = performance.now();
      const found = findPrints(scan.picture).map(({ corners }) => corners);
      const took = performance.now() - start;
      start = performance.now();
      findPrint(scan.picture);
      oneMs += performance.now() - start;
      ms += took;
      const isSame = found.length === count;
      const error = isSame ? worstError(found, scan) : 1;
      if (error <= 0.02) {
        right += 1;
        errors.push(error);
      } else if (found.length < 2) whole += 1;
      else wrong += 1;
      const verdict = error <= 0.02 ? 'right' : found.length < 2 ? 'whole' : 'WRONG';
      console.log(
        [
          seed,
          count,
          found.length,
          isSame ? (error * 100).toFixed(2) : '-',
          verdict,
          `${Math.round(took)} ms`,
          scan.about,
        ].join('\t'),
      );
      if (values.pictures) await draw(path.join(values.pictures, `${seed}.jpg`), scan.picture, found, scan.prints);
    }
    const all = right + whole + wrong;
    errors.sort((a, b) => a - b);
    const middle = ((errors[Math.floor(errors.length / 2)] ?? 0) * 100).toFixed(2);
    console.log(
      `Several prints on ${kind} ground: ${right} of ${all} right (middle error ${middle} % of the diagonal), ${whole} not told apart, ${wrong} wrong; ${Math.round(ms / all)} ms, findPrint alone ${Math.round(oneMs / all)} ms.`,
    );
  }
  const controls: [string, Pixels][] = photos.map((photo, index) => [half.photos[index] ?? '', photo]);
  for (let index = 0; index < half.count; index += 1) {
    const photo = photos[index % photos.length];
    if (!photo) continue;
    const seed = half.firstSeed + index;
    controls.push([`snapshot ${seed}`, makeSnapshot({ photo, seed, surfaces: half.surfaces, longest: 1000 }).picture]);
    controls.push([
      `scan ${seed}`,
      makeScan({ photos: loose, seed: first + seed, count: 1, grounds: EVEN, longest: 1000 }).picture,
    ]);
    controls.push([`room ${seed}`, makeRoom({ photos, seed, longest: 1000 })]);
  }
  if (values.singles)
    for (const name of readdirSync(values.singles, { recursive: true, encoding: 'utf8' }))
      if (/\.(jpe?g|png)$/i.test(name)) controls.push([name, await readPicture(path.resolve(values.singles, name))]);
  const split = controls.flatMap(([name, picture]) => (findPrints(picture).length > 1 ? [name] : []));
  console.log(`Single photographs split: ${split.length} of ${controls.length}. ${split.join(', ')}`);
}

await (values.several ? benchSeveral() : benchOne());
