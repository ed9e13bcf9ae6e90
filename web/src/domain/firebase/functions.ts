import type { RequestOf, ResponseOf } from '@heirlight/contract/callable';
import type { CALLABLES } from '@heirlight/contract/callables';
import { CALLABLE, REGION } from '@heirlight/contract/functionNames';
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions';
import { sdkCode } from '../../lib/errorText';
import { hostAndPort, product } from './app';

const functions = product((app, { functions: endpoint }) => {
  const instance = getFunctions(app, REGION);
  if (endpoint) connectFunctionsEmulator(instance, ...hostAndPort(endpoint));
  return instance;
});

type Callables = typeof CALLABLES;

/**
 * Calls a function of the contract as the signed-in user. Takes its key and not its definition, because the page does
 * not download the schemas. The response is not validated: the backend may be newer than an open page.
 * @throws FirebaseError `functions/…`; its `details.code` is one of the contract's error codes.
 */
export async function call<Key extends keyof Callables>(
  key: Key,
  request: RequestOf<Callables[Key]>,
): Promise<ResponseOf<Callables[Key]>> {
  const callable = httpsCallable<typeof request, ResponseOf<Callables[Key]>>(await functions(), CALLABLE[key]);
  try {
    return (await callable(request)).data;
  } catch (error) {
    // The account may be gone, or its sign-ins revoked: then the session ends here as well.
    if (sdkCode(error) === 'functions/unauthenticated') await (await import('./auth')).recheckUser();
    throw error;
  }
}
