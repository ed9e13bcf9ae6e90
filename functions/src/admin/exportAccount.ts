import { EXPORTS } from '@heirlight/contract/paths';
import { accountRef } from '../account/accountRecord';
import { ledgerOf } from '../ledger/ledger';
import { payments } from '../payments/paymentRecord';
import { photos } from '../photos/photoRecord';
import { recoverablePhotos } from '../photos/recoverable';
import { isTimestamp } from '../platform/documents';
import { listAll } from '../platform/fileStore';
import type { Query } from '../platform/firestoreTypes';
import { note, success } from './answer';
import { RejectedRequest } from './rejectedRequest';
import type { AdminDeps, Work } from './work';

/** How long an export is kept, in milliseconds: a week. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Times as ISO 8601. */
function plain(value: unknown): unknown {
  if (isTimestamp(value)) return value.toDate().toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}

/** Documents as they are stored, so that one that fits no schema is exported too. */
async function allOf(query: Query): Promise<unknown[]> {
  const { docs } = await query.withConverter(null).get();
  return docs.map((document) => plain({ id: document.id, ...document.data() }));
}

/** Everything stored about an account. */
async function contentOf(uid: string, { db, users, now }: AdminDeps): Promise<object> {
  const [user, account] = [await users.get(uid), await accountRef(db, uid).withConverter(null).get()];
  return {
    exported_at: now().toISOString(),
    uid,
    email: user?.email ?? null,
    account: plain(account.data() ?? null),
    ledger: await allOf(ledgerOf(db, uid)),
    payments: await allOf(payments(db).where('user_id', '==', uid)),
    photos: await allOf(photos(db).where('user_id', '==', uid)),
    deleted_photos: await allOf(recoverablePhotos(db).where('user_id', '==', uid)),
  };
}

/** Writes everything stored about an account into a file of the bucket that no client can read. */
export async function exportAccount({ id, uid }: Work<'export'>, deps: AdminDeps): Promise<void> {
  const { db, files, now } = deps;
  if ((await accountRef(db, uid).get()).data()?.deleted_at)
    throw new RejectedRequest(`The account ${uid} was deleted.`);
  const path = `${EXPORTS}${uid}/${id}.json`;
  const bytes = Buffer.from(JSON.stringify(await contentOf(uid, deps), null, 2));
  await files.write({ path, bytes, contentType: 'application/json' });
  const expires_at = new Date(now().getTime() + KEPT_MS).toISOString();
  await note(id, { ...success(now()), result: { file: `gs://${files.bucketName}/${path}`, expires_at } }, deps);
}

/** Removes exports that are older than a week. Returns how many. */
export async function sweepExports({ files, now }: Pick<AdminDeps, 'files' | 'now'>): Promise<number> {
  let removed = 0;
  for (const { path, createdAt } of await listAll(files, EXPORTS)) {
    if (now().getTime() - createdAt.getTime() < KEPT_MS) continue;
    if (await files.remove(path)) removed++;
  }
  return removed;
}
