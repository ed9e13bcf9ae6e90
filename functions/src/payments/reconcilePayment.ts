import { ledgerEntryId } from '@heirlight/contract/account';
import { packById } from '@heirlight/contract/packs';
import type { PaymentStatus } from '@heirlight/contract/payment';
import { type AccountRecord, accountRef } from '../account/accountRecord';
import { type EntryDraft, postEntries } from '../ledger/ledger';
import type { Deps } from '../platform/deps';
import { getAll } from '../platform/documents';
import type { Transaction } from '../platform/firestoreTypes';
import type { CheckoutTruth } from '../platform/paymentGateway';
import { transact } from '../platform/transact';
import { noteIncome } from './income';
import {
  checkoutRef,
  nextCheck,
  openPayment,
  type PaymentRecord,
  paymentRef,
  payments as paymentsIn,
  type Withdrawal,
} from './paymentRecord';
import { byId, mergeMoney, returnedAmount, reversedRestores } from './reversal';
import { purchasesOf, refundFor, settledWithdrawal, unusedRestores, withdrawableUntil } from './withdrawal';

export type ReconcileDeps = Pick<Deps, 'db' | 'payments' | 'config' | 'now' | 'faultPoint' | 'log'>;

interface Sale {
  truth: CheckoutTruth;
  uid: string;
  /** The pack's id. What was sold under it stands in the payment, because packs change. */
  pack: string;
  /** Whether the buyer withdraws from it. */
  withdraws: boolean;
}

function statusOf(truth: CheckoutTruth, { photos, reversed }: { photos: number; reversed: number }): PaymentStatus {
  if (truth.state === 'paid') {
    if (reversed === 0) return 'paid';
    return reversed >= photos ? 'reversed' : 'partially_reversed';
  }
  return truth.state === 'pending' ? 'open' : truth.state;
}

/** The next reversal entry; the first carries the charge's plain key, later ones of the same charge are numbered. */
function reversalId(chargeId: string, step: number): string {
  return ledgerEntryId.reversal(step === 0 ? chargeId : `${chargeId}_${step}`);
}

/** The ledger entry that is missing between the recorded and the wanted reversal: restores taken back or given back. */
function reversalDraft(
  { chargeId, wanted }: { chargeId: string; wanted: number },
  payment: PaymentRecord,
): EntryDraft | null {
  const change = wanted - payment.restores_reversed;
  if (change === 0) return null;
  const entry = { id: reversalId(chargeId, payment.reversal_steps), reason: 'reversal', ref: chargeId } as const;
  if (change > 0) return { ...entry, delta: -change, floorsAtZero: true };
  // A dispute was won or a refund failed: what is still owed is forgiven first, and the rest comes back. Deleted failed
  // photos may have settled some of it.
  return { ...entry, delta: -change, settlesAtMost: Math.min(payment.restores_owed, -change) };
}

/** The result of asking Stripe. */
export interface Reconciled {
  status: PaymentStatus;
  /** Whether this look, and none before it, credited the purchase. */
  isNewCredit: boolean;
  /** Whether this look took restores back, or gave some back that were taken before. */
  isNewReversal: boolean;
  /** The buyer's last withdrawal from it. */
  withdrawal: Withdrawal | undefined;
}

interface Applied extends Reconciled {
  /** The change of the balance. */
  change: number;
  /** Whether restores were bought for an account that is deleted. */
  isForNobody: boolean;
}

interface Asked {
  sessionId: string;
  payment: PaymentRecord;
  account: AccountRecord | undefined;
  charged: number;
}

/** A withdrawal that the buyer may make now, of what is unused, or undefined. Reads: call it before any write. */
async function newWithdrawal(
  transaction: Transaction,
  { sessionId, payment, account, charged }: Asked,
  { db, config, now, log }: ReconcileDeps,
): Promise<Withdrawal | undefined> {
  const at = now();
  const isOver = at >= withdrawableUntil(payment, config.withdrawalDays);
  if (isOver || !account || account.deleted_at || payment.payment_intent_id === null) return undefined;
  const { docs } = await transaction.get(paymentsIn(db).where('user_id', '==', payment.user_id));
  const others = purchasesOf(docs, { log }).filter((known) => known.sessionId !== sessionId);
  const purchases = [...others, { sessionId, payment }];
  const unused = unusedRestores({ sessionId }, { balance: account.restores_available, purchases });
  const back = refundFor(unused, { payment, charged });
  if (!back) return undefined;
  const request = `withdrawal_${sessionId}_${payment.reversal_steps}`;
  return { request, ...back, is_open: true, requested_at: at };
}

/**
 * One transaction: the payment's document and every ledger entry it still lacks. Returns null if nobody knows how many
 * restores were sold.
 */
