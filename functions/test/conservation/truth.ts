import { type LedgerEntry, ledgerEntryId } from '@heirlight/contract/account';
import { FAILED_PHOTO_REFUND, RESTORE_COST } from '@heirlight/contract/limits';
import { PAYMENTS, PHOTOS, parseUploadPath, USERS } from '@heirlight/contract/paths';
import { filesOf } from '@heirlight/contract/photoFiles';
import type { Firestore } from 'firebase-admin/firestore';
import type { AccountRecord } from '../../src/account/accountRecord';
import type { PaymentRecord } from '../../src/payments/paymentRecord';
import { reversedRestores } from '../../src/payments/reversal';
import type { PhotoRecord } from '../../src/photos/photoRecord';

/** What the outside world knows to be true once nothing runs any more; the database must agree with it. */
export interface Truth {
  accounts: readonly string[];
  /** Accounts that were deleted, with all their photos. */
  deletedAccounts?: ReadonlySet<string>;
  /** The accounts that one person had, one after the other. */
  successions?: readonly (readonly string[])[];
  /** Every Checkout Session ever made; amounts in cents. */
  sessions: readonly {
    id: string;
    uid: string;
    photos: number;
    isPaid: boolean;
    charged: number;
    /** Refunded, or held by a dispute. */
    returned: number;
  }[];
  /** Photos whose job succeeded at the provider: only these may be gone without a refund. */
  succeededJobs: ReadonlySet<string>;
  /** For each photo: what every delete that went through said about the refund. */
  deletions: ReadonlyMap<string, readonly boolean[]>;
  /** What was deleted with all its versions, alone or in a set. */
  deletedGroups?: readonly DeletedGroup[];
  /** What each grant of the shop's owner gave, by its request's id; negative for what it took or noted as owed. */
  grants?: ReadonlyMap<string, { uid: string; restores: number }>;
  /** Every path these accounts have left in the bucket after the sweeps. */
  files: readonly string[];
}

/** A photo and its versions, some of which were deleted by one call. */
export interface DeletedGroup {
  uid: string;
  photoIds: ReadonlySet<string>;
  /** How many restores these deletions said they gave back. */
  refunds: number;
  /** Whether it was deleted in a set: it may have been brought back, and deleted once more. */
  mayComeBack: boolean;
}

type Entry = LedgerEntry<unknown> & { id: string };

/** What must hold whatever happens; see `complaintsAbout`. */
export const INVARIANTS = [
  'sum = balance ≥ 0',
  'one debit',
  'one refund',
  'one credit',
  'comes to an end',
  'no orphans',
] as const;
export type Invariant = (typeof INVARIANTS)[number];
export interface Complaint {
  invariant: Invariant;
  text: string;
}
type Complain = (invariant: Invariant, text: string) => void;

/** What an entry gives, as balance or by settling what is owed; negative for what it takes. */
const given = ({ delta, owed = 0 }: Entry): number => delta - owed;

function checkAccount(account: AccountRecord | undefined, entries: readonly Entry[], complain: Complain): void {
  const balance = account?.restores_available ?? 0;
  const sum = entries.reduce((total, { delta }) => total + delta, 0);
  if (sum !== balance) complain('sum = balance ≥ 0', `the ledger says ${sum}, the balance ${balance}`);
  if (balance < 0 || entries.some((entry) => entry.balance_after < 0))
    complain('sum = balance ≥ 0', 'the balance was negative');
  const owed = entries.reduce((total, entry) => total + (entry.owed ?? 0), 0);
  if (owed !== (account?.restores_owed ?? 0) || owed < 0)
    complain('sum = balance ≥ 0', `owes ${account?.restores_owed}, the ledger says ${owed}`);
  if (account && account.ledger_sum !== sum) complain('sum = balance ≥ 0', `notes ${account.ledger_sum} for ${sum}`);
  if (entries.filter(({ reason }) => reason === 'welcome').length > 1) complain('one credit', 'was welcomed twice');
}

/** One entry for each grant that was answered with success, of what it said, and none for any other. */
function checkGrants(uid: string, entries: readonly Entry[], { grants = new Map() }: Truth, complain: Complain): void {
  const here = new Map(entries.flatMap((entry) => (entry.reason === 'grant' ? [[entry.ref, given(entry)]] : [])));
  const wanted = [...grants].flatMap(([id, grant]) => (grant.uid === uid ? [[id, grant.restores] as const] : []));
  for (const [id, restores] of wanted) {
    if (here.get(id) !== restores) complain('one credit', `grant ${id} gave ${here.get(id)} for ${restores}`);
  }
  if (here.size > wanted.length) complain('one credit', `${here.size} grants, ${wanted.length} asked for`);
}

