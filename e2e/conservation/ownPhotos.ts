import { db } from '../src/admin';
import type { Person } from '../src/people';

/** These people's photos in one state. */
export async function photosWith(people: readonly Person[], status: string) {
  const owners = new Set(people.map(({ uid }) => uid));
  const found = await db.collection('photos').where('status', '==', status).get();
  return found.docs.filter((entry) => owners.has(entry.get('user_id')));
}
