import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { pictureShownStore } from '../../lib/firstPicture';
import { deferred, flush } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { aUser } from '../../test/samples';
import { type SessionUser, sessionStore } from '../session/sessionStore';
import { createCredits } from './credits';
import { awaitRestores, creditsStore } from './creditsStore';
import { forgetLastSeen, remember } from './lastSeen';

const ready = (restoresAvailable: number) => ({ status: 'ready', restoresAvailable });
const LOADING = { status: 'loading', restoresAvailable: 0 };

let stop: () => void = () => undefined;
let log: jest.Spied<typeof console.error>;
beforeEach(() => {
  pictureShownStore.set(true);
  sessionStore.set({ status: 'signedOut' });
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  stop();
  stop = () => undefined;
  log.mockRestore();
});

function setUp({ signedInAlready = false } = {}) {
  const firebase = fakeFirebase();
  const { call, firestore } = firebase;
  call.mockResolvedValue(1);
  const stopped: string[] = [];
  firestore.watchAccount.mockImplementation(async (userId) => () => void stopped.push(userId));
  const credits = createCredits({ firebase: firebase.load, session: { ensureAuth: async () => undefined } });
  const signIn = async (more: Partial<SessionUser> = {}) => {
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1', emailVerified: false, ...more }) });
    await flush();
  };
  if (signedInAlready) sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1' }) });
  stop = credits.start();
  /** The live account document of the listener that was started as number `at`, the last one by default. */
  const live = (restores: number, at = -1) => firestore.watchAccount.mock.calls.at(at)?.[1](restores);
  return { ...firebase, ...credits, signIn, live, stopped };
}

