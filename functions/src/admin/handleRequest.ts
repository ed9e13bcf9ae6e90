import { messageOf } from '../platform/errors';
import { adminRequestRef } from './adminRequests';
import { begin, isOpen, note } from './answer';
import { exportAccount } from './exportAccount';
import { findAccount } from './findAccount';
import { grant } from './grant';
import { type AccountAction, type AdminRequest, isAboutAccount, readRequest } from './readRequest';
import { refund } from './refund';
import { RejectedRequest } from './rejectedRequest';
import { removeForOwner } from './removeForOwner';
import { retry } from './retry';
import { remakeStats } from './stats';
import type { AdminDeps, Work } from './work';

export interface WrittenRequest {
  id: string;
  /** The document's fields as they were written. Later changes of them mean nothing. */
  fields: Record<string, unknown>;
  writtenAt: Date;
}

/** A request that still fails after this time is answered with its error: the platform repeats events for a day. */
const GIVE_UP_AFTER_MS = 12 * 60 * 60_000;

/** Each is safe to repeat, and answers in the transaction that moves something, if there is one. */
const ACTIONS: { [A in AccountAction]: (work: Work<A>, deps: AdminDeps) => Promise<void> } = {
  grant,
  refund,
  retry,
  export: exportAccount,
  delete: removeForOwner,
};

/** The account a request is about, also after an interrupted deletion, when its address leads nowhere any more. */
async function accountOf(id: string, request: AdminRequest<AccountAction>, known: string | undefined, deps: AdminDeps) {
  if (known !== undefined) return known;
  const uid = await findAccount(request, deps);
  await note(id, { account: uid }, deps);
  return uid;
}

async function carryOut({ id, fields }: WrittenRequest, account: string | undefined, deps: AdminDeps): Promise<void> {
  const request = readRequest(fields);
  if (!isAboutAccount(request)) return remakeStats(id, request.day, deps);
  const uid = await accountOf(id, request, account, deps);
  await deps.faultPoint('admin.beforeAct');
  // The owner may have taken it back meanwhile, by deleting it.
  if (!isOpen(await adminRequestRef(deps.db, id).get())) return;
  await ACTIONS[request.action]({ ...request, id, uid } as never, deps);
  await deps.faultPoint('admin.afterAct');
  deps.log.info('A request of the owner was carried out', { request: id, action: request.action, uid });
}

/**
 * Carries out a document of `admin_requests` that the owner wrote in the console, and answers in it. Safe to repeat: a
 * request moves what it moves once. Nothing happens for one that was answered before or is gone.
 *
 * @throws what went wrong, when the event should be delivered again
 */
export async function handleRequest(request: WrittenRequest, deps: AdminDeps): Promise<void> {
  const { id, fields, writtenAt } = request;
  const begun = await begin(id, fields, deps);
  if (!begun) return;
  try {
    await carryOut(request, begun.account, deps);
  } catch (error) {
    if (error instanceof RejectedRequest) {
      // The reason may name a person.
      deps.log.info('A request of the owner was refused', { request: id });
    } else if (deps.now().getTime() - writtenAt.getTime() < GIVE_UP_AFTER_MS) {
      deps.log.warn('A request of the owner waits for its next attempt', { request: id, reason: messageOf(error) });
      await note(id, { error: `${messageOf(error)} It will be tried again.` }, deps);
      throw error;
    } else {
      deps.log.error('A request of the owner failed', { request: id, reason: messageOf(error) });
    }
    const text = error instanceof RejectedRequest ? error.message : `Given up, perhaps half done: ${messageOf(error)}`;
    await note(id, { state: 'ERROR', endTime: deps.now(), error: text }, deps);
  }
}
