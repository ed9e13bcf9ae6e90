import { REGION } from '@heirlight/contract/callables';
import { connectFunctionsEmulator, type Functions, getFunctions, httpsCallable } from 'firebase/functions';
import { loadConfig } from '../config';
import { once } from '../once';
import { firebaseApp } from './app';
import { hostAndPort } from './endpoint';

const functions = once(async (): Promise<Functions> => {
  const [app, config] = await Promise.all([firebaseApp(), loadConfig()]);
  const instance = getFunctions(app, REGION);
  if (config.endpoints?.functions) connectFunctionsEmulator(instance, ...hostAndPort(config.endpoints.functions));
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
