import type { Deps } from '../platform/deps';
import type { AccountAction, AdminRequest } from './readRequest';

export type AdminDeps = Deps;

/** A request with its document's id and the uid of the account it is about. */
export type Work<A extends AccountAction = AccountAction> = AdminRequest<A> & { id: string; uid: string };
