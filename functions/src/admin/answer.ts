import type { Deps } from '../platform/deps';
import { isTimestamp } from '../platform/documents';
import { transact } from '../platform/transact';
import { ANSWER_FIELDS, type Answer, adminRequestRef } from './adminRequests';

type AnswerDeps = Pick<Deps, 'db' | 'now'>;

/** Whether a request waits for its answer. One that the owner took back by deleting it does not. */
export const isOpen = (request: { data(): Answer | undefined }) => request.data()?.state === 'PROCESSING';

/** What every request that was carried out says. */
export const success = (now: Date) => ({ state: 'SUCCESS', endTime: now, error: null }) as const;

/** Whether the answer was there when the document was written, because it is a copy of another, or there is none. */
function isInherited({ startTime }: Answer, written: Record<string, unknown>): boolean {
  const copied = isTimestamp(written.startTime) ? written.startTime.toDate() : undefined;
  return startTime?.getTime() === copied?.getTime();
}

/**
 * Marks a request as being worked on. Returns its answer so far; null when it was answered before or taken back.
 *
 * @param written the document's fields as they were written
 */
export function begin(id: string, written: Record<string, unknown>, { db, now }: AnswerDeps): Promise<Answer | null> {
  const ref = adminRequestRef(db, id);
  return transact(db, async (transaction) => {
    const known = (await transaction.get(ref)).data();
    if (!known) return null;
    if (!isInherited(known, written)) {
      if (known.state !== 'PROCESSING') return null;
      transaction.update(ref, { attempts: known.attempts + 1 });
      return known;
    }
    const kept = Object.fromEntries(Object.entries(known).filter(([name]) => !ANSWER_FIELDS.includes(name)));
    const begun = { state: 'PROCESSING', startTime: now(), endTime: null, attempts: 1, error: null } as const;
    transaction.set(ref, { ...kept, ...begun });
    return begun;
  });
}

/** Writes fields of the answer, unless the request was answered meanwhile or taken back. */
export function note(id: string, fields: Partial<Answer>, { db }: AnswerDeps): Promise<void> {
  const ref = adminRequestRef(db, id);
  return transact(db, async (transaction) => {
    if (isOpen(await transaction.get(ref))) transaction.update(ref, fields);
  });
}
