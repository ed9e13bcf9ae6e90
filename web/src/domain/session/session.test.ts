import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred, flush } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { refuseStorage } from '../../test/refusedStorage';
import { aUser } from '../../test/samples';
import { closeDialog, dialogStore, openDialog } from '../dialogs/dialogs';
import { createSession } from './session';
import { type SessionUser, sessionStore } from './sessionStore';

const HINT = 'heirlight.signedIn';
const user = aUser();
const refused = (code: string) => Object.assign(new Error(), { code });

let toasts: Toast[] = [];
const titles = () => toasts.map(({ title }) => title);
let stopToasts: () => void;
let log: jest.Spied<typeof console.error>;

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: 'signedOut' });
  closeDialog();
  toasts = [];
  stopToasts = subscribeToasts((toast) => toasts.push(toast));
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  stopToasts();
  log.mockRestore();
});

function setUp() {
  const firebase = fakeFirebase();
  return { ...firebase, ...createSession({ firebase: firebase.load }) };
}

async function signedIn() {
  const session = setUp();
  await session.ensureAuth();
  session.report(user);
  return session;
}

describe('loading Firebase Auth', () => {
  test('a visitor stays signed out without a toast; signing in stores the hint [spec 4.35]', async () => {
    const { ensureAuth, auth, report } = setUp();
    await Promise.all([ensureAuth(), ensureAuth()]);
    expect(auth.watchUser).toHaveBeenCalledTimes(1);
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    report(user);
    expect(sessionStore.get()).toEqual({ status: 'signedIn', user });
    expect(localStorage.getItem(HINT)).toBe('1');
    expect(titles()).toEqual([]);
  });

  test('a visitor is not "loading" while it loads', () => {
    void setUp().ensureAuth();
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
  });

  test('a returning user is loading until the SDK knows', async () => {
    localStorage.setItem(HINT, '1');
    const { ensureAuth, auth } = setUp();
    const first = deferred();
    auth.watchUser.mockImplementation(async (receive) => {
      await first.promise;
      receive(user);
      return () => undefined;
    });
    const ensured = ensureAuth();
    await flush();
    expect(sessionStore.get()).toEqual({ status: 'loading' });
    first.resolve();
    await ensured;
    expect(sessionStore.get().status).toBe('signedIn');
  });

  test('an unreachable service is reported, and the next call tries again', async () => {
    localStorage.setItem(HINT, '1');
    const { ensureAuth, isReachable, auth } = setUp();
    auth.watchUser.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
    await expect(ensureAuth()).rejects.toThrow('offline');
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    expect(titles()).toEqual(['Could not connect']);
    expect(await isReachable()).toBe(false);
    expect(await isReachable()).toBe(true);
  });
});

describe('signing out', () => {
  test('shows one toast and removes the hint [spec 4.35, 6.4]', async () => {
    const { signOut } = await signedIn();
    openDialog('account');
    await signOut();
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    expect(titles()).toEqual(['Logged Out Successfully!']);
    expect(localStorage.getItem(HINT)).toBeNull();
    expect(dialogStore.get().open).toBeNull();
  });

  test('shows the toast only after the SDK has signed out', async () => {
    const { signOut, auth, report } = await signedIn();
    const answer = deferred();
    auth.signOutUser.mockReturnValue(answer.promise);
    const done = signOut();
    await flush();
    report(null);
    expect(titles()).toEqual([]);
    answer.resolve();
    await done;
    expect(titles()).toEqual(['Logged Out Successfully!']);
  });

  test('a failure keeps the session and says why [spec 8.2, 8.3]', async () => {
    const { signOut, auth } = await signedIn();
    auth.signOutUser.mockRejectedValue(refused('auth/network-request-failed'));
    await signOut();
    expect(sessionStore.get().status).toBe('signedIn');
    expect(toasts).toEqual([
      {
        title: 'Sign out Failed',
        description: 'The network could not be reached. Please check your connection and try again.',
        destructive: true,
      },
    ]);
  });

  test('a session that ends after a failed sign-out counts as lost', async () => {
    const { signOut, auth, report } = await signedIn();
    auth.signOutUser.mockRejectedValue(refused('auth/network-request-failed'));
    await signOut();
    report(null);
    expect(titles()).toEqual(['Sign out Failed', 'You have been logged out']);
  });

  test('a session that ends after signing out and in again counts as lost', async () => {
    const { signOut, report } = await signedIn();
    await signOut();
    report(user);
    report(null);
    expect(titles()).toEqual(['Logged Out Successfully!', 'You have been logged out']);
  });

  test('a session that starts after signing out without one and ends later counts as lost', async () => {
    const { endSession, auth, report } = setUp();
    auth.signOutUser.mockResolvedValue();
    await endSession();
    report(user);
    report(null);
    expect(titles()).toEqual(['You have been logged out']);
  });
});

