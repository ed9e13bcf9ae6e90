import { createHmac } from 'node:crypto';
import type { ToolId } from '@heirlight/contract/tools';
import type { Caller } from '../../src/platform/caller';
import { readPrediction } from '../../src/platform/replicateProvider';
import { finishRestoreTask } from '../../src/restore/finishRestoreTask';
import { replicateWebhook } from '../../src/restore/replicateWebhook';
import { sweepRestores } from '../../src/restore/sweepRestores';
import { eachInNewWorld, OUTPUT_URL, type World } from './world';

const SECRET = `whsec_${Buffer.from('a secret of the provider').toString('base64')}`;

/** The running test's world, and its user. */
export let world: World;
export let caller: Caller;

/** Before each test of the file: a new world, with one user. */
export function beginRestores(): void {
  eachInNewWorld((made) => {
    world = made;
    caller = world.caller();
  });
}

/** By PhotoScaler, whose result is finished soonest. */
export async function started(tool: ToolId = 'photoscaler'): Promise<string> {
  const { path, photoId } = await world.upload(caller, { tool });
  await world.start({ uid: caller.uid, path });
  return photoId;
}

interface Delivery {
  photoId: string;
  body: Record<string, unknown>;
  at?: Date;
  rawBody?: Buffer;
  secret?: string;
  signature?: string;
}

/** One report as Replicate signs and sends it. Asked later, it says the same of the job. */
export function deliver(
  {
    photoId,
    body,
    rawBody = Buffer.from(JSON.stringify(body)),
    at = world.now(),
    secret = SECRET,
    signature,
  }: Delivery,
  deps: World = world,
) {
  const told = readPrediction(body);
  if (told && world.provider.jobs.has(told.id)) world.provider.end(told, told.id);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  // With the key of the receiver's own secret: an empty one has to be refused for that alone.
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(`msg_1.${timestamp}.`).update(rawBody).digest('base64');
  const delivery = {
    id: 'msg_1',
    timestamp,
    signature: signature?.replaceAll('GENUINE', mac) ?? `v1,${mac}`,
    rawBody,
    photoId,
    secret,
    readPrediction,
  };
  return replicateWebhook(delivery, deps);
}

/** Delivers a report, and runs what it enqueued. */
export async function report(delivery: Delivery, deps: World = world) {
  const response = await deliver(delivery, deps);
  await world.tasks.run(deps);
  return response;
}

/** A run of the task that another run was not expected beside, or after: Cloud Tasks runs a task at least once. */
export const runAgain = (photoId: string) => finishRestoreTask({ photoId, hasEnded: true }, world);

export async function sweep(): Promise<void> {
  await sweepRestores(world);
  await world.tasks.run();
}

export const succeeded = { id: 'job1', status: 'succeeded', output: OUTPUT_URL, input: {}, logs: '' };

export async function filesOf(photoId: string): Promise<string[]> {
  return world.files.paths().map((path) => path.replace(`results/${caller.uid}/${photoId}/`, ''));
}

export const resultsOf = async (photoId: string) =>
  (await filesOf(photoId)).filter((path) => !path.startsWith('images/'));
/** What is made of an original when it is started. */
export const OF_ORIGINAL = ['original-thumbnail.webp'];
export const RESULTS = [...OF_ORIGINAL, 'restored-thumbnail.webp', 'restored.png'];
