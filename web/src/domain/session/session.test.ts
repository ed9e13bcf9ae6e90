import { describe, expect, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import { beginSessions, fakeSession, fakeSignedIn, HINT, refused, titles, toasts, user } from '../../test/fakeSession';
import { dialogStore, openDialog } from '../dialogs/dialogs';
import { sessionStore } from './sessionStore';

beginSessions();

describe('loading Firebase Auth', () => {
  test('a visitor stays signed out without a toast; signing in stores the hint [spec 4.35]', async () => {
    const { ensureAuth, auth, report } = fakeSession();
    await Promise.all([ensureAuth(), ensureAuth()]);
    expect(auth.watchUser).toHaveBeenCalledTimes(1);
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    report(user);
    expect(sessionStore.get()).toEqual({ status: 'signedIn', user });
    expect(localStorage.getItem(HINT)).toBe('1');
    expect(titles()).toEqual([]);
  });

  test('a visitor is not "loading" while it loads', () => {
    void fakeSession().ensureAuth();
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
  });

  test('a returning user is loading until the SDK knows', async () => {
    localStorage.setItem(HINT, '1');
    const { ensureAuth, auth } = fakeSession();
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
    const { ensureAuth, isReachable, auth } = fakeSession();
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
    const { signOut } = await fakeSignedIn();
    openDialog('account');
    await signOut();
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    expect(titles()).toEqual(['Logged Out Successfully!']);
    expect(localStorage.getItem(HINT)).toBeNull();
    expect(dialogStore.get().open).toBeNull();
  });

  test('shows the toast only after the SDK has signed out', async () => {
    const { signOut, auth, report } = await fakeSignedIn();
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
    const { signOut, auth } = await fakeSignedIn();
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
    const { signOut, auth, report } = await fakeSignedIn();
    auth.signOutUser.mockRejectedValue(refused('auth/network-request-failed'));
    await signOut();
    report(null);
    expect(titles()).toEqual(['Sign out Failed', 'You have been logged out']);
  });

  test('a session that ends after signing out and in again counts as lost', async () => {
    const { signOut, report } = await fakeSignedIn();
    await signOut();
    report(user);
    report(null);
    expect(titles()).toEqual(['Logged Out Successfully!', 'You have been logged out']);
  });

  test('a session that starts after signing out without one and ends later counts as lost', async () => {
    const { endSession, auth, report } = fakeSession();
    auth.signOutUser.mockResolvedValue();
    await endSession();
    report(user);
    report(null);
    expect(titles()).toEqual(['You have been logged out']);
  });
});

describe('a session that ends or changes by itself', () => {
  test('ended by the server: a toast says so, and open dialogs close [spec 4.35]', async () => {
    const { report } = await fakeSignedIn();
    openDialog('upload');
    report(null);
    expect(titles()).toEqual(['You have been logged out']);
    expect(dialogStore.get().open).toBeNull();
  });

  test('ended in another tab, which removed the hint: a toast says so', async () => {
    const { report } = await fakeSignedIn();
    localStorage.clear();
    report(null);
    expect(toasts.map(({ description }) => description)).toEqual(['This was done in another window.']);
  });

  test('another user from another tab: open dialogs close without a toast', async () => {
    const { report } = await fakeSignedIn();
    openDialog('account');
    report({ ...user, emailVerified: false });
    expect(dialogStore.get().open).toBe('account');
    report({ ...user, id: 'user-2' });
    expect(dialogStore.get().open).toBeNull();
    expect(titles()).toEqual([]);
  });
});

describe('what is typed', () => {
  test('addresses are trimmed, passwords are not', async () => {
    const { logIn, signUp, requestReset, auth } = fakeSession();
    const typed = { email: ' ada@example.com ', password: ' secret1 ' };
    const sent = { email: 'ada@example.com', password: ' secret1 ' };
    expect([await logIn(typed), await signUp(typed), await requestReset(typed.email)]).toEqual([true, true, true]);
    expect(auth.signIn).toHaveBeenCalledWith(sent);
    expect(auth.signUp).toHaveBeenCalledWith(sent);
    expect(auth.sendReset).toHaveBeenCalledWith('ada@example.com');
  });

  test('spaces alone send neither a sign-up nor a reset', async () => {
    const { signUp, requestReset, auth } = fakeSession();
    expect([await signUp({ email: '  ', password: 'secret1' }), await requestReset('  ')]).toEqual([false, false]);
    expect(auth.signUp).not.toHaveBeenCalled();
    expect(auth.sendReset).not.toHaveBeenCalled();
  });

  test('success is announced only after the provider’s response', async () => {
    const { logIn, auth } = fakeSession();
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
