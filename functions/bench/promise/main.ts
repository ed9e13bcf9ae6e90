/**
 * `npm run bench:promise`: what is stored of a generative model's picture, against the truth.
 *
 *   -- --chosen       only the photographs that rules were chosen on
 *   -- --photo NAME   only photographs whose names hold NAME
 *   -- --tool NAME    only DeepRestore, or only Colorize
 *   -- --photos N     only the first N photographs of those
 *   -- --draws N      N draws of damage and habits for each photograph and tool, not one
 *   -- --register     only whether each photo is found and how exactly, in a third of the time
 *   -- --folder F     photographs of a folder, which nothing was chosen on, instead of the bench's
 *   -- --sheet        writes contact sheets to build/promise
 *
 * Photographs are damaged, and a pretended model returns the undamaged one with drawn habits. "Passed through" is the
 * output in the photo's size; "registered" the same by the register's places, with nothing mixed; "finish" what is
 * stored. PSNR and SSIM are of all pixels at full size, after each picture's tone was brought to the truth's.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fromRgb, type RawPicture } from '../../src/platform/pictures';
import { colourOnly } from '../../src/restore/tools/finish/colourOnly';
import { placesIn } from '../../src/restore/tools/finish/compare';
import { withoutFrame } from '../../src/restore/tools/finish/frame';
import { fullSize } from '../../src/restore/tools/finish/fullSize';
import { bicubic, bilinear, boxMean, clampLevel, fromYcc, toYcc } from '../../src/restore/tools/finish/planes';
import { type Registration, register } from '../../src/restore/tools/finish/register';
import { inToneOf, psnr, registerError, ssim } from './measures';
import { damaged, honestHabits, type Photograph, photographs, randomOf, withHabits, withoutColour } from './scenes';

const { values } = parseArgs({
  options: {
    chosen: { type: 'boolean', default: false },
    photo: { type: 'string', default: '' },
    folder: { type: 'string' },
    tool: { type: 'string' },
    photos: { type: 'string' },
    draws: { type: 'string', default: '1' },
    sheet: { type: 'boolean', default: false },
    register: { type: 'boolean', default: false },
  },
});
const FOLDER = 'build/promise';
/** Goals of issue 39. */
const GOAL = { registerPercent: 0.1, worstDb: -0.2, medianDb: 3 } as const;

const TOOLS = ['DeepRestore', 'Colorize'] as const;
type Tool = (typeof TOOLS)[number];

interface Found {
  tool: Tool;
  name: string;
  isKeptApart: boolean;
  verdict: Registration['verdict'];
  /** Per cent of the long side. */
  error: number;
}

interface Row extends Found {
  /** PSNR (dB) and SSIM. */
  passed: [number, number];
  registered: [number, number];
  finish: [number, number];
  /** Share of pixels away from damage whose luminance is within 1 level of the photo's. */
  kept: number;
}

/** The output by the register's places and nothing else; beyond its border its border goes on. */
function registeredOnly(photo: RawPicture, output: RawPicture, registration: Registration): RawPicture {
  const places = placesIn(photo, registration, photo);
  const planes = toYcc(output);
  const data = Buffer.alloc(photo.data.length);
  for (let i = 0; i < photo.width * photo.height; i++) {
    const [x, y] = places(i % photo.width, Math.floor(i / photo.width));
    const colour = fromYcc(bicubic(planes.y, x, y), bilinear(planes.cb, x, y), bilinear(planes.cr, x, y));
    for (let channel = 0; channel < 3; channel++) data[i * 3 + channel] = clampLevel(colour[channel] ?? 0);
  }
  return { ...photo, data };
}

async function sized(picture: RawPicture, { width, height }: RawPicture): Promise<RawPicture> {
  const data = await (await fromRgb(picture))
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return { data, width, height };
}

