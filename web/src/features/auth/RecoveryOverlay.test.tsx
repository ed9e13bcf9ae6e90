import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { handleEmailLink } from '../../domain/session/emailLink';
import { sessionStore } from '../../domain/session/sessionStore';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aUser } from '../../test/samples';
import RecoveryOverlay from './RecoveryOverlay';

let toasts: Toast[] = [];
let stopToasts: () => void;
let log: jest.Spied<typeof console.error>;
let fake: ReturnType<typeof fakeDomain>;

beforeEach(() => {
  fake = fakeDomain();
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  closeDialog();
  stopToasts();
  log.mockRestore();
});

const show = () => renderThemed(<RecoveryOverlay />, fake.domain);
const arriveAt = (address: string) => window.history.replaceState(null, '', address);
const address = () => `${window.location.pathname}${window.location.search}${window.location.hash}`;
const expired = Object.assign(new Error(), { code: 'auth/expired-action-code' });

describe('links from e-mails', () => {
  test('a reset link becomes #type=recovery with its code, and the page reacts [spec 4.34, 4.35]', () => {
    const told = jest.fn();
    window.addEventListener('hashchange', told);
    arriveAt('/?mode=resetPassword&oobCode=abc%2B1&apiKey=k&lang=en');
    handleEmailLink(fake.domain.session);
    expect(address()).toBe('/#type=recovery&oobCode=abc%2B1');
    expect(told).toHaveBeenCalledTimes(1);
    window.removeEventListener('hashchange', told);
  });

  test('a verification is applied and announced, and the session is refreshed', async () => {
    arriveAt('/?mode=verifyEmail&oobCode=v1');
    handleEmailLink(fake.domain.session);
    expect(address()).toBe('/');
    await waitFor(() => expect(fake.auth.recheckUser).toHaveBeenCalledTimes(1));
    expect(fake.auth.verifyEmail).toHaveBeenCalledWith('v1');
    expect(toasts[0]?.title).toBe('Email Verified! 🎉');
  });

  test.each([
    ['verifyAndChangeEmail', 'Email Address Changed'],
    ['recoverEmail', 'Email Address Restored'],
  ])('a link with mode=%s is applied and announced [spec 10.3]', async (mode, title) => {
    arriveAt(`/?mode=${mode}&oobCode=c1&apiKey=k`);
    handleEmailLink(fake.domain.session);
    expect(address()).toBe('/');
    await waitFor(() => expect(toasts.map((toast) => toast.title)).toEqual([title]));
    expect(fake.auth.changeEmail).toHaveBeenCalledWith('c1');
  });

  test('an expired verification link says what to do', async () => {
    fake.auth.verifyEmail.mockRejectedValue(expired);
    arriveAt('/?mode=verifyEmail&oobCode=v1');
    handleEmailLink(fake.domain.session);
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toEqual({
      title: 'Verification Failed',
      description: expect.stringMatching(/^This link .*has expired.* Your Account sends a new link/),
      destructive: true,
    });
  });

  test('a reload with the overlay open changes nothing', () => {
    arriveAt('/#type=recovery&oobCode=abc');
    handleEmailLink(fake.domain.session);
    expect(address()).toBe('/#type=recovery&oobCode=abc');
  });
});

