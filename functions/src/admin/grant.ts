import { ledgerEntryId } from '@heirlight/contract/account';
import { accountRef } from '../account/accountRecord';
import { ledgerRef, postEntries } from '../ledger/ledger';
import { getAll } from '../platform/documents';
import { transact } from '../platform/transact';
import { adminRequestRef } from './adminRequests';
import { isOpen, success } from './answer';
import { RejectedRequest } from './rejectedRequest';
import type { AdminDeps, Work } from './work';

/**
 * Gives restores, or claws them back: down to 0, and the rest is noted as owed. One transaction moves them and answers,
 * so a request moves them once.
 */
export async function grant({ id, uid, restores }: Work<'grant'>, { db, now }: AdminDeps): Promise<void> {
  const entryId = ledgerEntryId.grant(id);
  await transact(db, async (transaction) => {
    const [request, account] = await getAll(transaction, adminRequestRef(db, id), accountRef(db, uid));
    if (!isOpen(request)) return;
    if (account.data()?.deleted_at) throw new RejectedRequest(`The account ${uid} was deleted.`);
    const { balance, posted } = await postEntries(transaction, {
      db,
      uid,
      entries: [{ id: entryId, reason: 'grant', ref: id, delta: restores, floorsAtZero: true }],
      now: now(),
    });
    const [entry] = posted;
    if (!entry?.isNew)
      throw new RejectedRequest(`An earlier request with the id ${id} was carried out. Write a new document.`);
    const result = {
      ledger_entry: ledgerRef(db, uid, entryId).path,
      restores_moved: entry.delta,
      ...(entry.owed === 0 ? {} : { restores_owed: entry.owed }),
    };
    transaction.update(request.ref, { ...success(now()), balance_after: balance, result });
  });
}
