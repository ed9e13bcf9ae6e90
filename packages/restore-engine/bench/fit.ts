/**
 * Fits the rule that judges each mark of a print with few marks (`MARK` in `damageMask.ts`). Draws each kind of damage
 * on each photograph, looks at every mark that the network shows, and asks the generator whether it is damage. Prints
 * how much of each kind today's rule finds, how much it touches that is sound, and the same for a rule that is fitted
 * anew, on photographs that it was not fitted to, at the same area touched. Colour is taken out; photographs of the
 * locked set are left out.
 *
 * The network's looks are kept under `build/mark-fit`, so a second run takes seconds. `minutes=3` stops looking after
 * that time: run it again to go on.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { JobContext } from '../src/core/context';
import { type Mask, threshold } from '../src/core/image/mask';
import { byteAt, createRaster, lumaOf, numberAt, type Picture, type Raster } from '../src/core/image/picture';
import { resample } from '../src/core/image/resample';
import { isMonochrome, liftFading, toGrey } from '../src/core/image/tone';
import { damageChance } from '../src/core/networks/damageDetector';
import { isDamage, isJudgedByMark, marksIn, signsIn, signsOf, withoutMount } from '../src/core/pipelines/damageMask';
import { LEAST_PART } from '../src/core/pipelines/repair';
import { calmed } from '../src/core/pipelines/tools';
import { decodePicture } from '../src/node/decode';
import { createOnnxModels } from '../src/node/onnxModels';
import { modelFolder, repositoryRoot } from '../src/testing/workerBundle';
import { type Arguments, picturesIn, requireFolder } from './arguments';
import { agePrint, type DamageKind, scanned } from './damage/age';
import { type Fitted, fitLogistic, type Sample } from './damage/logistic';
import { listedPhotos } from './damage/photos';
import { fitting } from './engine/degrade';

export const USAGE = 'FOLDER of sound photographs [minutes=3] [wrong=2.5]';

/** As `bench/damage.ts` measures them. */
const SIDE_PX = { aged: 1000, sound: 1400 };
const SEED = 20_000;
/** Photographs that no damage was drawn on. */
const SOUND = 'sound';
type Kind = DamageKind | typeof SOUND;
const DRAWN: readonly DamageKind[] = ['chips', 'specks', 'thin white', 'thin dark', 'folds', 'wide cracks'];
/** A mark is damage if at least this share of it was drawn. */
const DRAWN_FROM = 0.5;
/** Each photograph is judged by a rule that was fitted to the other parts' photographs. */
const PARTS = 5;
/**
 * A fitted rule may wrongly take this many times today's area in prints with drawn damage. Such a mark costs little (it
 * is filled from what lies around it), one that is found gains much.
 */
const MOST_WRONG = 2.5;

/** What the network shows of a print. */
interface Look {
  photo: string;
  kind: Kind;
  /** Chance of damage, 0..1, mounts taken out. */
  chance: Raster;
  luma: Raster;
  /** What was drawn, at the chance's size. */
  truth: Mask;
}

interface Print {
  photo: string;
  kind: Kind;
  /** Of the network's pixels; 0 for a sound photograph. */
  drawn: number;
}

interface Candidate extends Sample {
  print: Print;
  /** The network's pixels in it, and those of them that were drawn. */
  area: number;
  drawn: number;
  /** Whether today's rule takes it for damage. */
  isTaken: boolean;
}

export async function run({ words, option }: Arguments): Promise<void> {
  const until = Date.now() + Number(option('minutes') ?? Number.POSITIVE_INFINITY) * 60_000;
  const files = await looksAt(requireFolder(words[0]), until);
  if (!files) return;
  const [prints, candidates]: [Print[], Candidate[]] = [[], []];
  for (const file of files) {
    const look: Look = deserialize(gunzipSync(readFileSync(file)));
    const found = candidatesIn(look);
    if (found) prints.push(found.print);
    if (found) candidates.push(...found.candidates);
  }
  report(prints, candidates, Number(option('wrong') ?? MOST_WRONG));
}

/** Returns the files of all looks, null if the time was too short for them. */
async function looksAt(folder: string, until: number): Promise<string[] | null> {
  const cache = path.join(repositoryRoot(), 'build', 'mark-fit');
  mkdirSync(cache, { recursive: true });
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '', threads: 2 });
  const context: JobContext = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const locked = new Set(listedPhotos('locked').map(({ sha256 }) => sha256));
  const photos = picturesIn(folder)
    .map((name, index) => ({ name, seed: SEED + index, bytes: readFileSync(path.join(folder, name)) }))
    .map((photo) => ({ ...photo, sha256: createHash('sha256').update(photo.bytes).digest('hex') }))
    .filter(({ sha256 }) => !locked.has(sha256));
  const files: string[] = [];
  for (const kind of [SOUND, ...DRAWN] as const) {
    for (const { name, seed, bytes, sha256 } of photos) {
      const file = path.join(cache, `${sha256.slice(0, 12)}-${kind.replaceAll(' ', '-')}.gz`);
      files.push(file);
      if (existsSync(file)) continue;
      if (Date.now() > until) {
        console.log(`${files.length - 1} of ${photos.length * (DRAWN.length + 1)} looks are kept. Run this again.`);
        return null;
      }
      const look = await lookAt(context, toGrey(await decodePicture(bytes)), kind, seed);
      writeFileSync(file, gzipSync(serialize({ photo: name, kind, ...look })));
    }
  }
  return files;
}

