/**
 * Counts how many torn corners are found, and how many whole photographs are taken for torn. Each photograph is made
 * grey, looked at as it is, and with a corner torn off before a white lid, card, a black lid and a table, as JPEG.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { coverage } from '../src/core/image/mask';
import type { Picture } from '../src/core/image/picture';
import { toGrey } from '../src/core/image/tone';
import { tornChance } from '../src/core/networks/tornDetector';
import { lostCorners } from '../src/core/pipelines/lostCorners';
import { decodePicture } from '../src/node/decode';
import { createOnnxModels } from '../src/node/onnxModels';
import { randomOf, type Tear, torn } from '../src/testing/photos';
import { modelFolder, packageRoot } from '../src/testing/workerBundle';
import { type Arguments, picturesIn } from './arguments';
import { fitting, jpeg } from './engine/degrade';

export const USAGE = '[FOLDER]';

const LONG_SIDE_PX = 896;
const QUALITY = 85;
const BEHIND = { 'white lid': '#fdfdfc', card: '#e0d8c6', 'black lid': '#16130f', table: '#8a8073' } as const;
const SEED = 7000;

export async function run({ words }: Arguments): Promise<void> {
  const [folder = path.join(packageRoot(), 'testdata', 'bench')] = words;
  const models = createOnnxModels({ modelFolder: modelFolder(), userModelFolder: '' });
  const lostShare = async (print: Picture) => coverage(lostCorners(print, await tornChance(models, print)));
  const names = picturesIn(folder);
  const found = new Map(Object.keys(BEHIND).map((behind) => [behind, 0]));
  const mistaken: string[] = [];
  for (const [index, name] of names.entries()) {
    const photo = toGrey(fitting(await decodePicture(readFileSync(path.join(folder, name))), LONG_SIDE_PX));
    if ((await lostShare(photo)) > 0) mistaken.push(name);
    for (const [nth, [behind, tone]] of Object.entries(BEHIND).entries()) {
      const tear = tearOf(SEED + index * 10 + nth, tone);
      // Most of what is gone, which is half of the rectangle over both sides, and not much more.
      const share = (await lostShare(await jpeg(await torn(photo, tear), QUALITY))) / (tear.share ** 2 / 2);
      if (share > 0.7 && share < 1.6) found.set(behind, (found.get(behind) ?? 0) + 1);
    }
  }
  const counts = [...found].map(([behind, count]) => `${behind} ${count}`).join(', ');
  console.log(`${names.length} photographs; torn corners found: ${counts}`);
  console.log(`taken for torn though whole: ${mistaken.length} ${mistaken.join(' ')}`);
}

function tearOf(seed: number, tone: string): Tear {
  const random = randomOf(seed);
  return { right: random() < 0.5, bottom: random() < 0.5, share: 0.2 + random() * 0.25, tone, seed };
}