describe('Reset Your Password', () => {
  const fill = async (password: string, confirmation: string) => {
    for (const [label, text] of [
      ['New Password', password],
      ['Confirm Password', confirmation],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await userEvent.clear(field);
      if (text !== '') await userEvent.type(field, text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Update Password' }));
  };

  test('validates in order, sets the password, ends at the root [spec 5.11, 5.12, 5.13, 7.12, 8.6, 9.9]', async () => {
    arriveAt('/#type=recovery&oobCode=abc');
    show();
    expect(screen.getByRole('dialog', { name: 'Reset Your Password' })).toBeTruthy();
    await fill('abc', '');
    await fill('abc', 'abd');
    await fill('abcde', 'abcde');
    expect(toasts.map(({ description }) => description)).toEqual([
      'Please fill in all fields.',
      'Passwords do not match.',
      'Password must be at least 6 characters long.',
    ]);
    expect(fake.auth.setNewPassword).not.toHaveBeenCalled();
    await fill('abcdef', 'abcdef');
    await waitFor(() => expect(address()).toBe('/'));
    expect(fake.auth.setNewPassword).toHaveBeenCalledWith({ code: 'abc', password: 'abcdef' });
    expect(toasts.at(-1)).toEqual({
      title: 'Password Updated Successfully!',
      description: 'Your password has been updated.',
    });
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'login', email: 'ada@example.com' });
  });

  test('a failure keeps the overlay and says why [spec 8.2, 8.3]', async () => {
    fake.auth.setNewPassword.mockRejectedValue(expired);
    arriveAt('/#type=recovery&oobCode=abc');
    show();
    await fill('abcdef', 'abcdef');
    await waitFor(() =>
      expect(toasts).toEqual([
        {
          title: 'Password Update Failed',
          description: 'This link has expired. Please request a new one.',
          destructive: true,
        },
      ]),
    );
    expect(address()).toBe('/#type=recovery&oobCode=abc');
    expect(screen.getByRole('dialog', { name: 'Reset Your Password' })).toBeTruthy();
    // The toast says to request a new one.
    await userEvent.click(screen.getByRole('button', { name: 'Request a New Email' }));
    expect(address()).toBe('/');
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'reset', email: 'ada@example.com' });
  });

  test('after a failure that is not the link’s no new e-mail is offered', async () => {
    fake.auth.setNewPassword.mockRejectedValueOnce(Object.assign(new Error(), { code: 'auth/network-request-failed' }));
    arriveAt('/#type=recovery&oobCode=abc');
    show();
    await fill('abcdef', 'abcdef');
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Password Update Failed']));
    expect(screen.queryByRole('button', { name: 'Request a New Email' })).toBeNull();
    await fill('abcdef', 'abcdef');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('a used link says so before anything is typed, and offers a new one', async () => {
    fake.auth.checkResetCode.mockRejectedValue(Object.assign(new Error(), { code: 'auth/invalid-action-code' }));
    arriveAt('/#type=recovery&oobCode=abc');
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('already been used');
    await userEvent.click(screen.getByRole('button', { name: 'Request a New Email' }));
    expect(address()).toBe('/');
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'reset' });
  });

  test('a link that could not be checked is checked again, and no new e-mail is offered', async () => {
    fake.auth.checkResetCode.mockRejectedValueOnce(Object.assign(new Error(), { code: 'auth/network-request-failed' }));
    arriveAt('/#type=recovery&oobCode=abc');
    show();
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Request a New Email' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('New Password')).toBeTruthy();
  });

  test('a link without a code sends no request', async () => {
    arriveAt('/#type=recovery');
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('incomplete');
    expect(fake.auth.checkResetCode).not.toHaveBeenCalled();
  });

  test('of two links opened in sequence the later one counts, whichever check ends first', async () => {
    const [first, second] = [deferred<string>(), deferred<string>()];
    fake.auth.checkResetCode.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    arriveAt('/#type=recovery&oobCode=first');
    const { rerender } = show();
    expect(screen.getByRole('status').textContent).toBe('Checking your link...');
    await waitFor(() => expect(fake.auth.checkResetCode).toHaveBeenCalledTimes(1));
    arriveAt('/#type=recovery&oobCode=second');
    rerender(<RecoveryOverlay />);
    await waitFor(() => expect(fake.auth.checkResetCode).toHaveBeenCalledTimes(2));
    await act(async () => second.resolve('second@example.com'));
    await act(async () => first.resolve('first@example.com'));
    expect(screen.getByText(/second@example.com/)).toBeTruthy();
    // Password managers keep the one and check the other against it.
    const nameOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).name;
    expect([nameOf('New Password'), nameOf('Confirm Password')]).toEqual(['new-password', 'confirm-password']);
  });

  test('a second link is checked before anything of the first is shown again', async () => {
    arriveAt('/#type=recovery&oobCode=first');
    show();
    await userEvent.type(await screen.findByLabelText('New Password'), 'for the first');
    fake.auth.checkResetCode.mockResolvedValue('second@example.com');
    arriveAt('/#type=recovery&oobCode=second');
    act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
    expect(screen.getByRole('status').textContent).toBe('Checking your link...');
    expect(screen.queryByText(/ada@example.com/)).toBeNull();
    await screen.findByText(/second@example.com/);
    expect(screen.getByLabelText<HTMLInputElement>('New Password').value).toBe('');
  });

  describe('with somebody signed in', () => {
    const signIn = async (email: string) => {
      await fake.domain.session.ensureAuth();
      act(() => fake.report(aUser({ email })));
    };
    afterEach(() => {
      sessionStore.set({ status: 'signedOut' });
      localStorage.clear();
    });
    const said = async () => (await screen.findByText(/^Choose a new password/)).textContent;

    test('it says that another account stays logged in', async () => {
      await signIn('grace@example.com');
      arriveAt('/#type=recovery&oobCode=abc');
      show();
      const words = 'Choose a new password for ada@example.com. You stay logged in as grace@example.com.';
      expect(await said()).toBe(words);
      await fill('abcdef', 'abcdef');
      await waitFor(() => expect(address()).toBe('/'));
      expect(fake.auth.signInAgain).not.toHaveBeenCalled();
      expect(dialogStore.get()).toEqual({ open: null });
    });

    test('the session of the same account goes on, which the new password has ended', async () => {
      await signIn('ada@example.com');
      arriveAt('/#type=recovery&oobCode=abc');
      show();
      expect(await said()).toBe('Choose a new password for ada@example.com.');
      await fill('abcdef', 'abcdef');
      await waitFor(() => expect(address()).toBe('/'));
      expect(fake.auth.signInAgain).toHaveBeenCalledWith('abcdef');
    });

    test('a used link offers a new e-mail to the own address', async () => {
      fake.auth.checkResetCode.mockRejectedValue(Object.assign(new Error(), { code: 'auth/invalid-action-code' }));
      await signIn('grace@example.com');
      arriveAt('/#type=recovery&oobCode=abc');
      show();
      await userEvent.click(await screen.findByRole('button', { name: 'Request a New Email' }));
      expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'reset', email: 'grace@example.com' });
    });

    test('if it does not go on, the page is left as after any password', async () => {
      fake.auth.signInAgain.mockRejectedValue(new Error('offline'));
      await signIn('ada@example.com');
      arriveAt('/#type=recovery&oobCode=abc');
      show();
      await fill('abcdef', 'abcdef');
      await waitFor(() => expect(address()).toBe('/'));
      expect(toasts.map(({ title }) => title)).toEqual(['Password Updated Successfully!']);
    });
  });

  test('closing it leads to the root path [spec 2.41]', async () => {
    arriveAt('/#type=recovery&oobCode=abc');
    show();
    await userEvent.keyboard('{Escape}');
    expect(address()).toBe('/');
  });
});
