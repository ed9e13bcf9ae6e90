import { REGION } from '@heirlight/contract/callables';
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions';
import { hostAndPort, product } from './app';

const functions = product((app, { functions: endpoint }) => {
  const instance = getFunctions(app, REGION);
  if (endpoint) connectFunctionsEmulator(instance, ...hostAndPort(endpoint));
  return instance;
});

/**
 * Calls a deployed function as the signed-in user.
 * @throws FirebaseError `functions/…`; its `details.code` is one of the contract's error codes.
 */
export async function call<Request, Response>(name: string, data: Request): Promise<Response> {
  const callable = httpsCallable<Request, Response>(await functions(), name);
  return (await callable(data)).data;
}
