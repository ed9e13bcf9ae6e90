import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import type * as Auth from './auth';

const sent = jest.fn<() => Promise<void>>();
const unsubscribe = jest.fn();
const ready = jest.fn<() => Promise<void>>().mockResolvedValue();
jest.mock('firebase/auth', () => ({
  initializeAuth: () => ({ authStateReady: () => ready() }),
  onIdTokenChanged: (_: unknown, report: (user: null) => void) => {
    report(null);
    return () => unsubscribe();
  },
  createUserWithEmailAndPassword: async () => ({ user: { uid: 'u1' } }),
  sendEmailVerification: () => sent(),
}));
jest.mock('firebase/app', () => ({ initializeApp: () => ({}) }));

const credentials = { email: 'ada@example.com', password: 'secret1' };
const { signUp, watchUser } = jest.requireActual<typeof Auth>('./auth');

let log: jest.Spied<typeof console.error>;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const config = { firebase: { apiKey: 'key', projectId: 'demo' } };
  globalThis.fetch = jest.fn<typeof fetch>().mockResolvedValue({ ok: true, json: async () => config } as Response);
});
afterEach(() => {
  log.mockRestore();
});

test('signing up ends when the account exists, however long its e-mail takes', async () => {
  sent.mockReturnValue(deferred().promise);
  await signUp(credentials);
  expect(sent).toHaveBeenCalledTimes(1);
});

test('an e-mail that could not be sent is logged and fails nothing', async () => {
  const refused = new Error('too many');
  sent.mockRejectedValue(refused);
  await signUp(credentials);
  await flush();
  expect(log).toHaveBeenCalledWith(expect.any(String), refused);
});

test('it is known who is signed in only when the SDK has restored the session', async () => {
  const restored = deferred();
  ready.mockReturnValueOnce(restored.promise);
  const known = jest.fn();
  void watchUser(() => undefined).then(known);
  await flush();
  expect(known).not.toHaveBeenCalled();
  restored.resolve();
  await flush();
  expect(known).toHaveBeenCalledTimes(1);
});

test('the user is watched until the returned function is called', async () => {
  const report = jest.fn();
  const stop = await watchUser(report);
  expect(report).toHaveBeenCalledWith(null);
  expect(unsubscribe).not.toHaveBeenCalled();
  stop();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});