function apply(sale: Sale, deps: ReconcileDeps): Promise<Applied | null> {
  const { truth, uid, pack, withdraws } = sale;
  const { db, now } = deps;
  const ref = paymentRef(db, truth.sessionId);
  return transact(db, async (transaction) => {
    const at = now();
    const [snapshot, account] = await getAll(transaction, ref, accountRef(db, uid));
    const known = snapshot.data();
    const photos = known?.photos ?? packById(pack)?.photos;
    if (photos === undefined) return null;
    const payment: PaymentRecord = known ?? openPayment({ uid, pack: { id: pack, photos } }, at);
    const { charge } = truth;
    const seen = { refunds: byId(charge?.refunds ?? []), disputes: byId(charge?.disputes ?? []) };
    const money = mergeMoney(payment, seen);
    const isPaid = truth.state === 'paid';
    let withdrawal = settledWithdrawal(payment.withdrawal, { charge, returned: returnedAmount(money) });
    if (withdraws && isPaid && charge && !withdrawal?.is_open) {
      const asked = { sessionId: truth.sessionId, payment: { ...payment, ...money }, account: account.data() };
      withdrawal = (await newWithdrawal(transaction, { ...asked, charged: charge.amount }, deps)) ?? withdrawal;
    }
    // What is to be refunded is taken at once, so that it cannot be spent meanwhile.
    const returned = returnedAmount(money) + (withdrawal?.is_open ? withdrawal.amount : 0);
    const wanted = isPaid && charge ? reversedRestores({ photos, charged: charge.amount, returned }) : 0;
    const reversal = charge && isPaid ? reversalDraft({ chargeId: charge.id, wanted }, payment) : null;
    const purchase: EntryDraft = {
      id: ledgerEntryId.purchase(truth.sessionId),
      reason: 'purchase',
      ref: truth.sessionId,
      delta: photos,
    };
    const entries = [...(isPaid ? [purchase] : []), ...(reversal ? [reversal] : [])];
    const { posted } =
      entries.length > 0 ? await postEntries(transaction, { db, uid, entries, now: at }) : { posted: [] };
    const reversed = reversal ? posted.at(-1) : undefined;
    // A response from before the payment must not reopen it.
    const status =
      !isPaid && payment.status !== 'open' ? payment.status : statusOf(truth, { photos, reversed: wanted });
    const isNewCredit = isPaid && posted[0]?.isNew === true;
    const cents = isPaid ? (charge?.amount ?? 0) - returnedAmount(money) : payment.income_cents;
    transaction.set(ref, {
      ...payment,
      ...money,
      ...noteIncome(transaction, { db, session: truth.sessionId, noted: payment, cents, at }),
      ...(isNewCredit ? { paid_at: at } : {}),
      ...(withdrawal ? { withdrawal } : {}),
      amount_total: truth.amountTotal ?? payment.amount_total,
      currency: truth.currency,
      status,
      is_pending: status === 'open' && truth.state === 'pending',
      payment_intent_id: truth.paymentIntentId ?? payment.payment_intent_id,
      charge_id: charge?.id ?? payment.charge_id,
      updated_at: at,
      restores_reversed: isPaid ? wanted : payment.restores_reversed,
      restores_owed: payment.restores_owed + Math.max(0, reversed?.owed ?? 0) - (reversal?.settlesAtMost ?? 0),
      reversal_steps: payment.reversal_steps + (reversal ? 1 : 0),
      next_check_at: nextCheck({ status, created_at: payment.created_at, withdrawal }, at),
    });
    const isDeleted = Boolean(account.data()?.deleted_at);
    if (isPaid) transaction.delete(checkoutRef(db, { uid, pack }));
    const change = posted.reduce((sum, entry) => sum + entry.delta, 0);
    const isForNobody = isDeleted && isNewCredit;
    return { status, isNewCredit, isNewReversal: reversal !== null, withdrawal, change, isForNobody };
  });
}

/**
 * Brings payment and ledger to what Stripe's API says about a session now. Safe to run at any time, any number of
 * times, after events in any order. A paid session is credited once; when money goes back, restores are taken back down
 * to 0. The rest is noted as owed for the admin to see. Later purchases are not reduced by it. Returns null and records
 * nothing if the session is not one of ours.
 *
 * @param withdraws the buyer gives back what is unused, if that is still possible: it is taken at once, and
 *   `withdrawal` says what is to be refunded
 * @throws whatever Stripe or the database threw: the event should be delivered again
 */
export async function reconcilePayment(
  sessionId: string,
  deps: ReconcileDeps,
  { withdraws = false }: { withdraws?: boolean } = {},
): Promise<Reconciled | null> {
  const { payments, faultPoint, log } = deps;
  const truth = await payments.retrieveSession(sessionId);
  if (!truth || truth.uid === null || truth.pack === null) {
    log.warn('A checkout session is none of ours', { sessionId });
    return null;
  }
  await faultPoint('payment.beforeCommit');
  const applied = await apply({ truth, uid: truth.uid, pack: truth.pack, withdraws }, deps);
  await faultPoint('payment.afterCommit');
  if (!applied) {
    const level = truth.state === 'paid' ? 'error' : 'warn';
    log[level]('A payment is for a pack nobody knows: see what was bought', { sessionId, pack: truth.pack });
    return null;
  }
  const { change, isForNobody, ...reconciled } = applied;
  // A bank debit was under way or a payment page still open. The buyer is gone, so the money must go back.
  if (isForNobody) log.error('A purchase came in for a deleted account: refund it', { sessionId, uid: truth.uid });
  if (change !== 0) log.info('A payment changed a balance', { sessionId, uid: truth.uid, change });
  return reconciled;
}