async function lookAt(
  context: JobContext,
  photo: Picture,
  kind: Kind,
  seed: number,
): Promise<Pick<Look, 'chance' | 'luma' | 'truth'>> {
  const sound = fitting(photo, kind === SOUND ? SIDE_PX.sound : SIDE_PX.aged);
  const { picture, masks } = agePrint(sound, kind === SOUND ? [] : [kind], seed);
  const print = kind === SOUND ? sound : await scanned(picture, seed);
  const calm = await calmed(context, print, isMonochrome(print), [0, 1]);
  const chance = withoutMount(await damageChance(context, liftFading(calm), () => undefined));
  const drawn = createRaster(sound.width, sound.height, 1);
  for (const mask of masks.values()) drawn.data.set(mask.data);
  const truth = threshold(resample(drawn, chance.width, chance.height, 'linear'), LEAST_PART);
  return { chance, luma: lumaOf(calm), truth };
}

/** Returns null for a print that is not judged mark by mark. */
function candidatesIn({ photo, kind, chance, luma, truth }: Look): { print: Print; candidates: Candidate[] } | null {
  const signs = signsIn(chance, luma);
  if (!isJudgedByMark(signs, true)) return null;
  const print = { photo, kind, drawn: areaOf(truth.data) };
  const candidates = marksIn(chance).map((mark): Candidate => {
    const drawn = mark.pixels.reduce((sum, pixel) => sum + byteAt(truth.data, pixel), 0);
    const area = mark.pixels.length;
    const isTrue = drawn >= DRAWN_FROM * area;
    const isTaken = isDamage(mark, signs.doubt);
    // A large mark is a large mistake.
    return { print, area, drawn, isTaken, isTrue, signs: signsOf(mark, signs.doubt), weight: area };
  });
  return { print, candidates };
}

const areaOf = (data: Uint8Array): number => data.reduce((sum, value) => sum + value, 0);

/** @param mostWrong how many times today's wrong area a fitted rule may touch in prints with drawn damage */
function report(prints: readonly Print[], candidates: readonly Candidate[], mostWrong: number): void {
  console.log(`${candidates.length} marks in ${prints.length} prints: share of the drawn area that is found, and the`);
  console.log("area touched in sound photographs and, wrongly, in prints, in thousands of the network's pixels");
  console.log(`${''.padEnd(12)}${[...DRAWN, 'sound', 'wrong'].map((name) => name.padStart(12)).join('')}`);
  const today = new Set(candidates.filter(({ isTaken }) => isTaken));
  line('today', prints, today);
  const scores = scoresApart(candidates);
  const limits = touchedBy(today);
  const fitted = new Set<Candidate>();
  const left = { sound: limits.sound, wrong: limits.wrong * mostWrong };
  let least = 0;
  for (const [candidate, score] of [...scores].sort(([, a], [, b]) => b - a)) {
    const { sound, wrong } = touchedBy(new Set([candidate]));
    left.sound -= sound;
    left.wrong -= wrong;
    if (left.sound < 0 || left.wrong < 0) break;
    least = score;
    fitted.add(candidate);
  }
  line('fitted', prints, fitted);
  const { bias, weights } = fitLogistic(candidates);
  const certain = numberAt(weights, 0);
  const shares = weights.slice(1).map((weight) => (weight / certain).toFixed(3));
  console.log(`asked certainty = ${((least - bias) / certain).toFixed(3)} - (${shares.join(', ')}) * the other signs`);
}

function line(name: string, prints: readonly Print[], taken: ReadonlySet<Candidate>): void {
  const recalls = DRAWN.map((kind) => {
    const shares = prints.filter((print) => print.kind === kind).map((print) => foundIn(print, taken) / print.drawn);
    return `${((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length).toFixed(1)} %`;
  });
  const { sound, wrong } = touchedBy(taken);
  const areas = [sound, wrong].map((area) => (area / 1000).toFixed(1));
  console.log(`${name.padEnd(12)}${[...recalls, ...areas].map((text) => text.padStart(12)).join('')}`);
}

function foundIn(print: Print, taken: ReadonlySet<Candidate>): number {
  let found = 0;
  for (const candidate of taken) if (candidate.print === print) found += candidate.drawn;
  return found;
}

function touchedBy(taken: ReadonlySet<Candidate>): { sound: number; wrong: number } {
  let [sound, wrong] = [0, 0];
  for (const { print, area, isTrue } of taken) {
    if (print.kind === SOUND) sound += area;
    else if (!isTrue) wrong += area;
  }
  return { sound, wrong };
}

/** The score of every mark, by a rule fitted to other photographs. */
function scoresApart(candidates: readonly Candidate[]): Map<Candidate, number> {
  const photos = [...new Set(candidates.map(({ print }) => print.photo))].sort();
  const partOf = new Map(photos.map((photo, index) => [photo, index % PARTS]));
  const scores = new Map<Candidate, number>();
  for (let part = 0; part < PARTS; part++) {
    const isHere = ({ print }: Candidate) => partOf.get(print.photo) === part;
    const rule = fitLogistic(candidates.filter((one) => !isHere(one)));
    for (const one of candidates.filter(isHere)) scores.set(one, scoreOf(rule, one));
  }
  return scores;
}

const scoreOf = ({ bias, weights }: Fitted, { signs }: Candidate): number =>
  signs.reduce((sum, sign, i) => sum + sign * numberAt(weights, i), bias);