/** What is there of an account: its photos, and the deleted ones that can be brought back. */
interface Own {
  existing: readonly PhotoRecord[];
  kept: readonly PhotoRecord[];
}

/** A deleted photo that can be brought back has been paid for, and has its restore back if it had failed. */
function checkKept(byId: ReadonlyMap<string, Entry>, { existing, kept }: Own, complain: Complain): void {
  const here = new Set(existing.map(({ id }) => id));
  for (const { id, status } of kept) {
    if (here.has(id)) complain('one debit', `photo ${id} is there, and can be brought back`);
    if (byId.get(ledgerEntryId.restore(id))?.delta !== -RESTORE_COST)
      complain('one debit', `photo ${id}, which can be brought back, was not debited once`);
    if (status === 'processing') complain('comes to an end', `photo ${id} was deleted while it was restored`);
    if (byId.has(ledgerEntryId.refund(id)) !== (status === 'failed'))
      complain('one refund', `photo ${id}, which can be brought back, is ${status}`);
  }
}

/** As many restores came back as the answers to deletions said, where one deletes all versions of a photo. */
function checkGroups(
  byId: ReadonlyMap<string, Entry>,
  { groups, deletions }: { groups: readonly DeletedGroup[]; deletions: Truth['deletions'] },
  complain: Complain,
): void {
  for (const { photoIds, refunds } of groups) {
    const ids = [...photoIds];
    const came = ids.filter((id) => (byId.get(ledgerEntryId.refund(id))?.delta ?? 0) > 0).length;
    const alone = ids.flatMap((id) => deletions.get(id) ?? []).filter(Boolean).length;
    if (came !== refunds + alone)
      complain('one refund', `${ids[0]} and its versions: ${came} came back, ${refunds + alone} by the answers`);
  }
}

/** One debit per photo, and at its end either a picture or the restore back, once. */
function checkPhotos(uid: string, entries: readonly Entry[], own: Own, truth: Truth, complain: Complain) {
  const { existing, kept } = own;
  const groups = (truth.deletedGroups ?? []).filter((group) => group.uid === uid);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, status } of existing) {
    if (byId.get(ledgerEntryId.restore(id))?.delta !== -RESTORE_COST)
      complain('one debit', `photo ${id} was not debited once`);
    if (byId.has(ledgerEntryId.refund(id))) complain('one refund', `photo ${id} was refunded and is still there`);
    if (status !== 'succeeded') complain('comes to an end', `photo ${id} came to no end: ${status}`);
  }
  checkKept(byId, own, complain);
  checkGroups(byId, { groups, deletions: truth.deletions }, complain);
  const here = new Set([...existing, ...kept].map(({ id }) => id));
  for (const { reason, ref: photoId } of entries) {
    if (reason !== 'restore' || here.has(photoId)) continue;
    const deletions = truth.deletions.get(photoId) ?? [];
    const refund = byId.get(ledgerEntryId.refund(photoId));
    const cameBack = (refund?.delta ?? 0) > 0;
    const group = groups.find(({ photoIds }) => photoIds.has(photoId));
    if (deletions.length === 0 ? !group : deletions.length > 1 && !group?.mayComeBack)
      complain('comes to an end', `photo ${photoId} was deleted ${deletions.length} times`);
    const said = deletions.filter(Boolean).length;
    // The restore may have come back with its group, which has been checked.
    if (group ? said > Number(cameBack) : cameBack !== said > 0)
      complain('one refund', `photo ${photoId}: the answer and the refund differ`);
    if (refund && given(refund) !== FAILED_PHOTO_REFUND)
      complain('one refund', `photo ${photoId} was refunded ${given(refund)}`);
    if (!refund && !truth.succeededJobs.has(photoId))
      complain('one refund', `photo ${photoId} is lost with its restore`);
  }
  for (const { reason, ref } of entries) {
    if (reason === 'refund' && !byId.has(ledgerEntryId.restore(ref)))
      complain('one refund', `photo ${ref} was refunded unpaid`);
  }
}

/** Cents noted as income, by session. */
type Income = ReadonlyMap<string, number>;

async function incomeOf(db: Firestore): Promise<Income> {
  const sums = new Map<string, number>();
  for (const entry of (await db.collection('income').get()).docs) {
    const { session, cents } = entry.data();
    sums.set(session, (sums.get(session) ?? 0) + cents);
  }
  return sums;
}

