import { randomUUID } from 'node:crypto';
import { perPack } from '@heirlight/contract/packs';
import {
  atOnce,
  cameBack,
  type DELETED_BY,
  type Operation,
  type OperationKind,
  photoGroups,
  type REPORTS,
} from '@heirlight/functions/conservation';
import { auth, db } from '../src/admin';
import {
  act,
  cancelPrediction,
  reportAgain,
  resend,
  type StripeSession,
  troubleReplicate,
  troubleStripe,
} from '../src/emulators';
import { type CallResult, call, endSignIn, newPerson, type Person, signIn } from '../src/people';
import { smallPicture } from '../src/pictures';
import { passTime, photoOf, restore, sweep, type Uploaded, upload } from '../src/restores';
import { photosWith } from './ownPhotos';

const PRICES = perPack(({ photos }) => `price_local_${photos}`);
/** Photos that one sweep makes older. More would leave no photo to end by itself. */
const AGED_PER_SWEEP = 5;

export interface Job {
  person: Person;
  uploaded: Uploaded;
}
/** What choosing the next act needs. Stripe's own view is read only at the end. */
interface Sale {
  id: string;
  buyer: Person;
  /** Cents; 0 until somebody tried to pay. */
  amount: number;
  isPending: boolean;
}

/** What the users did and were told, where the database must agree with it. */
export interface Story {
  /** The accounts that each person had, one after the other. */
  successions: string[][];
  deletedAccounts: Set<string>;
  photos: Job[];
  sales: Sale[];
  deletions: Map<string, boolean[]>;
  groups: ReturnType<typeof photoGroups>;
  /** What was deleted as one, and may be brought back. */
  sets: { setId: string; person: Person }[];
  /** How often each rejection came, by function and code. */
  rejections: Map<string, number>;
}

