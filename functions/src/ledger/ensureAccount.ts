import { ledgerEntryId } from '@heirlight/contract/account';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import { AppError } from '../platform/errors';
import { transact } from '../platform/transact';
import { accountRef, ledgerRef, postEntries } from './ledger';

type AccountDeps = Pick<Deps, 'db' | 'users' | 'config' | 'now' | 'faultPoint'>;

export interface AccountState {
  /** Restores available. */
  balance: number;
  /** True while the welcome restores wait for the e-mail address to be verified. */
  awaitsVerification: boolean;
  stripeCustomerId: string | null;
}

/**
 * Makes sure that the account exists and got its welcome restores: once in its life and, if so configured, not before
 * the e-mail address is verified. Costs one read of two documents when there is nothing to do.
 *
 * @param emailVerified what the caller's token says, if there is one. False is checked with Auth: a token keeps it for
 *   up to an hour after the address was verified elsewhere.
 * @throws AppError `signed_out` when the account was deleted and an old token still arrives
 */
export async function ensureAccount(
  { uid, emailVerified = false }: { uid: string; emailVerified?: boolean },
  { db, users, config, now, faultPoint }: AccountDeps,
): Promise<AccountState> {
  const welcomeId = ledgerEntryId.welcome();
  const [account, welcome] = await getAll(db, accountRef(db, uid), ledgerRef(db, uid, welcomeId));
  const record = account.data();
  if (record?.deleted_at) throw new AppError('signed_out', `The account ${uid} was deleted`);
  const stripeCustomerId = record?.stripe_customer_id ?? null;
  if (record && (welcome.exists || config.welcomeRestores <= 0)) {
    return { balance: record.restores_available, awaitsVerification: false, stripeCustomerId };
  }

  const isVerified = async () => emailVerified || ((await users.get(uid))?.emailVerified ?? false);
  const awaitsVerification = config.welcomeNeedsVerifiedEmail && !(await isVerified());
  if (record && awaitsVerification) {
    return { balance: record.restores_available, awaitsVerification, stripeCustomerId };
  }
  const isGranted = !awaitsVerification && config.welcomeRestores > 0;
  const entry = { id: welcomeId, reason: 'welcome', ref: uid, delta: config.welcomeRestores } as const;
  await faultPoint('account.beforeWelcome');
  const { balance } = await transact(db, (transaction) =>
    postEntries(transaction, { db, uid, entries: isGranted ? [entry] : [], now: now() }),
  );
  await faultPoint('account.afterWelcome');
  return { balance, awaitsVerification, stripeCustomerId };
}
