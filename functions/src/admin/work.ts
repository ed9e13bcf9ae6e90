import type { Deps } from '../platform/deps';
import type { Action, AdminRequest } from './readRequest';

export type AdminDeps = Deps;

/** A request with its document's id and the uid of the account it is about. */
export type Work<A extends Action = Action> = AdminRequest<A> & { id: string; uid: string };
