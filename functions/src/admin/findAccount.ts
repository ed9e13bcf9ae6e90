import { accountRef } from '../account/accountRecord';
import type { Deps } from '../platform/deps';
import { RejectedRequest } from './rejectedRequest';

/**
 * The uid of the account that the owner names by e-mail address, uid or both. A uid also finds an account whose sign-in
 * was deleted.
 *
 * @throws RejectedRequest when there is none, or two
 */
export async function findAccount(
  { email, uid }: { email?: string | undefined; uid?: string | undefined },
  { db, users }: Pick<Deps, 'db' | 'users'>,
): Promise<string> {
  const found = email === undefined ? null : await users.find(email);
  if (email !== undefined && !found) throw new RejectedRequest(`No account has the e-mail address ${email}.`);
  if (uid === undefined) return found?.uid ?? '';
  if (found && found.uid !== uid) throw new RejectedRequest(`${email} is the account ${found.uid}, not ${uid}.`);
  if (found || (await users.get(uid)) || (await accountRef(db, uid).get()).exists) return uid;
  throw new RejectedRequest(`No account has the uid ${uid}.`);
}
