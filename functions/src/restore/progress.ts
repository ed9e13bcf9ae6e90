import { PROGRESS_STEP_PERCENT } from '@heirlight/contract/limits';
import { type PhotoRecord, photoRef } from '../photos/photoRecord';
import type { Deps } from '../platform/deps';
import { transact } from '../platform/transact';

/** The last percentage a job's logs tell (tqdm bars, "tile 3/8 37%"), 0..100; null when they tell none. */
function percentFromLogs(logs: string): number | null {
  const last = [...logs.matchAll(/(?<![\d.])(\d{1,3})(?:\.\d+)?\s?%/g)].at(-1)?.[1];
  if (last === undefined || Number(last) > 100) return null;
  return Number(last);
}

/** Writes progress in steps worth a write, only forwards and never on a photo that has ended. */
export async function noteProgress(photo: PhotoRecord, logs: string, { db }: Pick<Deps, 'db'>): Promise<void> {
  const percent = percentFromLogs(logs);
  const isStep = (before: number | null) => percent !== null && percent >= (before ?? 0) + PROGRESS_STEP_PERCENT;
  if (!isStep(photo.progress_percent)) return;
  const ref = photoRef(db, photo.id);
  await transact(db, async (transaction) => {
    const current = (await transaction.get(ref)).data();
    if (current?.status !== 'processing' || !isStep(current.progress_percent)) return;
    transaction.update(ref, { progress_percent: percent });
  });
}
