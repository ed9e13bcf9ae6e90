import { describe, expect, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import { beginSessions, fakeSession, fakeSignedIn, refused, titles, toasts, user } from '../../test/fakeSession';
import { emailLinkCopy } from './emailLinkCopy';
import { sessionStore } from './sessionStore';

beginSessions();

describe('an e-mail link', () => {
  test('a refused verification code is reported, with where a new link comes from', async () => {
    const { verifyEmail, auth } = fakeSession();
    auth.verifyEmail.mockRejectedValue(refused('auth/expired-action-code'));
    await verifyEmail('v1', emailLinkCopy);
    expect(toasts).toMatchObject([
      { title: 'Verification Failed', description: expect.stringMatching(/Your Account sends a new link/) },
    ]);
  });

  test('a verification that did not reach the service says so', async () => {
    const { verifyEmail, auth } = fakeSession();
    auth.verifyEmail.mockRejectedValue(refused('auth/network-request-failed'));
    await verifyEmail('v1', emailLinkCopy);
    expect(toasts).toMatchObject([{ title: 'Verification Failed', description: expect.stringMatching(/network/) }]);
  });

  test('a link that is pressed twice is no failure to whose address is verified by then', async () => {
    const { verifyEmail, auth } = await fakeSignedIn();
    sessionStore.set({ status: 'signedIn', user: { ...user, emailVerified: false } });
    auth.verifyEmail.mockRejectedValue(refused('auth/invalid-action-code'));
    auth.recheckUser.mockImplementation(async () =>
      sessionStore.set({ status: 'signedIn', user: { ...user, emailVerified: true } }),
    );
    await verifyEmail('v1', emailLinkCopy);
    expect(toasts).toEqual([{ title: 'Email Already Verified', description: `${user.email} is verified.` }]);
  });

  test('a verified address: the session is refreshed only after the code was accepted', async () => {
    const { verifyEmail, auth } = fakeSession();
    const taken = deferred();
    auth.verifyEmail.mockReturnValue(taken.promise);
    const done = verifyEmail('v1', emailLinkCopy);
    await flush();
    expect([titles(), auth.recheckUser.mock.calls.length]).toEqual([[], 0]);
    taken.resolve();
    await done;
    expect([titles(), auth.recheckUser.mock.calls.length]).toEqual([['Email Verified! 🎉'], 1]);
  });

  test('a new address ends the session of its account, with one toast that says how to log in', async () => {
    const { changeEmail, auth } = await fakeSignedIn();
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
    const { changeEmail, auth } = fakeSession();
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
    const { changeEmail, auth } = await fakeSignedIn();
    auth.changeEmail.mockResolvedValue({ email: 'new@example.com', before: 'bea@example.com' });
    await changeEmail('c1', 'emailChanged');
    expect(auth.signOutUser).not.toHaveBeenCalled();
    expect(sessionStore.get().status).toBe('signedIn');
  });

  test('a refused code changes nothing and says why', async () => {
    const { changeEmail, auth } = await fakeSignedIn();
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
    const { checkResetCode, verifyEmail, logIn, auth } = fakeSession();
    auth.watchUser.mockRejectedValue(new Error('offline'));
    expect(await checkResetCode('abc')).toEqual({ problem: expect.any(String), isOver: false });
    await verifyEmail('v1', emailLinkCopy);
    expect(await logIn({ email: 'a', password: 'b' })).toBe(false);
    expect(new Set(titles())).toEqual(new Set(['Could not connect']));
    for (const request of [auth.checkResetCode, auth.verifyEmail, auth.signIn]) expect(request).not.toHaveBeenCalled();
  });
});