describe('credits', () => {
  test('the callable creates the account, its document keeps the value live [spec 3.6, 7.3]', async () => {
    const { call, signIn, live } = setUp();
    expect(creditsStore.get()).toEqual(LOADING);
    await signIn();
    expect(call).toHaveBeenCalledWith('fetchCredits', { user_id_in: 'u1' });
    expect(creditsStore.get()).toEqual(ready(1));
    live(6);
    expect(creditsStore.get()).toEqual(ready(6));
  });

  test('that something was bought stays known when the session, and then the balance, becomes known', async () => {
    const { call, signIn, live } = setUp();
    awaitRestores(true);
    call.mockResolvedValue(0);
    await signIn();
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 0, isAwaited: true });
    live(5);
    expect(creditsStore.get()).toEqual({ status: 'ready', restoresAvailable: 5, isAwaited: true });
    creditsStore.set(creditsStore.initial);
  });

  test('sends no request before the SDK knows the user', async () => {
    const { load, call } = fakeFirebase();
    const known = deferred();
    const credits = createCredits({ firebase: load, session: { ensureAuth: () => known.promise } });
    sessionStore.set({ status: 'signedIn', user: aUser() });
    const fetched = credits.fetchCredits();
    await flush();
    expect(call).not.toHaveBeenCalled();
    sessionStore.set({ status: 'signedOut' });
    known.resolve();
    await expect(fetched).rejects.toThrow('Nobody is signed in');
  });

  test('the document is watched only after the callable: it may not exist before', async () => {
    const { call, signIn, firestore } = setUp();
    const answer = deferred<unknown>();
    call.mockReturnValue(answer.promise);
    await signIn();
    expect(firestore.watchAccount).not.toHaveBeenCalled();
    answer.resolve(1);
    await flush();
    expect(firestore.watchAccount).toHaveBeenCalledTimes(1);
  });

  test('a callable that takes long does not hold the document back for more than three seconds', async () => {
    jest.useFakeTimers();
    const { call, signIn, live } = setUp();
    call.mockReturnValue(deferred<unknown>().promise);
    await signIn();
    await jest.advanceTimersByTimeAsync(3_000);
    live(6);
    expect(creditsStore.get()).toEqual(ready(6));
    jest.useRealTimers();
  });

  test('a user who logged in before this code loaded has a balance too', async () => {
    const { call } = setUp({ signedInAlready: true });
    await flush();
    expect(creditsStore.get()).toEqual(ready(1));
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('an unchanged balance renders nothing again', async () => {
    const { signIn, live } = setUp();
    await signIn();
    const before = creditsStore.get();
    live(1);
    expect(creditsStore.get()).toBe(before);
  });

  test('an empty response is 0 [spec 7.3]', async () => {
    const { call, signIn } = setUp();
    call.mockResolvedValue(null);
    await signIn();
    expect(creditsStore.get()).toEqual(ready(0));
  });

  test('an error sets 0 and is logged; the live document corrects it [spec 7.3]', async () => {
    const { call, signIn, live } = setUp();
    call.mockRejectedValue(new Error('down'));
    await signIn();
    expect(creditsStore.get()).toEqual(ready(0));
    expect(log).toHaveBeenCalledWith('fetch_credits failed', expect.any(Error));
    live(3);
    expect(creditsStore.get()).toEqual(ready(3));
  });

  test('without a network the balance is the one that was last seen', async () => {
    remember('u1', { restores: 7 });
    connectivityStore.set('offline');
    const { call, signIn } = setUp();
    call.mockRejectedValue(new Error('down'));
    await signIn();
    expect(creditsStore.get()).toEqual(ready(7));
    connectivityStore.set('online');
    forgetLastSeen();
  });

  test('a lost request does not empty an account whose live value is known', async () => {
    const { call, signIn, live, refetchCredits } = setUp();
    await signIn();
    live(4);
    call.mockRejectedValue(new Error('down'));
    await refetchCredits();
    expect(creditsStore.get()).toEqual(ready(4));
  });

  test.each([
    ['a live value', [1, 6]],
    ['the first live value', [6]],
  ])('a response that is older than %s does not take its place', async (_, values) => {
    const { call, signIn, live, refetchCredits } = setUp();
    await signIn();
    const [last, ...before] = values.toReversed() as [number, ...number[]];
    before.forEach((value) => void live(value));
    const answer = deferred<unknown>();
    call.mockReturnValue(answer.promise);
    const refetched = refetchCredits();
    await flush();
    live(last);
    answer.resolve(1);
    await refetched;
    expect(creditsStore.get()).toEqual(ready(6));
  });

  test('a verified e-mail address refreshes the token, then asks again, once', async () => {
    const { call, auth, signIn } = setUp();
    call.mockResolvedValueOnce(0);
    await signIn();
    const token = deferred();
    auth.refreshToken.mockReturnValue(token.promise);
    await signIn({ emailVerified: true });
    expect(call).toHaveBeenCalledTimes(1);
    token.resolve();
    await flush();
    expect(creditsStore.get()).toEqual(ready(1));
    await signIn({ emailVerified: true, email: 'new@example.com' });
    expect(auth.refreshToken).toHaveBeenCalledTimes(1);
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('asks even without a fresh token', async () => {
    const { call, auth, signIn } = setUp();
    await signIn();
    auth.refreshToken.mockRejectedValue(new Error('offline'));
    await signIn({ emailVerified: true });
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('signing out stops listening and forgets the balance', async () => {
    const { signIn, live, fetchCredits, stopped } = setUp();
    await signIn();
    sessionStore.set({ status: 'signedOut' });
    expect(stopped).toEqual(['u1']);
    expect(creditsStore.get()).toEqual(LOADING);
    live(9);
    expect(creditsStore.get()).toEqual(LOADING);
    await expect(fetchCredits()).rejects.toThrow('Nobody is signed in');
  });
});

describe('one user after another', () => {
  test('sees nothing of the balance before', async () => {
    const { call, signIn, live, stopped } = setUp();
    await signIn();
    live(6);
    const answer = deferred<unknown>();
    call.mockReturnValue(answer.promise);
    await signIn({ id: 'u2' });
    expect(creditsStore.get()).toEqual(LOADING);
    expect(stopped).toEqual(['u1']);
    live(7, 0);
    expect(creditsStore.get()).toEqual(LOADING);
    // Of the failure for this user, the live value of the one before is no measure.
    answer.reject(new Error('down'));
    await flush();
    expect(creditsStore.get()).toEqual(ready(0));
  });

  test.each([
    ['response', (answer: ReturnType<typeof deferred<unknown>>) => answer.resolve(6)],
    ['failure', (answer: ReturnType<typeof deferred<unknown>>) => answer.reject(new Error('down'))],
  ])('a late %s for the first is not the balance of the second', async (_, settle) => {
    const { call, signIn, firestore } = setUp();
    const late = deferred<unknown>();
    call.mockReturnValueOnce(late.promise).mockReturnValue(new Promise(() => undefined));
    await signIn();
    await signIn({ id: 'u2' });
    settle(late);
    await flush();
    expect(creditsStore.get()).toEqual(LOADING);
    expect(firestore.watchAccount).not.toHaveBeenCalled();
  });

  test('a listener that starts late is stopped at once, even if the first user is back', async () => {
    const { signIn, firestore, live } = setUp();
    const started: ReturnType<typeof deferred<() => void>>[] = [];
    firestore.watchAccount.mockImplementation(() => {
      started.push(deferred());
      return started.at(-1)!.promise;
    });
    await signIn();
    sessionStore.set({ status: 'signedOut' });
    await signIn();
    const [lateStop, ownStop] = [jest.fn(), jest.fn()];
    started[0]!.resolve(lateStop);
    started[1]!.resolve(ownStop);
    await flush();
    expect(lateStop).toHaveBeenCalledTimes(1);
    live(9, 0);
    expect(creditsStore.get()).toEqual(ready(1));
    sessionStore.set({ status: 'signedOut' });
    expect(ownStop).toHaveBeenCalledTimes(1);
    expect(lateStop).toHaveBeenCalledTimes(1);
  });

  test('follows nobody once stopped', async () => {
    const { signIn, call, stopped } = setUp();
    await signIn();
    stop();
    expect(stopped).toEqual(['u1']);
    expect(creditsStore.get()).toEqual(LOADING);
    await signIn({ id: 'u2' });
    expect(call).toHaveBeenCalledTimes(1);
  });
});
