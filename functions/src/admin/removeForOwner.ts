import { removeAccount } from '../deletion/deleteAccount';
import { note, success } from './answer';
import type { AdminDeps, Work } from './work';

/** Deletes the account as its owner's own request would. */
export async function removeForOwner({ id, uid }: Work<'delete'>, deps: AdminDeps): Promise<void> {
  await removeAccount(uid, deps);
  await note(id, { ...success(deps.now()), result: { deleted: uid } }, deps);
}
