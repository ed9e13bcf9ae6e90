/**
 * Measures the repair of damage, kind by kind, on prints aged by a generator that no network was trained on
 * (`damage/age.ts`), and what it does to sound photographs. Prints the figures beside the last release's. A row of its
 * contact sheets shows the print as it was, aged, and repaired.
 *
 * `set=locked` judges a candidate on photographs that nobody chose anything by: run it once for each candidate. The run
 * is appended to `damage/runs.jsonl`; so is a run of the development set with the word `log`. The word `release` marks
 * the figures as the shipped engine's. With the word `perfect` the damage is not looked for but told: what is left then
 * is the filling's fault.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JobContext } from '../src/core/context';
import { dilate, type Mask, union } from '../src/core/image/mask';
import type { Picture } from '../src/core/image/picture';
import { isMonochrome } from '../src/core/image/tone';
import { fillHoles } from '../src/core/inpaint/fill';
import { repairDamage } from '../src/core/pipelines/repair';
import { calmed } from '../src/core/pipelines/tools';
import { createOnnxModels } from '../src/node/onnxModels';
import { modelFolder, packageRoot, repositoryRoot } from '../src/testing/workerBundle';
import { type Arguments, requireFolder } from './arguments';
import { agePrint, DAMAGE_KINDS, type DamageKind, MIXTURE, scanned } from './damage/age';
import { type Figures, identityOf, lastRelease, type Run, record } from './damage/log';
import { type ListedPhoto, listedPhotos, openPhoto, type PhotoSet } from './damage/photos';
import { disturbedBy, gainOf, type Pictures, removedWithin } from './damage/score';
import { writeSheet } from './engine/contactSheet';
import { fitting } from './engine/degrade';

export const USAGE =
  'FOLDER of the photographs in damage/photos.csv [set=locked] [side=1000] [models=FOLDER] [kinds=a,b] [log] [release] [perfect]';

const DEFAULT_SIDE_PX = 1000;
/** Other damage for either set. */
const SEEDS: Record<PhotoSet, number> = { development: 5000, locked: 90_000 };
/** Kinds that the engine means to remove. The others are measured if they are named. */
const PROMISED: readonly DamageKind[] = ['thin white', 'thin dark', 'folds', 'specks', 'wide cracks', 'chips'];
/** The sides of sound photographs, so that lace and rigging are seen as they are scanned. */
const SOUND_SIDE_PX = 1400;

interface Plan {
  photos: readonly ListedPhoto[];
  folder: string;
  side: number;
  seed: number;
  kinds: readonly DamageKind[];
  context: JobContext;
  isPerfect: boolean;
  outFolder: string;
}

export async function run({ words, option }: Arguments): Promise<void> {
  const folder = requireFolder(words[0]);
  const set = setOf(option('set'));
  const side = Number(option('side') ?? DEFAULT_SIDE_PX);
  const ownFolder = path.resolve(option('models') ?? modelFolder());
  const models = createOnnxModels({
    modelFolder: modelFolder(),
    userModelFolder: ownFolder,
    threads: Number(option('threads') ?? 1),
  });
  const context: JobContext = { models, checkpoint: () => undefined, onProgress: () => undefined };
  const outFolder = path.join(repositoryRoot(), 'build', 'engine-bench', 'damage', set);
  mkdirSync(outFolder, { recursive: true });
  const kinds = kindsOf(option('kinds'));
  const isPerfect = words.includes('perfect');
  const plan = { photos: listedPhotos(set), folder, side, seed: SEEDS[set], kinds, context, isPerfect, outFolder };
  const before = lastRelease(set, side);
  const aged = await measureAged(plan, before);
  // Part of the kinds is a look, not a judgement.
  if (option('kinds') || isPerfect) return;
  const figures: Figures = { ...aged, sound: await measureSound(plan, before) };
  if (set === 'development' && !words.includes('log')) return;
  const release = words.includes('release') ? { release: versionOf() } : {};
  record({ date: new Date().toISOString().slice(0, 16), set, side, ...identityOf(ownFolder), ...release, ...figures });
}

function setOf(name = 'development'): PhotoSet {
  if (name === 'development' || name === 'locked') return name;
  throw new Error(`There is no set "${name}": development or locked.`);
}

function kindsOf(names: string | undefined): readonly DamageKind[] {
  if (names === undefined) return PROMISED;
  const wanted = names.split(',');
  return DAMAGE_KINDS.filter((kind) => wanted.includes(kind));
}

const versionOf = (): string => JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')).version;

