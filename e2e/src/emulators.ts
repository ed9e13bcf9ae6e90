import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { balanceOf } from './admin';
import { call, type Person } from './people';
import { suiteUrls } from './suiteUrls';
import { until } from './until';

async function post<T>(url: string, body: unknown = {}): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
const get = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

/**
 * Tells an emulator what to do wrong next. Replicate's and Stripe's faults add to those planned before, while a plan
 * for Firestore replaces the last one. `calm` clears all of them. For the kinds, see `faults.ts` of each emulator.
 */
export const troubleReplicate = (faults: object) => post(`${suiteUrls.replicate}/_control/faults`, faults);
export const troubleStripe = (faults: object) => post(`${suiteUrls.stripe}/_control/faults`, faults);
export const troubleFirestore = (plan: object) => post(`${suiteUrls.firestore}/emulator/v1/heirlight:faults`, plan);

/** The file that names the fault point at which a backend process dies. The suite was started with its path. */
function faultPointFile(): string {
  const file = process.env.FAULT_POINT;
  if (file?.startsWith('/')) return file;
  throw new Error('Start the suite, and this test, with FAULT_POINT=<absolute path of a file that need not exist>');
}
export const armFaultPoint = (point: string) => writeFileSync(faultPointFile(), point);
/** Waits until a process has died there: it removes the file first. */
export const faultPointWasReached = () =>
  until('the fault point is reached', async () => (existsSync(faultPointFile()) ? undefined : true));

/** Clears every fault that was planned and has not happened. */
export async function calm(): Promise<void> {
  if (process.env.FAULT_POINT) rmSync(faultPointFile(), { force: true });
  await Promise.all([troubleReplicate({}), troubleStripe({}), troubleFirestore({})]);
}

interface ReplicateState {
  predictions: { id: string; status: string; webhook: string | null }[];
}
/** The provider's jobs for one photo. */
export async function jobsOf(photoId: string): Promise<ReplicateState['predictions']> {
  const { predictions } = await get<ReplicateState>(`${suiteUrls.replicate}/_control/state`);
  return predictions.filter(({ webhook }) => webhook?.includes(photoId));
}
/** Reports the end of a job once more. Does nothing while the job runs, or if it is not known. */
export const reportAgain = (predictionId: string) =>
  post(`${suiteUrls.replicate}/_control/predictions/${predictionId}/resend`).catch(() => undefined);
/** Cancels a job from outside, as its owner can on the provider's site. The token is the suite's own. */
export async function cancelPrediction(predictionId: string): Promise<void> {
  const headers = { authorization: 'Bearer r8_local_suite' };
  await fetch(`${suiteUrls.replicate}/v1/predictions/${predictionId}/cancel`, { method: 'POST', headers });
}
/** How many webhooks Replicate and Stripe are sending, or will send again. */
async function webhooksUnderWay(): Promise<number> {
  const origins = [suiteUrls.replicate, suiteUrls.stripe];
  const states = await Promise.all(origins.map((origin) => get<{ underWay: number }>(`${origin}/_control/state`)));
  return states.reduce((sum, { underWay }) => sum + underWay, 0);
}
/** The slowest repetitions of a webhook come after half a minute and more. */
const QUIET_LIMIT_MS = 180_000;
/** How many tasks no function has begun. */
async function tasksWaiting(): Promise<number> {
  const queues = await get<Record<string, { numberOfTasks: number }>>(`${suiteUrls.tasks}/queueStats`);
  return Object.values(queues).reduce((sum, { numberOfTasks }) => sum + numberOfTasks, 0);
}
/** Waits until every webhook has arrived, and every task that came of them has begun. */
export const quiet = () =>
  until(
    'every webhook has arrived',
    async () => ((await webhooksUnderWay()) === 0 && (await tasksWaiting()) === 0 ? true : undefined),
    QUIET_LIMIT_MS,
  );

export interface StripeSession {
  id: string;
  client_reference_id: string | null;
  status: string;
  payment_status: string;
  payment_intent: string | null;
  amount_total: number;
}
interface StripeState {
  sessions: StripeSession[];
  charges: { payment_intent: string; amount: number; amount_refunded: number; disputed: boolean }[];
}
export const stripeState = () => get<StripeState>(`${suiteUrls.stripe}/_control/state`);
/** A user's Checkout Sessions. */
export const sessionsOf = async (uid: string) =>
  (await stripeState()).sessions.filter((session) => session.client_reference_id === uid);

/**
 * Does to a Session what the hosted page or the dashboard does: pay, settle, refund, dispute, close-dispute,
 * expire.
 */
export const act = (sessionId: string, name: string, fields: object = {}) =>
  post(`${suiteUrls.stripe}/_control/sessions/${sessionId}/${name}`, fields);
/** Delivers an event of a type once more: the newest, or the one `index` before it. Does nothing if there was none. */
export async function resend(type: string, index = 0): Promise<void> {
  const events = await get<{ id: string }[]>(`${suiteUrls.stripe}/_control/events?type=${type}`);
  const event = events[index % events.length];
  if (event) await post(`${suiteUrls.stripe}/_control/events/${event.id}/resend`);
}

/** Presses Buy. Returns the id of the Checkout Session, or undefined if the call failed. */
export async function checkout(person: Person, price = 'price_local_5'): Promise<string | undefined> {
  const body = { priceId: price, userId: person.uid, email: person.email };
  const { result } = await call('create-checkout-session', body, person.idToken);
  return (result as { sessionId?: string } | undefined)?.sessionId;
}

export const balanceBecomes = (person: Person, balance: number) =>
  until(`the balance is ${balance}`, async () => ((await balanceOf(person.uid)) === balance ? true : undefined));
