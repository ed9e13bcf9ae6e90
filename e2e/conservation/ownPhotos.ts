import { db } from '../src/admin';

/** The photos of these accounts in one state. */
export async function photosWith(accounts: readonly string[], status: string) {
  const owners = new Set(accounts);
  const found = await db.collection('photos').where('status', '==', status).get();
  return found.docs.filter((entry) => owners.has(entry.get('user_id')));
}