describe('a session that ends or changes by itself', () => {
  test('ended by the server: a toast says so, and open dialogs close [spec 4.35]', async () => {
    const { report } = await signedIn();
    openDialog('upload');
    report(null);
    expect(titles()).toEqual(['You have been logged out']);
    expect(dialogStore.get().open).toBeNull();
  });

  test('ended in another tab, which removed the hint: a toast says so', async () => {
    const { report } = await signedIn();
    localStorage.clear();
    report(null);
    expect(toasts.map(({ description }) => description)).toEqual(['You logged out in another window.']);
  });

  test('another user from another tab: open dialogs close without a toast', async () => {
    const { report } = await signedIn();
    openDialog('account');
    report({ ...user, emailVerified: false });
    expect(dialogStore.get().open).toBe('account');
    report({ ...user, id: 'user-2' });
    expect(dialogStore.get().open).toBeNull();
    expect(titles()).toEqual([]);
  });
});

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
    const { start, auth } = setUp();
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
    expect(toasts.map(({ description }) => description)).toEqual(['You logged out in another window.']);
    report(user);
    expect(sessionStore.get().status).toBe('signedIn');
  });

  test('a visitor hears of a logout in another window without a download', async () => {
    const { start, auth, load } = setUp();
    stop = start();
    logOutElsewhere();
    await flush();
    expect(auth.signOutUser).not.toHaveBeenCalled();
    expect(load.auth).not.toHaveBeenCalled();
  });

  test('a visitor downloads nothing; a returning user starts at once', async () => {
    const visitor = setUp();
    stop = visitor.start();
    await flush();
    expect(visitor.load.auth).not.toHaveBeenCalled();
    stop();
    localStorage.setItem(HINT, '1');
    const returning = setUp();
    stop = returning.start();
    await flush();
    expect(returning.auth.watchUser).toHaveBeenCalledTimes(1);
  });

  test('stopping ends the watch of the user, even one still loading; starting again watches anew', async () => {
    localStorage.setItem(HINT, '1');
    const { start, auth, unwatch, report } = setUp();
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
    const { start, isReachable, auth, report } = setUp();
    stop = start();
    await flush();
    expect(auth.watchUser).not.toHaveBeenCalled();
    await isReachable();
    report(user);
    expect(sessionStore.get()).toEqual({ status: 'signedIn', user });
    allow();
  });

  test('a login in another tab is followed; other changes of the storage are not', async () => {
    const { start, auth } = setUp();
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
    const { start, auth } = await signedIn();
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
    const { start, auth, report } = await signedIn();
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

describe('what is typed', () => {
  test('addresses are trimmed, passwords are not', async () => {
    const { logIn, signUp, requestReset, auth } = setUp();
    const typed = { email: ' ada@example.com ', password: ' secret1 ' };
    const sent = { email: 'ada@example.com', password: ' secret1 ' };
    expect([await logIn(typed), await signUp(typed), await requestReset(typed.email)]).toEqual([true, true, true]);
    expect(auth.signIn).toHaveBeenCalledWith(sent);
    expect(auth.signUp).toHaveBeenCalledWith(sent);
    expect(auth.sendReset).toHaveBeenCalledWith('ada@example.com');
  });

  test('spaces alone send neither a sign-up nor a reset', async () => {
    const { signUp, requestReset, auth } = setUp();
    expect([await signUp({ email: '  ', password: 'secret1' }), await requestReset('  ')]).toEqual([false, false]);
    expect(auth.signUp).not.toHaveBeenCalled();
    expect(auth.sendReset).not.toHaveBeenCalled();
  });

  test('success is announced only after the provider’s response', async () => {
    const { logIn, auth } = setUp();
    const agreed = deferred();
    auth.signIn.mockReturnValue(agreed.promise);
    const done = logIn({ email: 'a', password: 'b' });
    await flush();
    expect(titles()).toEqual([]);
    agreed.resolve();
    expect(await done).toBe(true);
    expect(titles()).toEqual(['Login Successful! 🎉']);
  });
});

describe('an e-mail link', () => {
  test('a refused verification code is reported, and the session is not refreshed', async () => {
    const { verifyEmail, auth } = setUp();
    auth.verifyEmail.mockRejectedValue(refused('auth/expired-action-code'));
    await verifyEmail('v1');
    expect(titles()).toEqual(['Verification Failed']);
    expect(auth.recheckUser).not.toHaveBeenCalled();
  });

  test('a verified address: the session is refreshed only after the code was accepted', async () => {
    const { verifyEmail, auth } = setUp();
    const taken = deferred();
    auth.verifyEmail.mockReturnValue(taken.promise);
    const done = verifyEmail('v1');
    await flush();
    expect([titles(), auth.recheckUser.mock.calls.length]).toEqual([[], 0]);
    taken.resolve();
    await done;
    expect([titles(), auth.recheckUser.mock.calls.length]).toEqual([['Email Verified! 🎉'], 1]);
  });

  test('a new address ends the session of its account, with one toast that says how to log in', async () => {
    const { changeEmail, auth } = await signedIn();
    const taken = deferred<{ email: string; before: string }>();
    auth.changeEmail.mockReturnValue(taken.promise);
    const done = changeEmail('c1', 'emailChanged');
    await flush();
    expect([toasts, auth.signOutUser.mock.calls.length]).toEqual([[], 0]);
    taken.resolve({ email: 'new@example.com', before: user.email });
    await done;
    expect(toasts).toEqual([
      { title: 'Email Address Changed', description: 'From now on you log in with new@example.com.' },
    ]);
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
  });

  test('an address taken back says that the password may be known', async () => {
    const { changeEmail, auth } = setUp();
    auth.changeEmail.mockResolvedValue({ email: 'ada@example.com', before: null });
    await changeEmail('c1', 'emailRestored');
    expect(toasts).toMatchObject([
      {
        title: 'Email Address Restored',
        description: expect.stringMatching(/ada@example.com again.*reset your password/),
      },
    ]);
    expect(auth.recheckUser).toHaveBeenCalledTimes(1);
  });

  test('a new address of another account leaves this session alone', async () => {
    const { changeEmail, auth } = await signedIn();
    auth.changeEmail.mockResolvedValue({ email: 'new@example.com', before: 'bea@example.com' });
    await changeEmail('c1', 'emailChanged');
    expect(auth.signOutUser).not.toHaveBeenCalled();
    expect(sessionStore.get().status).toBe('signedIn');
  });

  test('a refused code changes nothing and says why', async () => {
    const { changeEmail, auth } = await signedIn();
    auth.changeEmail.mockRejectedValue(refused('auth/invalid-action-code'));
    await changeEmail('c1', 'emailRestored');
    expect(toasts).toEqual([
      {
        title: 'Email Address Not Changed',
        description: 'This link has already been used or is incomplete. Please request a new one.',
        destructive: true,
      },
    ]);
    expect(sessionStore.get().status).toBe('signedIn');
  });

  test('an unreachable service is reported once, by the connectivity bar only', async () => {
    const { checkResetCode, verifyEmail, logIn, auth } = setUp();
    auth.watchUser.mockRejectedValue(new Error('offline'));
    expect(await checkResetCode('abc')).toEqual({ problem: expect.any(String) });
    await verifyEmail('v1');
    expect(await logIn({ email: 'a', password: 'b' })).toBe(false);
    expect(new Set(titles())).toEqual(new Set(['Could not connect']));
    for (const request of [auth.checkResetCode, auth.verifyEmail, auth.signIn]) expect(request).not.toHaveBeenCalled();
  });
});
