/** The bench's rows about people: does a restored face stay the same person's? */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Engine, EngineTool } from '../../src/node/api';
import { identityDistances, type PicturePair, SAME_FACE_DISTANCE } from '../../src/testing/identity';
import { UPLOAD_QUALITY_PERCENT } from '../../src/testing/photos';

/** Tools that touch faces. */
const TOOLS: readonly EngineTool[] = ['deeprestore', 'colorize', 'pureface', 'lowrezfix'];
/** Photographs of the bench with a face large enough to be told. */
const PORTRAITS = [
  'abraham_lincoln_1863',
  'astronaut_eileen_collins',
  'bedouin_woman_jerusalem_c1905',
  'grace_hopper_1984',
  'karl_marx_1875',
  'mae_jemison_1992',
  'marie_curie_c1920',
  'sally_ride_1984',
];
const LONG_SIDE_PX = 448;

/** Prints one row per tool: mean and largest distance between what went in and what came out. */
export async function printIdentity(engine: Engine, photoFolder: string): Promise<void> {
  console.log(
    `\n${'identity'.padEnd(26)}${'mean'.padEnd(8)}${'largest'.padEnd(9)}${'on'.padEnd(34)}target < ${SAME_FACE_DISTANCE} on every face`,
  );
  for (const tool of TOOLS) {
    const pairs: PicturePair[] = [];
    for (const name of PORTRAITS) pairs.push(await throughTool(engine, tool, path.join(photoFolder, `${name}.jpg`)));
    const distances = await identityDistances(pairs);
    const found = distances.flatMap((distance, i) => (distance === null ? [] : [{ distance, name: PORTRAITS[i] }]));
    const worst = found.reduce((a, b) => (b.distance > a.distance ? b : a), { distance: 0, name: '-' });
    const mean = found.reduce((sum, { distance }) => sum + distance, 0) / found.length;
    console.log(
      `${tool.padEnd(26)}${mean.toFixed(3).padEnd(8)}${worst.distance.toFixed(3).padEnd(9)}${(worst.name ?? '').padEnd(34)}${found.length} faces`,
    );
  }
}

async function throughTool(engine: Engine, tool: EngineTool, file: string): Promise<PicturePair> {
  const input = await sharp(readFileSync(file))
    .resize(LONG_SIDE_PX, LONG_SIDE_PX, { fit: 'inside' })
    .jpeg({ quality: UPLOAD_QUALITY_PERCENT })
    .toBuffer();
  const signal = new AbortController().signal;
  const { output } = await engine.restore({ tool, input, format: 'png', signal, onProgress: () => undefined });
  return [input, output];
}
