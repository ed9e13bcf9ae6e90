import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SessionUser } from './sessionStore';
import type { Toast } from './toast';

let report: (user: SessionUser | null) => void = () => undefined;
const watchUser = jest.fn<(receive: typeof report) => Promise<void>>();
const signOutUser = jest.fn<() => Promise<void>>();

jest.mock('./firebase/authSession', () => ({
  watchUser: (receive: typeof report) => watchUser(receive),
  signOutUser: () => signOutUser(),
}));

const user: SessionUser = { id: 'u1', email: 'ada@example.com', emailVerified: true };

async function setUp() {
  jest.resetModules();
  const gate = await import('./authGate');
  const { sessionStore } = await import('./sessionStore');
  const { dialogStore, openDialog } = await import('./dialogs');
  const { subscribeToasts } = await import('./toast');
  const titles: string[] = [];
  const toasts: Toast[] = [];
  subscribeToasts((toast) => {
    titles.push(toast.title);
    toasts.push(toast);
  });
  return { ...gate, sessionStore, dialogStore, openDialog, titles, toasts };
}

beforeEach(() => {
  localStorage.clear();
  jest.clearAllMocks();
  watchUser.mockImplementation(async (receive) => {
    report = receive;
    receive(null);
  });
  signOutUser.mockImplementation(async () => report(null));
});

describe('auth gate', () => {
  test('a visitor stays signed out, silently; signing in leaves the hint for the next visit [spec 4.35]', async () => {
    const { ensureFirebase, sessionStore, titles } = await setUp();
    await Promise.all([ensureFirebase(), ensureFirebase()]);
    expect(watchUser).toHaveBeenCalledTimes(1);
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    report(user);
    expect(sessionStore.get()).toEqual({ status: 'signedIn', user });
    expect(localStorage.getItem('heirlight.signedIn')).toBe('1');
    expect(titles).toEqual([]);
  });

  test('a returning user is loading until the auth library knows', async () => {
    localStorage.setItem('heirlight.signedIn', '1');
    watchUser.mockImplementation(async (receive) => {
      report = receive;
    });
    const { ensureFirebase, sessionStore } = await setUp();
    await ensureFirebase();
    expect(sessionStore.get()).toEqual({ status: 'loading' });
    report(user);
    expect(sessionStore.get().status).toBe('signedIn');
  });

  test('signing out says goodbye once and removes the hint [spec 4.35, 6.4]', async () => {
    const { ensureFirebase, signOut, sessionStore, titles } = await setUp();
    await ensureFirebase();
    report(user);
    await signOut();
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    expect(titles).toEqual(['Logged Out Successfully!']);
    expect(localStorage.getItem('heirlight.signedIn')).toBeNull();
  });

  test('a failed sign-out keeps the session and says why [spec 8.2, 8.3]', async () => {
    const { ensureFirebase, signOut, sessionStore, toasts } = await setUp();
    await ensureFirebase();
    report(user);
    signOutUser.mockRejectedValue(Object.assign(new Error(), { code: 'auth/network-request-failed' }));
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

  test('a session ended by the server is told, and open dialogs close [spec 4.35]', async () => {
    const { ensureFirebase, dialogStore, openDialog, titles } = await setUp();
    await ensureFirebase();
    report(user);
    openDialog('upload');
    report(null);
    expect(titles).toEqual(['You have been logged out']);
    expect(dialogStore.get().open).toBeNull();
  });

  test('when another tab changes the user, the dialogs of the one before close without a word', async () => {
    const { ensureFirebase, dialogStore, openDialog, titles } = await setUp();
    await ensureFirebase();
    report(user);
    openDialog('account');
    report({ ...user, emailVerified: false });
    expect(dialogStore.get().open).toBe('account');
    report({ ...user, id: 'u2' });
    expect(dialogStore.get().open).toBeNull();
    expect(titles).toEqual([]);
  });

  test('an unreachable service is told, and the next call tries again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('heirlight.signedIn', '1');
    watchUser.mockRejectedValueOnce(new Error('offline'));
    const { ensureFirebase, sessionStore, titles } = await setUp();
    await expect(ensureFirebase()).rejects.toThrow('offline');
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    expect(titles).toEqual(['Could not connect']);
    await expect(ensureFirebase()).resolves.toBeUndefined();
  });
});
