import { SCREEN_SIDE_PX } from '@heirlight/contract/limits';
import { resultFiles } from '@heirlight/contract/paths';
import type { PhotoFiles } from '@heirlight/contract/photoFiles';
import { type PhotoRecord, photoRef } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { downloadUrl } from '../platform/fileStore';
import { reduceRgb } from '../platform/pictures';
import type { Prediction } from '../platform/predictionProvider';
import { transact } from '../platform/transact';
import { failPhoto } from './failPhoto';
import { fetchOutput } from './fetchOutput';
import { outcomeOf, outcomeRef } from './outcomes';
import { pictureTiles } from './pictureTiles';
import { noteProgress } from './progress';
import { SUBMIT_RESTORE } from './queues';
import { removeMade, removeResults } from './removeFiles';
import { shownPictures } from './shownPictures';
import { finishPicture, takesSeed } from './tools/tools';
import { callNext } from './turns';

export type FinishDeps = Pick<
  Deps,
  'db' | 'files' | 'fetch' | 'tasks' | 'config' | 'now' | 'newId' | 'findFaces' | 'faultPoint' | 'log'
>;

interface StoredResult {
  fields: Pick<PhotoRecord, 'restored_url' | 'restored_path' | 'restored_size' | 'faces'>;
  shown: PhotoFiles['restored'];
}

/** Fetches, finishes and stores the result and the files that show it. */
async function storeResult(photo: PhotoRecord, outputUrl: string, deps: FinishDeps): Promise<StoredResult> {
  const { files, faultPoint } = deps;
  const output = await fetchOutput(outputUrl, deps);
  await faultPoint('finish.afterFetch');
  const readOriginal = () => files.read(photo.original_path);
  const finished = await finishPicture({
    tool: photo.tool,
    models: deps.config.models,
    readOriginal,
    output,
    findFaces: deps.findFaces,
    onNoFaces: (reason) => deps.log.warn('A result was not searched for faces', { photoId: photo.id, reason }),
  });
  const owner = { userId: photo.user_id, photoId: photo.id };
  const token = photo.result_token ?? deps.newId();
  const store = async (path: string, bytes: Buffer, contentType: string) => {
    await files.write({ path, bytes, contentType, token });
    return { path, url: downloadUrl(files, path, token) };
  };

  const { extension, contentType, size } = finished;
  const restored = await store(resultFiles.restored({ ...owner, extension }), finished.bytes, contentType);
  await faultPoint('finish.afterFirstFile');
  const window = await reduceRgb(finished.picture, SCREEN_SIDE_PX);
  const shown = await shownPictures(window, size);
  const thumbnail = await store(resultFiles.restoredThumbnail(owner), shown.thumbnail, 'image/webp');
  const screen = shown.screen && (await store(resultFiles.restoredScreen(owner), shown.screen, 'image/webp'));
  const cut = await pictureTiles(finished.picture);
  const tiles = cut && (await store(resultFiles.restoredTiles(owner), cut, 'application/octet-stream'));
  await files.remove(resultFiles.providerInput(owner));
  await faultPoint('finish.afterFiles');
  return {
    fields: { restored_url: restored.url, restored_path: restored.path, restored_size: size, faces: finished.faces },
    shown: { thumbnail, screen: screen ?? restored, tiles },
  };
}

/** Returns the status afterwards: another call may have been first. Null if the photo is gone. */
function markSucceeded(
  photoId: string,
  { result, prediction }: { result: StoredResult; prediction: Prediction },
  { db, now }: FinishDeps,
): Promise<string | null> {
  const ref = photoRef(db, photoId);
  return transact(db, async (transaction) => {
    const photo = (await transaction.get(ref)).data();
    if (photo?.status !== 'processing') return photo?.status ?? null;
    const at = now();
    transaction.update(ref, {
      ...result.fields,
      files: { ...photo.files, restored: result.shown },
      status: 'succeeded',
      completed_at: at,
      progress_percent: null,
      error: null,
    });
    transaction.set(outcomeRef(db, photoId), outcomeOf(photo, { code: null, at, prediction }));
    return 'succeeded';
  });
}

