import { CALLABLES } from '@heirlight/contract/callables';
import { EVENT } from '@heirlight/contract/functionNames';
import { onUserDeleted } from 'firebase-functions/identity';
import { implement } from '../platform/implement';
import { registerFunction } from '../platform/registerFunction';
import { taskEndpoint } from '../platform/taskFunction';
import { deleteAccount } from './deleteAccount';
import { deletionTasks, REMOVES } from './tasks';
import { userDeleted } from './userDeleted';

/** A repeated event changes nothing once the account is marked; from then on the sweep would finish it. */
const signInEnded = registerFunction(
  // Rare, and nobody waits.
  { name: EVENT.userDeleted, ...REMOVES, maxInstances: 2 },
  (deployment, deps) =>
    onUserDeleted({ ...deployment, retry: true }, async ({ data }) => {
      await userDeleted(data.uid, deps());
    }),
);

export const deletionEndpoints = [
  // Rare, and a person waits.
  implement(CALLABLES.deleteAccount, { ...REMOVES, maxInstances: 3 }, deleteAccount),
  signInEnded,
  ...deletionTasks.map((handler) => taskEndpoint(handler)),
];
