import { RESTORE_COST } from '@heirlight/contract/limits';
import { type AccountDeps, ensureAccount } from '../account/ensureAccount';
import type { Deps } from '../platform/deps';
import { AppError } from '../platform/errors';
import { checkUse } from '../platform/rateLimit';

/**
 * Checks that anything may be restored for this account, before a picture is read. Nothing may be for a disabled one,
 * whose token lives for up to an hour.
 *
 * @throws AppError `signed_out`, `rate_limited` or `too_many_failures`
 */
export async function requireMayRestore(uid: string, { db, users, now }: Pick<Deps, 'db' | 'users' | 'now'>) {
  const user = await users.get(uid);
  if (!user || user.disabled) throw new AppError('signed_out', `The account ${uid} is disabled or gone`);
  for (const name of ['restorePerUser', 'refusedPerUser', 'freeTriesPerUser'] as const) {
    await checkUse({ db, name, key: uid, now: now() });
  }
  return user;
}

/**
 * Checks what can be known before a picture is read: a refused restore costs its sender nothing, but reading and
 * decoding are expensive for us. The debit decides again.
 *
 * @throws AppError as requireMayRestore, `email_not_verified` or `no_restores_left`
 */
export async function requireRestore(uid: string, deps: AccountDeps): Promise<void> {
  const user = await requireMayRestore(uid, deps);
  const { balance, awaitsVerification } = await ensureAccount({ uid, emailVerified: user.emailVerified }, deps);
  if (balance >= RESTORE_COST) return;
  if (awaitsVerification) throw new AppError('email_not_verified', `${uid} has only the welcome restores to come`);
  throw new AppError('no_restores_left', `${uid} has no restore for an upload`);
}
