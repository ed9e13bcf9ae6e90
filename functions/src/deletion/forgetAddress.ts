import type { Firestore } from '../platform/firestoreTypes';
import { plainName } from '../platform/plainName';
import { transact } from '../platform/transact';

/**
 * Removes the e-mail address from what the owner asked about an account, which is being deleted. Reads `admin_requests`
 * as they are stored: their schema is in admin, which stands above.
 */
export async function forgetAddress(uid: string, { db }: { db: Firestore }): Promise<void> {
  const asked = await db.collection('admin_requests').where('account', '==', uid).get();
  for (const { ref } of asked.docs) {
    // One that is being answered at this moment must keep its answer.
    await transact(db, async (transaction) => {
      const fields = Object.entries((await transaction.get(ref)).data() ?? {});
      const kept = fields.filter(([name]) => plainName(name) !== 'email');
      if (kept.length < fields.length) transaction.set(ref, Object.fromEntries(kept));
    });
  }
}