function keptShare(result: RawPicture, photo: RawPicture, harm: Uint8Array): number {
  const [after, before] = [toYcc(result).y.values, toYcc(photo).y.values];
  const near = boxMean(
    { ...photo, values: Float32Array.from(harm) },
    Math.max(photo.width, photo.height) * 0.008,
  ).values;
  let [kept, all] = [0, 0];
  for (let i = 0; i < harm.length; i++) {
    if ((near[i] ?? 0) > 0) continue;
    all++;
    if (Math.abs((after[i] ?? 0) - (before[i] ?? 0)) <= 1) kept++;
  }
  return kept / all;
}

/** Places in the model's picture of those found in it without its frame. */
const inWhole = ({ at }: Registration, { left, top }: { left: number; top: number }): Pick<Registration, 'at'> => ({
  at(x, y) {
    const [u, v] = at(x, y);
    return [u + left, v + top];
  },
});

/** Draws what a model returns and finds the photo in it. */
async function found(tool: Tool, { name, isKeptApart, picture: truth }: Photograph, seed: number) {
  const random = randomOf(seed);
  const habits = honestHabits(random);
  const { picture: aged, harm } = await damaged(tool === 'Colorize' ? await withoutColour(truth) : truth, random);
  const whole = await withHabits(truth, habits);
  const { picture: output, left, top } = await withoutFrame(aged, whole);
  const registration = await register(aged, output);
  const error = registerError(inWhole(registration, { left, top }), { truth, output: whole, habits });
  const row: Found = { tool, name, isKeptApart, verdict: registration.verdict, error };
  return { row, aged, harm, whole, output, registration };
}

async function measure(tool: Tool, photo: Photograph, seed: number): Promise<Row> {
  const { row, aged, harm, whole, output, registration } = await found(tool, photo, seed);
  const { name, picture: truth } = photo;
  const finish =
    tool === 'Colorize'
      ? await colourOnly(aged, output, registration)
      : await fullSize(aged, output, { registration, size: aged });
  const near = (picture: RawPicture): [number, number] => {
    const toned = inToneOf(picture, truth);
    return [psnr(toned, truth), ssim(toned, truth)];
  };
  const passed = await sized(whole, truth);
  const registered = registeredOnly(aged, output, registration);
  if (values.sheet) await sheet(`${FOLDER}/${tool}-${name}-${seed}.png`, [aged, passed, registered, finish, truth]);
  return {
    ...row,
    passed: near(passed),
    registered: near(registered),
    finish: near(finish),
    kept: tool === 'Colorize' ? keptShare(finish, aged, harm) : Number.NaN,
  };
}