/** The operations as users of the running suite do them: over HTTP, with their tokens. */
export async function overHttp(accounts: number) {
  const people = await Promise.all(Array.from({ length: accounts }, () => newPerson()));
  const successions = people.map(({ uid }) => [uid]);
  const deletedAccounts = new Set<string>();
  const leaving = new Set<string>();
  const story: Story = {
    successions,
    deletedAccounts,
    photos: [],
    sales: [],
    deletions: new Map(),
    groups: photoGroups(),
    sets: [],
    rejections: new Map(),
  };
  const bytes = await smallPicture();
  const { photos, sales, deletions, groups, sets, rejections } = story;

  const personAt = (index: number) => people[index % people.length] as Person;
  // Counted from the newest: the oldest are long deleted.
  const photoAt = (index: number): Job | undefined => photos.at(-1 - (index % photos.length));
  const setAt = (index: number) => sets.at(-1 - (index % sets.length));
  const saleAt = (index: number, among = sales): Sale | undefined => among.at(-1 - (index % among.length));

  function note(name: string, { error }: Pick<CallResult, 'error'>): void {
    if (!error) return;
    const key = `${name}: ${error.details?.code ?? error.status}`;
    rejections.set(key, (rejections.get(key) ?? 0) + 1);
  }
  /** Returns undefined if Stripe refuses (paying twice, refunding nothing): then nothing happened. */
  async function acting(sale: Sale | undefined, name: string, fields: object = {}): Promise<StripeSession | undefined> {
    if (!sale) return undefined;
    const answer = await act(sale.id, name, fields).catch(() => undefined);
    return (answer as { session: StripeSession } | undefined)?.session;
  }
  async function remove({ person, uploaded: { photoId } }: Job): Promise<void> {
    const answer = await call('delete-photo', { photoId }, person.idToken);
    note('delete-photo', answer);
    const { error, creditRefunded } = (answer.result ?? { error: 'refused' }) as DeleteAnswer;
    if (error === undefined) deletions.set(photoId, [...(deletions.get(photoId) ?? []), creditRefunded ?? false]);
  }
  /** Deletes a photo with its versions, for good or as one of a set. */
  async function removeGroup({ person, uploaded: { photoId } }: Job, setId?: string): Promise<void> {
    const request = { photoId, group: true, ...(setId !== undefined && { setId }) };
    const answer = await call('delete-photo', request, person.idToken);
    note('delete-photo', answer);
    const { error, creditsRefunded: refunds = 0 } = (answer.result ?? { error: 'refused' }) as DeleteAnswer;
    if (error === undefined) groups.deleted(photoId, { uid: person.uid, refunds, isOfSet: setId !== undefined });
  }
  /** Restores a photo again. A failed one is gone then, like a deleted one. */
  async function again(body: { requestId: string }, { uid, idToken }: Person): Promise<void> {
    const answer = await call('restore-again', body, idToken);
    note('restore-again', answer);
    const { replaces } = (answer.result ?? {}) as { replaces?: string };
    if (replaces === undefined) return;
    const wasRefunded = await cameBack(db, { uid, replaced: replaces, by: body.requestId });
    deletions.set(replaces, [...(deletions.get(replaces) ?? []), wasRefunded]);
  }
  /** Deletes an account. Returns whether it is gone: that of somebody disabled stays. */
  async function end(person: Person, by: (typeof DELETED_BY)[number]): Promise<boolean> {
    if (by === 'firebase') return endSignIn(person);
    // A token of the run's beginning is too old for this.
    const idToken = await signIn(person.email).catch((error: Error) => {
      if (!error.message.includes('USER_DISABLED')) throw error;
    });
    if (!idToken) return false;
    const answer = await call('delete-account', { confirm: 'DELETE' }, idToken);
    note('delete-account', answer);
    return !answer.error;
  }
  /** Sends a photo, and notes it if the bucket has taken it. */
  async function send(person: Person, photoId: string = randomUUID()): Promise<Job | undefined> {
    const job = { person, uploaded: await upload(person, { bytes, photoId }) };
    const { status } = job.uploaded;
    note('upload', { error: status === 200 ? undefined : refusedBy(String(status)) });
    if (status !== 200) return undefined;
    if (!photos.some(({ uploaded }) => uploaded.photoId === photoId)) photos.push(job);
    groups.add(photoId);
    return job;
  }
  const startRestore = async ({ person, uploaded }: Job) => note('replicate-restore', await restore(person, uploaded));

  const perform: { [K in OperationKind]: (operation: Extract<Operation, { kind: K }>) => Promise<unknown> } = {
    signUp: ({ account, times }) =>
      atOnce(times, async () => {
        const { uid, idToken } = personAt(account);
        note('fetch_credits', await call('fetch_credits', { user_id_in: uid }, idToken));
      }),
    async withdraw({ session, times }) {
      const { id: sessionId, buyer } = saleAt(session) ?? {};
      if (!buyer) return;
      await atOnce(times, async () =>
        note('request-withdrawal', await call('request-withdrawal', { sessionId }, buyer.idToken)),
      );
    },
    async disable({ account, isDisabled }) {
      await auth.updateUser(personAt(account).uid, { disabled: isDisabled }).catch(unlessGone);
    },
    async leave({ account, by }) {
      const person = personAt(account);
      if (leaving.has(person.uid)) return;
      leaving.add(person.uid);
      if (!(await end(person, by))) {
        leaving.delete(person.uid);
        return;
      }
      deletedAccounts.add(person.uid);
      const again = await newPerson({ email: person.email });
      people[account % people.length] = again;
      successions[account % people.length]?.push(again.uid);
    },
    async upload({ account, times }) {
      const job = await send(personAt(account));
      if (job) await atOnce(times, () => startRestore(job));
    },
    async tray({ account, times }) {
      const person = personAt(account);
      const photoIds = Array.from({ length: times }, () => randomUUID());
      const sendAll = async (photoId: string) => {
        const job = await send(person, photoId);
        if (job) await startRestore(job);
      };
      await atOnce(2, () => Promise.all(photoIds.map(sendAll)));
    },
    async uploadAgain({ photo, times }) {
      const job = photoAt(photo);
      if (job) await atOnce(times, () => startRestore(job));
    },
    async restoreAgain({ photo, version, times }) {
      const job = photoAt(photo);
      if (!job) return;
      const requestId = randomUUID();
      const body = { photoId: job.uploaded.photoId, modelId: 'photoscaler', requestId, version };
      photos.push({ ...job, uploaded: { ...job.uploaded, photoId: requestId } });
      groups.add(requestId, job.uploaded.photoId);
      await atOnce(times, () => again(body, job.person));
    },
    // The provider reports each end by itself. A quarter of these operations plan a bad end for the next job, so that
    // most jobs succeed. The last report on this photo's job is sent again.
    async report({ photo, report, times }) {
      if (times > 1) await planNext(report, times);
      const job = photoAt(photo);
      const predictionId = job && (await photoOf(job.uploaded.photoId))?.prediction_id;
      if (predictionId) await atOnce(times, () => reportAgain(predictionId));
    },
    async delete({ photo, times }) {
      const job = photoAt(photo);
      if (job) await atOnce(times, () => remove(job));
    },
    async deleteGroup({ photo, times }) {
      const job = photoAt(photo);
      if (job) await atOnce(times, () => removeGroup(job));
    },
    async deleteSet({ photo, count, times }) {
      const job = photoAt(photo);
      if (!job) return;
      const { person } = job;
      const setId = randomUUID();
      sets.push({ setId, person });
      const own = photos.filter((one) => one.person.uid === person.uid);
      for (const one of own.slice(own.indexOf(job)).slice(0, count)) await atOnce(times, () => removeGroup(one, setId));
    },
    async undoDeletion({ set, times }) {
      const { setId, person } = setAt(set) ?? {};
      if (!person) return;
      await atOnce(times, async () => note('undo-deletion', await call('undo-deletion', { setId }, person.idToken)));
    },
    checkout: ({ account, pack, times }) =>
      atOnce(times, async () => {
        const buyer = personAt(account);
        const { uid, email, idToken } = buyer;
        const answer = await call('create-checkout-session', { priceId: PRICES[pack], userId: uid, email }, idToken);
        note('create-checkout-session', answer);
        const { sessionId: id } = (answer.result ?? {}) as { sessionId?: string };
        // A double click gets the same session.
        if (id && !sales.some((sale) => sale.id === id)) sales.push({ id, buyer, amount: 0, isPending: false });
      }),
    async pay({ session, late }) {
      // Mostly what is still open; every fifth time anything, paid or not.
      const open = sales.filter(({ amount, isPending }) => amount === 0 || isPending);
      const sale = saleAt(session, session % 5 > 0 && open.length > 0 ? open : sales);
      if (sale?.isPending) {
        sale.isPending = false;
        await acting(sale, 'settle', { outcome: late ? 'failed' : 'succeeded' });
        return;
      }
      const paid = await acting(sale, 'pay', { late });
      if (sale && paid) Object.assign(sale, { amount: paid.amount_total, isPending: paid.payment_status === 'unpaid' });
    },
    event: ({ session, type, times }) => atOnce(times, () => resend(type, session)),
    async refund({ session, percent }) {
      const sale = saleAt(session);
      if (sale?.amount) await acting(sale, 'refund', { amount: Math.ceil((sale.amount * percent) / 100) });
    },
    dispute: ({ session, isWon }) =>
      isWon ? acting(saleAt(session), 'close-dispute', { status: 'won' }) : acting(saleAt(session), 'dispute'),
    async trouble({ trouble }) {
      if (trouble === 'provider_busy') await troubleReplicate({ creates: [{ kind: 'throttle' }] });
      if (trouble === 'provider_rejected') await troubleReplicate({ creates: [{ kind: 'no_credit' }] });
      if (trouble === 'lost')
        await troubleReplicate({ creates: [{ kind: 'drop' }], webhooks: [{ kind: 'lose', type: 'completed' }] });
      if (trouble === 'storage')
        await troubleStripe({
          webhooks: [
            { kind: 'duplicate', count: 2 },
            { kind: 'reorder', count: 2 },
          ],
        });
    },
    async sweep({ minutes }) {
      const running = await photosWith(successions.flat(), 'processing');
      for (const { id } of running.slice(0, AGED_PER_SWEEP)) await passTime(id, minutes);
      await sweep();
    },
  };

  async function planNext(report: (typeof REPORTS)[number], times: number): Promise<void> {
    if (report === 'failed') await troubleReplicate({ predictions: [{ kind: 'fail' }] });
    if (report === 'broken') await troubleReplicate({ outputs: [{ kind: 'html' }] });
    if (report === 'processing') await troubleReplicate({ webhooks: [{ kind: 'reorder', count: times }] });
    if (report !== 'canceled') return;
    // Cancels a running job, as its owner can at the provider. The next job hangs, so that there is one to cancel.
    const running = await photosWith(successions.flat(), 'processing');
    const predictionId = running.map((entry) => entry.get('prediction_id') as string | null).find((id) => id !== null);
    if (predictionId) await cancelPrediction(predictionId);
    await troubleReplicate({ predictions: [{ kind: 'hang' }] });
  }

  return {
    story,
    remove,
    perform: async (operation: Operation) => void (await perform[operation.kind](operation as never)),
  };
}

interface DeleteAnswer {
  error?: string;
  creditRefunded?: boolean;
  creditsRefunded?: number;
}
/** Another client has deleted the account meanwhile. */
function unlessGone(error: { code?: string }): void {
  if (error.code !== 'auth/user-not-found') throw error;
}
const refusedBy = (status: string): NonNullable<CallResult['error']> => ({ status, message: '' });