/** One credit per paid session, taken back in proportion to the money that went back. */
function checkPayments(
  { uid, entries }: { uid: string; entries: readonly Entry[] },
  { truth, payments, income }: { truth: Truth; payments: ReadonlyMap<string, PaymentRecord>; income: Income },
  complain: Complain,
): void {
  const sessions = truth.sessions.filter((session) => session.uid === uid);
  for (const { id, photos, isPaid, charged, returned } of sessions) {
    const credit = entries.filter(({ reason, ref }) => reason === 'purchase' && ref === id);
    const credited = credit.reduce((sum, { delta }) => sum + delta, 0);
    if (credit.length > 1 || credited !== (isPaid ? photos : 0))
      complain('one credit', `session ${id} credited ${credited}`);
    const payment = payments.get(id);
    if (!isPaid || !payment) continue;
    const wanted = reversedRestores({ photos, charged, returned });
    const taken = entries
      .filter(({ reason, ref }) => reason === 'reversal' && ref === payment.charge_id)
      .reduce((sum, entry) => sum - given(entry), 0);
    if (taken !== wanted) complain('one credit', `session ${id}: ${taken} taken back or owed, ${wanted} expected`);
    const cents = income.get(id) ?? 0;
    if (cents !== charged - returned) complain('one credit', `session ${id}: ${cents} cents noted as income`);
  }
  const known = new Set(sessions.map(({ id }) => id));
  for (const { reason, ref } of entries) {
    if (reason === 'purchase' && !known.has(ref)) complain('one credit', `credited for ${ref}, which nobody paid`);
  }
}

function orphans(files: readonly string[], photos: ReadonlySet<string>): string[] {
  return files.filter((path) => !photos.has(parseUploadPath(path)?.photoId ?? path.split('/')[2] ?? ''));
}

/** Compares the database with the truth. Returns every fault in words; empty if there is none. */
export async function complaintsAbout(db: Firestore, truth: Truth): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  const complainOfFile = (text: string) => complaints.push({ invariant: 'no orphans', text });
  const all = (name: string) => db.collection(name).get();
  const [allPhotos, allKept, allPayments] = await Promise.all([all(PHOTOS), all('recoverablePhotos'), all(PAYMENTS)]);
  const accounts = new Set(truth.accounts);
  const welcomed = new Set<string>();
  const ofAccounts = (photo: PhotoRecord) => accounts.has(photo.user_id);
  const photos = allPhotos.docs.map((snapshot) => snapshot.data() as PhotoRecord).filter(ofAccounts);
  // Other tests keep documents that are no photos there.
  const kept = allKept.docs
    .filter((snapshot) => accounts.has(snapshot.get('user_id')))
    .map((snapshot) => snapshot.get('photo') as PhotoRecord);
  const income = await incomeOf(db);
  const payments = new Map(allPayments.docs.map((entry) => [entry.id, entry.data() as PaymentRecord]));
  await Promise.all(
    truth.accounts.map(async (uid) => {
      const complain: Complain = (invariant, text) => complaints.push({ invariant, text: `${uid}: ${text}` });
      const ref = db.collection(USERS).doc(uid);
      const [snapshot, ledger] = await Promise.all([ref.get(), ref.collection('ledger').get()]);
      const account = snapshot.data() as AccountRecord | undefined;
      const entries = ledger.docs.map((entry) => ({ ...(entry.data() as LedgerEntry<unknown>), id: entry.id }));
      const isOwn = (photo: PhotoRecord) => photo.user_id === uid;
      const own = { existing: photos.filter(isOwn), kept: kept.filter(isOwn) };
      const left = own.existing.length + own.kept.length;
      checkAccount(account, entries, complain);
      checkGrants(uid, entries, truth, complain);
      if (!truth.deletedAccounts?.has(uid)) checkPhotos(uid, entries, own, truth, complain);
      else if (left > 0) complain('no orphans', `${left} photos are left of the deleted account`);
      if (entries.some(({ reason }) => reason === 'welcome')) welcomed.add(uid);
      checkPayments({ uid, entries }, { truth, payments, income }, complain);
    }),
  );
  for (const uids of truth.successions ?? []) {
    if (uids.filter((uid) => welcomed.has(uid)).length > 1)
      complaints.push({ invariant: 'one credit', text: `one person was welcomed twice: ${uids.join(', ')}` });
  }
  const ids = new Set([...photos, ...kept].map(({ id }) => id));
  for (const path of orphans(truth.files, ids)) complainOfFile(`${path} belongs to no photo`);
  for (const photo of [...photos, ...kept]) {
    for (const { path } of filesOf(photo)) {
      if (!truth.files.includes(path)) complainOfFile(`${path} is gone although its photo is there`);
    }
  }
  return complaints;
}
