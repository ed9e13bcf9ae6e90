import { CALLABLES, EVENT } from '@heirlight/contract/callables';
import { onUserDeleted } from 'firebase-functions/identity';
import { optionsOf } from '../platform/functionOptions';
import { implement } from '../platform/implement';
import { liveDeps } from '../platform/liveDeps';
import { taskEndpoint } from '../platform/taskFunction';
import { deleteAccount } from './deleteAccount';
import { deletionTasks } from './tasks';
import { userDeleted } from './userDeleted';

/** A repeated event changes nothing once the account is marked; from then on the sweep would finish it. */
const signInEnded = onUserDeleted({ ...optionsOf(EVENT.userDeleted), retry: true }, async ({ data }) => {
  await userDeleted(data.uid, liveDeps(EVENT.userDeleted));
});

export const deletionEndpoints = [
  implement(CALLABLES.deleteAccount, deleteAccount),
  { name: EVENT.userDeleted, run: signInEnded },
  ...deletionTasks.map((handler) => taskEndpoint(handler)),
];
