import { ledgerEntryId } from '@heirlight/contract/account';
import { USERS } from '@heirlight/contract/paths';
import type { Firestore } from 'firebase-admin/firestore';
import type { DeletedGroup } from './truth';

/** Notes which photos are versions of one, and what deletions of all versions of a photo said. */
export function photoGroups() {
  const groupOf = new Map<string, string>();
  const deleted = new Map<string, Omit<DeletedGroup, 'photoIds'>>();
  return {
    /** Takes a photo that exists, or may come to exist; `versionOf` is the photo that it was restored from. */
    add(photoId: string, versionOf: string = photoId): void {
      groupOf.set(photoId, groupOf.get(versionOf) ?? versionOf);
    },
    /** Takes the answer to a deletion of all versions of a photo: how many restores came back. */
    deleted(photoId: string, { uid, refunds, isOfSet }: { uid: string; refunds: number; isOfSet: boolean }): void {
      const group = groupOf.get(photoId) ?? photoId;
      const before = deleted.get(group);
      const mayComeBack = isOfSet || (before?.mayComeBack ?? false);
      deleted.set(group, { uid, refunds: refunds + (before?.refunds ?? 0), mayComeBack });
    },
    all(): DeletedGroup[] {
      const ids = [...groupOf];
      return [...deleted].map(([group, said]) => ({
        ...said,
        photoIds: new Set(ids.flatMap(([id, its]) => (its === group ? [id] : []))),
      }));
    },
  };
}

/**
 * Whether the restore of a failed photo came back when another took its place: both entries are of one transaction. That
 * of a photo which was deleted and brought back had come back before.
 */
export async function cameBack(
  db: Firestore,
  { uid, replaced, by }: { uid: string; replaced: string; by: string },
): Promise<boolean> {
  const ledger = db.collection(USERS).doc(uid).collection('ledger');
  const [refund, debit] = await Promise.all(
    [ledgerEntryId.refund(replaced), ledgerEntryId.restore(by)].map((id) => ledger.doc(id).get()),
  );
  const isOfOne = refund?.createTime && debit?.createTime?.isEqual(refund.createTime);
  return Boolean(isOfOne) && refund?.get('delta') > 0;
}
