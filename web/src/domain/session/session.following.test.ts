import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import { beginSessions, fakeSession, fakeSignedIn, HINT, toasts, user } from '../../test/fakeSession';
import { refuseStorage } from '../../test/refusedStorage';
import { wasSessionLost } from './sessionHint';
import { type SessionUser, sessionStore } from './sessionStore';

beginSessions();

describe('following the session', () => {
  let stop: () => void = () => undefined;
  let visible: jest.Spied<() => DocumentVisibilityState>;
  beforeEach(() => {
    jest.useFakeTimers();
    visible = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  });
  afterEach(() => {
    stop();
    visible.mockRestore();
    jest.useRealTimers();
  });
  const look = async () => {
    window.dispatchEvent(new Event('focus'));
    await flush();
  };

  const logOutElsewhere = () => {
    localStorage.removeItem(HINT);
    window.dispatchEvent(new StorageEvent('storage', { key: HINT, newValue: null }));
  };

  test('a logout in another window is not undone by a look-up that is on its way here', async () => {
    localStorage.setItem(HINT, '1');
    const { start, auth } = fakeSession();
    const found = deferred();
    let report: (user: SessionUser | null) => void = () => undefined;
    auth.watchUser.mockImplementation(async (receive) => {
      report = receive;
      await found.promise;
      receive(user);
      return () => undefined;
    });
    // The SDK signs out after its look-up.
    auth.signOutUser.mockImplementation(async () => {
      await found.promise;
      await flush();
      report(null);
    });
    stop = start();
    await flush();
    logOutElsewhere();
    await flush();
    const seen: string[] = [];
    const stopSeeing = sessionStore.subscribe(() => seen.push(sessionStore.get().status));
    found.resolve();
    await flush();
    await flush();
    stopSeeing();
    expect(auth.signOutUser).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem(HINT)).toBeNull();
    expect(seen).toEqual(['signedOut']);
    expect(toasts.map(({ description }) => description)).toEqual(['This was done in another window.']);
    report(user);
    expect(sessionStore.get().status).toBe('signedIn');
  });

  test('a logout in another window, before the session is followed here, ends the wait for the user', async () => {
    sessionStore.set({ status: 'loading' });
    const { start, report } = fakeSession();
    stop = start();
    await flush();
    report(null);
    expect(sessionStore.get().status).toBe('signedOut');
    expect(toasts.map(({ description }) => description)).toEqual(['This was done in another window.']);
  });

  test('a session that ended by itself is remembered, also by another window that hears of it; a logout is not', async () => {
    const { start, endSession, report } = await fakeSignedIn();
    stop = start();
    report(null);
    expect(toasts.at(-1)?.description).toBe('Your session has ended. Please log in again.');
    expect(wasSessionLost()).toBe(true);

    // In the other window.
    sessionStore.set({ status: 'signedIn', user });
    report(null);
    expect(toasts.at(-1)?.description).toBe('Your session has ended. Please log in again.');
    expect(wasSessionLost()).toBe(true);

    report(user);
    await endSession();
    report(null);
    expect(wasSessionLost()).toBe(false);
  });

  test('a visitor hears of a logout in another window without a download', async () => {
    const { start, auth, load } = fakeSession();
    stop = start();
    logOutElsewhere();
    await flush();
    expect(auth.signOutUser).not.toHaveBeenCalled();
    expect(load.auth).not.toHaveBeenCalled();
  });

  test('a visitor downloads nothing; a returning user starts at once', async () => {
    const visitor = fakeSession();
    stop = visitor.start();
    await flush();
    expect(visitor.load.auth).not.toHaveBeenCalled();
    stop();
    localStorage.setItem(HINT, '1');
    const returning = fakeSession();
    stop = returning.start();
    await flush();
    expect(returning.auth.watchUser).toHaveBeenCalledTimes(1);
  });

  test('stopping ends the watch of the user, even one still loading; starting again watches anew', async () => {
    localStorage.setItem(HINT, '1');
    const { start, auth, unwatch, report } = fakeSession();
    stop = start();
    await flush();
    report(user);
    stop();
    expect(unwatch).toHaveBeenCalledTimes(1);
    report(null);
    expect(sessionStore.get()).toEqual({ status: 'signedIn', user });

    const loaded = deferred();
    auth.watchUser.mockImplementationOnce(async (receive) => {
      await loaded.promise;
      receive(null);
      return unwatch;
    });
    start()();
    loaded.resolve();
    await flush();
    expect(unwatch).toHaveBeenCalledTimes(2);
    expect(localStorage.getItem(HINT)).toBe('1');

    stop = start();
    await flush();
    expect(auth.watchUser).toHaveBeenCalledTimes(3);
  });

  test('a browser that refuses storage only forgets: logging in works all the same', async () => {
    const allow = refuseStorage();
    const { start, isReachable, auth, report } = fakeSession();
    stop = start();
    await flush();
    expect(auth.watchUser).not.toHaveBeenCalled();
    await isReachable();
    report(user);
    expect(sessionStore.get()).toEqual({ status: 'signedIn', user });
    allow();
  });

  test('a login in another tab is followed; other changes of the storage are not', async () => {
    const { start, auth } = fakeSession();
    stop = start();
    const change = (key: string, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    change('other', '1');
    change(HINT, null);
    await flush();
    expect(auth.watchUser).not.toHaveBeenCalled();
    change(HINT, '1');
    await flush();
    expect(auth.watchUser).toHaveBeenCalledTimes(1);
  });

  test('asks the server again when the page is visible or the network is back, at most every 30 s', async () => {
    const { start, auth } = await fakeSignedIn();
    stop = start();
    jest.advanceTimersByTime(29_999);
    await look();
    expect(auth.recheckUser).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    await look();
    await look();
    expect(auth.recheckUser).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(30_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await flush();
    expect(auth.recheckUser).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(30_000);
    window.dispatchEvent(new Event('online'));
    await flush();
    expect(auth.recheckUser).toHaveBeenCalledTimes(3);
  });

  test('does not ask for a hidden page, for a visitor, or once stopped', async () => {
    const { start, auth, report } = await fakeSignedIn();
    stop = start();
    jest.advanceTimersByTime(60_000);
    visible.mockReturnValue('hidden');
    await look();
    visible.mockReturnValue('visible');
    report(null);
    await look();
    report(user);
    stop();
    await look();
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    await flush();
    expect(auth.recheckUser).not.toHaveBeenCalled();
  });
});