async function measureAged(plan: Plan, before: Run | undefined): Promise<Omit<Figures, 'sound'>> {
  const aged = plan.photos.filter(({ use }) => use === 'aged');
  console.log(`${aged.length} aged photographs, ${plan.side} px: share of the error inside the damage that is removed`);
  console.log(`${'kind'.padEnd(14)}${'removed'.padEnd(10)}${'half done'.padEnd(11)}last release`);
  const kinds: Figures['kinds'] = {};
  for (const kind of plan.kinds) {
    const runs = await repairedPrints(plan, aged, [kind]);
    const measured = runs.map(({ pictures, masks }) => removedWithin(maskOf(masks, kind), pictures));
    const removed = meanOf(measured.map(({ share }) => share));
    const halfDone = meanOf(measured.map((one) => one.halfDone));
    kinds[kind] = { removed: rounded(removed), halfDone: rounded(halfDone) };
    const was = before?.kinds[kind];
    console.log(
      `${kind.padEnd(14)}${percent(removed)}${''.padEnd(4)}${percent(halfDone)}${''.padEnd(5)}${was ? percent(was.removed) : '     -'}`,
    );
    await writeSheet(runs.map(sheetRow), path.join(plan.outFolder, `${kind.replaceAll(' ', '-')}.png`));
  }
  const mixtures = await repairedPrints(plan, aged, MIXTURE);
  const mixtureGainDb = rounded(meanOf(mixtures.map(({ pictures }) => gainOf(pictures))));
  const was = before ? `${before.mixtureGainDb.toFixed(1)} dB` : '-';
  console.log(`${'mixture'.padEnd(14)}${`${mixtureGainDb.toFixed(1)} dB`.padEnd(21)}${was}\n`);
  await writeSheet(mixtures.map(sheetRow), path.join(plan.outFolder, 'mixture.png'));
  return { kinds, mixtureGainDb };
}

interface Aged {
  pictures: Pictures;
  masks: ReturnType<typeof agePrint>['masks'];
}

async function repairedPrints(
  plan: Plan,
  photos: readonly ListedPhoto[],
  kinds: readonly DamageKind[],
): Promise<Aged[]> {
  const out: Aged[] = [];
  for (const [index, photo] of photos.entries()) {
    const sound = fitting(await openPhoto(photo, plan.folder), plan.side);
    const { picture, masks } = agePrint(sound, kinds, plan.seed + index);
    const damaged = await scanned(picture, plan.seed + index);
    const { repaired } = await repair(plan.context, damaged, plan.isPerfect ? allOf(masks) : undefined);
    out.push({ pictures: { sound, damaged, repaired }, masks });
  }
  return out;
}

/**
 * The repair alone: what DeepRestore does to tones, faces and colours would be measured with it.
 * @param damage if it is told, it is filled; otherwise it must be found
 */
async function repair(
  context: JobContext,
  picture: Picture,
  damage?: Mask,
): Promise<{ calm: Picture; repaired: Picture }> {
  const monochrome = isMonochrome(picture);
  const calm = await calmed(context, picture, monochrome, [0, 1]);
  if (!damage) return { calm, repaired: await repairDamage(context, calm, [0, 1]) };
  return { calm, repaired: await fillHoles(context, calm, dilate(damage, 1), { clearsColour: !monochrome }) };
}

function allOf(masks: Aged['masks']): Mask | undefined {
  const [first, ...others] = masks.values();
  return first && others.reduce((all, mask) => union(all, mask), first);
}

async function measureSound(plan: Plan, before: Run | undefined): Promise<Figures['sound']> {
  const photos = plan.photos.filter(({ use }) => use === 'sound');
  console.log(`${photos.length} sound photographs: share of the pixels repainted, and how far from the truth`);
  const sound: Figures['sound'] = {};
  const rows: Picture[][] = [];
  for (const photo of photos) {
    const picture = fitting(await openPhoto(photo, plan.folder), SOUND_SIDE_PX);
    const { calm, repaired } = await repair(plan.context, picture);
    const { changed, psnr } = disturbedBy(calm, repaired);
    sound[photo.file] = { changed: Math.round(changed * 1e6) / 1e6, psnr: rounded(psnr) };
    const was = before?.sound[photo.file];
    const then = was ? `${(was.changed * 100).toFixed(3)} % ${was.psnr.toFixed(1)} dB` : '-';
    console.log(`${photo.file.padEnd(38)}${(changed * 100).toFixed(3)} % ${psnr.toFixed(1)} dB   ${then}`);
    if (changed > 0) rows.push([picture, repaired]);
  }
  if (rows.length > 0) await writeSheet(rows, path.join(plan.outFolder, 'sound-repainted.png'));
  return sound;
}

function maskOf(masks: Aged['masks'], kind: DamageKind) {
  const mask = masks.get(kind);
  if (!mask) throw new Error(`No ${kind} was drawn.`);
  return mask;
}

const sheetRow = ({ pictures: { sound, damaged, repaired } }: Aged): Picture[] => [sound, damaged, repaired];
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const percent = (share: number): string => `${(share * 100).toFixed(0).padStart(4)} %`;