async function sheet(file: string, pictures: readonly RawPicture[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const [{ width, height }] = pictures as [RawPicture];
  const canvas = { create: { width: width * pictures.length, height, channels: 3 as const, background: '#888' } };
  const { default: sharp } = await import('sharp');
  const tiles = await Promise.all(
    pictures.map(async (picture, i) => ({
      input: await (await fromRgb(picture)).png({ compressionLevel: 1 }).toBuffer(),
      left: i * width,
      top: 0,
    })),
  );
  await sharp(canvas).composite(tiles).png().toFile(file);
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const middle = (numbers: readonly number[]) => sorted(numbers)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const least = (numbers: readonly number[]) => Math.min(...numbers);
const db = (value: number) => `${value >= 0 ? '+' : ''}${value.toFixed(1)}`;

function foundSummary(title: string, rows: readonly Found[]): string[] {
  const errors = sorted(rows.map(({ error }) => error));
  const inRegister = errors.filter((error) => error <= GOAL.registerPercent).length / errors.length;
  return [
    `${title}, ${rows.length} pictures of ${new Set(rows.map(({ name }) => name)).size} photographs`,
    `  taken for this photo         ${rows.filter(({ verdict }) => verdict === 'this photo').length} of ${rows.length}`,
    `  register error, % of side    median ${middle(errors).toFixed(3)}, worst ${errors.at(-1)?.toFixed(3)}; at most ${GOAL.registerPercent} in ${(100 * inRegister).toFixed(0)} %`,
  ];
}

function summary(title: string, rows: readonly Row[]): string[] {
  const gain = (over: 'passed' | 'registered') => rows.map((row) => row.finish[0] - row[over][0]);
  const kept = rows.map((row) => row.kept).filter((share) => !Number.isNaN(share));
  const of = (which: 'passed' | 'registered' | 'finish', k: 0 | 1) => middle(rows.map((row) => row[which][k] ?? 0));
  return [
    ...foundSummary(title, rows),
    `  PSNR, SSIM: passed through   ${of('passed', 0).toFixed(1)} dB, ${of('passed', 1).toFixed(3)}`,
    `              registered       ${of('registered', 0).toFixed(1)} dB, ${of('registered', 1).toFixed(3)}`,
    `              finish           ${of('finish', 0).toFixed(1)} dB, ${of('finish', 1).toFixed(3)}`,
    `  finish over passed through   median ${db(middle(gain('passed')))} dB, worst ${db(least(gain('passed')))} (goals ${db(GOAL.medianDb)}, ${db(GOAL.worstDb)})`,
    `  finish over registered       median ${db(middle(gain('registered')))} dB, worst ${db(least(gain('registered')))}`,
    ...(kept.length > 0
      ? [
          `  luminance kept within 1      ${(100 * middle(kept)).toFixed(1)} % of what is sound, worst ${(100 * least(kept)).toFixed(1)} %`,
        ]
      : []),
  ];
}

/** Seeds of the second and later draws are those of the first and so much more for each. */
const SEEDS_OF_A_DRAW = 1_000;

const drawnOf = (photo: Photograph, index: number) =>
  TOOLS.flatMap((tool, which) =>
    Array.from({ length: Number(values.draws) }, (_, draw) => ({
      tool,
      photo,
      seed: index * TOOLS.length + which + 1 + draw * SEEDS_OF_A_DRAW,
    })),
  );
// A photograph's seeds are its own, whichever others run.
const cases = (await photographs(values.folder))
  .map((photo, index) => ({ photo, index }))
  .filter(({ photo }) => photo.name.includes(values.photo) && !(values.chosen && photo.isKeptApart))
  .slice(0, Number(values.photos ?? Number.POSITIVE_INFINITY))
  .flatMap(({ photo, index }) => drawnOf(photo, index))
  .filter(({ tool }) => !values.tool || tool === values.tool);

/** Measures each case, and prints what came of those that rules were chosen on and of the others. */
async function run<T extends Found>(
  measureOne: (one: (typeof cases)[number]) => Promise<T>,
  { line, summarise }: { line: (row: T) => string; summarise: (title: string, rows: readonly T[]) => string[] },
): Promise<void> {
  const rows: T[] = [];
  for (const one of cases) {
    const row = await measureOne(one);
    rows.push(row);
    const { name, tool, verdict, error } = row;
    console.error(`${name.padEnd(40)} ${tool.padEnd(12)} ${verdict.padEnd(13)} ${error.toFixed(3)} %${line(row)}`);
  }
  for (const isKeptApart of [false, true]) {
    for (const tool of TOOLS) {
      const some = rows.filter((row) => row.tool === tool && row.isKeptApart === isKeptApart);
      const title = `${tool}, ${isKeptApart ? 'kept apart' : 'chosen on'}`;
      if (some.length > 0) console.log(summarise(title, some).join('\n'));
    }
  }
}

if (values.register) {
  await run(async ({ tool, photo, seed }) => (await found(tool, photo, seed)).row, {
    line: () => '',
    summarise: foundSummary,
  });
} else {
  await run(({ tool, photo, seed }) => measure(tool, photo, seed), {
    line: ({ passed, registered, finish, kept }) =>
      `  ${passed[0].toFixed(1)} ${registered[0].toFixed(1)} ${finish[0].toFixed(1)} dB  ` +
      `${registered[1].toFixed(3)} ${finish[1].toFixed(3)}  ${(100 * kept).toFixed(1)}`,
    summarise: summary,
  });
}
