import type { FetchCreditsRequest, FetchCreditsResponse } from '@heirlight/contract/callables';
import type { Caller } from '../platform/caller';
import { AppError } from '../platform/errors';
import { type AccountDeps, ensureAccount } from './ensureAccount';

/**
 * The caller's restores, a plain number. The first call of a new account creates it with its welcome restores.
 *
 * @throws AppError `wrong_user` when `user_id_in` is somebody else
 */
export async function fetchCredits(
  { user_id_in }: FetchCreditsRequest,
  caller: Caller,
  deps: AccountDeps,
): Promise<FetchCreditsResponse> {
  if (user_id_in !== caller.uid) throw new AppError('wrong_user', 'user_id_in is not the caller');
  const account = await ensureAccount(caller, deps);
  return account.balance;
}
