import { randomUUID } from 'node:crypto';
import type { Truth } from '../../functions/test/conservation/books';
import { atOnce, type Operation } from '../../functions/test/conservation/operations';
import { admin } from './adminSdk';
import { call, newPerson, type Person } from './people';
import { credits, ended, passTime, restore, smallPicture, sweep, type Uploaded, upload } from './restores';
import {
  act,
  calm,
  checkout,
  resend,
  type StripeSession,
  stripeState,
  troubleReplicate,
  troubleStripe,
} from './standIns';
import { readTruth } from './truth';
import { until } from './until';

const PRICES = { pack_5: 'price_local_5', pack_25: 'price_local_25', pack_50: 'price_local_50' } as const;
const GIVEN_UP_AFTER_MIN = 61;

interface Job {
  person: Person;
  uploaded: Uploaded;
}

/** The same operations as the users of the running suite do them: over HTTP, with their tokens, on its real services. */
export async function httpBackend(accounts: number) {
  const people = await Promise.all(Array.from({ length: accounts }, () => newPerson()));
  // One by one: the Functions emulator starts a process for each call that finds the others busy.
  for (const person of people) await credits(person);
  const bytes = await smallPicture();
  const photos: Job[] = [];
  const deletions = new Map<string, boolean[]>();

  const personAt = (index: number) => people[index % people.length] as Person;
  const photoAt = (index: number): Job | undefined => photos[index % photos.length];
  async function sessionAt(index: number): Promise<StripeSession | undefined> {
    const own = new Set(people.map(({ uid }) => uid));
    const sessions = (await stripeState()).sessions.filter((session) => own.has(session.client_reference_id ?? ''));
    return sessions[index % sessions.length];
  }
  /** What Stripe refuses (paying twice, refunding nothing) is no operation at all. */
  const acting = async (session: number, name: string, fields: object = {}) => {
    const found = await sessionAt(session);
    if (found) await act(found.id, name, fields).catch(() => undefined);
  };
  async function remove({ person, uploaded: { photoId } }: Job): Promise<void> {
    const { result } = await call('delete-photo', { photoId }, person.idToken);
    const { error, creditRefunded } = result as { error?: string; creditRefunded?: boolean };
    if (error === undefined) deletions.set(photoId, [...(deletions.get(photoId) ?? []), creditRefunded ?? false]);
  }

  const perform: { [K in Operation['kind']]: (operation: Extract<Operation, { kind: K }>) => Promise<unknown> } = {
    signUp: ({ account, times }) => atOnce(times, () => credits(personAt(account))),
    async upload({ account, times }) {
      const person = personAt(account);
      const uploaded = await upload(person, { bytes });
      if (uploaded.status !== 200) return;
      photos.push({ person, uploaded });
      await atOnce(times, () => restore(person, uploaded));
    },
    async uploadAgain({ photo, times }) {
      const job = photoAt(photo);
      if (job) await atOnce(times, () => restore(job.person, job.uploaded));
    },
    async restoreAgain({ photo, times }) {
      const job = photoAt(photo);
      if (!job) return;
      const requestId = randomUUID();
      const body = { photoId: job.uploaded.photoId, modelId: 'photoscaler', requestId };
      photos.push({ ...job, uploaded: { ...job.uploaded, photoId: requestId } });
      await atOnce(times, () => call('restore-again', body, job.person.idToken));
    },
    // The provider reports by itself here; what it shall report, and how often, is said beforehand.
    async report({ report, times }) {
      if (report === 'failed') await troubleReplicate({ predictions: [{ kind: 'fail' }] });
      if (report === 'broken') await troubleReplicate({ outputs: [{ kind: 'html' }] });
      if (times > 1)
        await troubleReplicate({ webhooks: [{ kind: times > 3 ? 'reorder' : 'duplicate', count: times }] });
    },
    async delete({ photo, times }) {
      const job = photoAt(photo);
      if (job) await atOnce(times, () => remove(job));
    },
    checkout: ({ account, pack, times }) => atOnce(times, () => checkout(personAt(account), PRICES[pack])),
    pay: ({ session, late }) => acting(session, 'pay', late ? { late } : {}),
    event: ({ session, type, times }) => atOnce(times, () => resend(type, session)),
    async refund({ session, percent }) {
      const found = await sessionAt(session);
      const amount = Math.max(1, Math.floor(((found?.amount_total ?? 0) * percent) / 100));
      if (found) await act(found.id, 'refund', { amount }).catch(() => undefined);
    },
    dispute: ({ session, isWon }) =>
      isWon ? acting(session, 'close-dispute', { status: 'won' }) : acting(session, 'dispute'),
    async trouble({ trouble }) {
      if (trouble === 'provider_busy') await troubleReplicate({ creates: [{ kind: 'throttle' }] });
      if (trouble === 'provider_rejected') await troubleReplicate({ creates: [{ kind: 'no_credit' }] });
      if (trouble === 'lost') await troubleReplicate({ creates: [{ kind: 'drop' }], webhooks: [{ kind: 'lose' }] });
      if (trouble === 'storage') await troubleStripe({ webhooks: [{ kind: 'duplicate', count: 2 }] });
    },
    sweep: () => sweep(),
  };

  const own = async (field: string, value: string) => {
    const found = await admin().db.collection('photos').where(field, '==', value).get();
    return found.docs.filter((entry) => people.some(({ uid }) => uid === entry.get('user_id')));
  };

  return {
    perform: async (operation: Operation) => void (await perform[operation.kind](operation as never)),

    /** Late payments arrive, webhooks come to rest, the sweeper finishes what got lost, and the owners clear up. */
    async settle(): Promise<Truth> {
      await calm();
      const uids = new Set(people.map(({ uid }) => uid));
      const { sessions } = await stripeState();
      for (const session of sessions.filter(({ client_reference_id: uid }) => uids.has(uid ?? ''))) {
        await act(session.id, 'settle', { outcome: 'succeeded' }).catch(() => undefined);
      }
      await until(
        'every webhook is delivered',
        async () => {
          const { webhooks } = await stripeState();
          return webhooks.some(({ state }) => state === 'pending') ? undefined : true;
        },
        90_000,
      );
      const left = await until(
        'jobs end',
        async () => ((await own('status', 'processing')).length <= 5 ? own('status', 'processing') : undefined),
        60_000,
      );
      for (const photo of left) await passTime(photo.id, GIVEN_UP_AFTER_MIN);
      for (const photo of left) {
        await sweep();
        await ended(photo.id);
      }
      for (const photo of await own('status', 'failed')) {
        const job = photos.find(({ uploaded }) => uploaded.photoId === photo.id);
        if (job) await remove(job);
      }
      return readTruth(people, deletions);
    },
  };
}