async function succeed(
  photo: PhotoRecord,
  { outputUrl, prediction }: { outputUrl: string; prediction: Prediction },
  deps: FinishDeps,
): Promise<void> {
  try {
    const result = await storeResult(photo, outputUrl, deps);
    const status = await markSucceeded(photo.id, { result, prediction }, deps);
    await deps.faultPoint('finish.afterSucceeded');
    if (status !== null) await callNext(photo.user_id, deps);
    if (status === null) await removeMade({ userId: photo.user_id, photoId: photo.id }, deps);
    else if (status !== 'succeeded') await removeResults(photo, deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_this_photo' && (await askAgain(photo, error.message, deps))) return;
    await fail(photo, { code: error.code, detail: error.message, prediction }, deps);
  }
}

/**
 * Asks for a second picture when the first one shows something else. Returns false where that cannot help: the photo
 * has had its second job, or its model always draws the same.
 */
async function askAgain(photo: PhotoRecord, detail: string, deps: FinishDeps): Promise<boolean> {
  const { db, tasks, config, log } = deps;
  const { id: photoId, prediction_id: predictionId } = photo;
  if (photo.refused_prediction_id !== null || !takesSeed(photo.tool, config.models)) return false;
  const ref = photoRef(db, photoId);
  const isAsked = await transact(db, async (transaction) => {
    const now = (await transaction.get(ref)).data();
    if (now?.status !== 'processing' || now.prediction_id !== predictionId) return false;
    transaction.update(ref, { refused_prediction_id: predictionId, prediction_id: null, progress_percent: null });
    return true;
  });
  // Otherwise another call was first.
  if (!isAsked) return true;
  log.warn('A result shows another picture; asked for once more', { photoId, predictionId, detail });
  await deps.faultPoint('finish.afterAskedAgain');
  // Where this fails the sweep finds a photo without a job.
  await tasks.enqueue(SUBMIT_RESTORE, { photoId, mayHaveJob: true }, { id: `${photoId}-again` });
  return true;
}

async function fail(
  photo: PhotoRecord,
  reason: { code: AppError['code']; detail: string; prediction: Prediction },
  deps: FinishDeps,
): Promise<void> {
  // A job may fail because of its picture. An output from an unknown host or in an unknown format, and a tool that was
  // retired too early, are ours to fix.
  const level = reason.code === 'bad_output' || reason.code === 'internal' ? 'error' : 'warn';
  deps.log[level]('A restore failed', { photoId: photo.id, code: reason.code, detail: reason.detail });
  await deps.faultPoint('finish.beforeFailed');
  const isFailed = await failPhoto({ photoId: photo.id, code: reason.code, prediction: reason.prediction }, deps);
  await deps.faultPoint('finish.afterFailed');
  if (isFailed) await removeResults(photo, deps);
}

/**
 * Brings a photo to where its prediction is. Safe to call any number of times, with states in any order: a photo that
 * has ended never changes. Two calls at once, which a queue avoids, store the same files under the same token.
 *
 * @param photo a photo whose `prediction_id` is the prediction's
 * @throws RetryableError (or what storage or database threw) when a later call may succeed
 */
export async function finishRestore(photo: PhotoRecord, prediction: Prediction, deps: FinishDeps): Promise<void> {
  if (photo.status !== 'processing') return;
  const { outputUrl } = prediction;
  const endAs = (code: AppError['code'], detail: string) => fail(photo, { code, detail, prediction }, deps);
  switch (prediction.status) {
    case 'starting':
    case 'processing':
      return noteProgress(photo, prediction.logs, deps);
    case 'failed':
      return endAs('provider_failed', prediction.error ?? 'The provider gave no reason');
    case 'canceled':
      return endAs('cancelled', prediction.error ?? 'The job was cancelled');
    case 'succeeded':
      if (outputUrl !== null) return succeed(photo, { outputUrl, prediction }, deps);
      return endAs('bad_output', 'Succeeded without an output');
  }
}
