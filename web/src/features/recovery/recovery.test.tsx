import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialogStore } from '../../lib/dialogs';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { renderThemed } from '../../test/renderThemed';

const checkResetCode = jest.fn<(code: string) => Promise<string>>();
const setNewPassword = jest.fn<(request: object) => Promise<void>>();
const verifyEmail = jest.fn<(code: string) => Promise<void>>();
const recheckUser = jest.fn<() => Promise<void>>();
jest.mock('./recoveryApi', () => ({
  checkResetCode: (code: string) => checkResetCode(code),
  setNewPassword: (request: object) => setNewPassword(request),
  verifyEmail: (code: string) => verifyEmail(code),
}));
jest.mock('../../lib/authGate', () => ({ isReachable: async () => true }));
jest.mock('../../lib/firebase/authSession', () => ({ recheckUser: () => recheckUser() }));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let RecoveryOverlay: typeof import('./RecoveryOverlay').default;
let handleAuthLink: typeof import('./authLink').handleAuthLink;
beforeAll(async () => {
  RecoveryOverlay = (await import('./RecoveryOverlay')).default;
  ({ handleAuthLink } = await import('./authLink'));
});

let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));
const arriveAt = (address: string) => window.history.replaceState(null, '', address);
const address = () => `${window.location.pathname}${window.location.search}${window.location.hash}`;
const expired = Object.assign(new Error(), { code: 'auth/expired-action-code' });

beforeEach(() => {
  toasts = [];
  jest.resetAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  checkResetCode.mockResolvedValue('ada@example.com');
});

describe('links from e-mails', () => {
  test('a reset becomes #type=recovery with its code, and the page is told [spec 4.34, 4.35]', () => {
    const told = jest.fn();
    window.addEventListener('popstate', told);
    arriveAt('/?mode=resetPassword&oobCode=abc%2B1&apiKey=k&lang=en');
    handleAuthLink();
    expect(address()).toBe('/#type=recovery&oobCode=abc%2B1');
    expect(told).toHaveBeenCalledTimes(1);
    window.removeEventListener('popstate', told);
  });

  test('a verification is applied, told, and the session looks again', async () => {
    arriveAt('/?mode=verifyEmail&oobCode=v1');
    handleAuthLink();
    expect(address()).toBe('/');
    await waitFor(() => expect(recheckUser).toHaveBeenCalledTimes(1));
    expect(verifyEmail).toHaveBeenCalledWith('v1');
    expect(toasts[0]?.title).toBe('Email Verified! 🎉');
  });

  test('an expired verification says what to do', async () => {
    verifyEmail.mockRejectedValue(expired);
    arriveAt('/?mode=verifyEmail&oobCode=v1');
    handleAuthLink();
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toEqual({
      title: 'Verification Failed',
      description: 'This link has expired. Please request a new one.',
      destructive: true,
    });
  });

  test('a reload with the overlay open changes nothing', () => {
    arriveAt('/#type=recovery&oobCode=abc');
    handleAuthLink();
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

  test('checks in the specification’s order, then sets the password and ends at the root [spec 5.11, 5.12, 5.13, 7.12, 8.6, 9.9]', async () => {
    arriveAt('/#type=recovery&oobCode=abc');
    renderThemed(<RecoveryOverlay />);
    expect(screen.getByRole('dialog', { name: 'Reset Your Password' })).toBeTruthy();
    await fill('abc', '');
    await fill('abc', 'abd');
    await fill('abcde', 'abcde');
    expect(toasts.map(({ description }) => description)).toEqual([
      'Please fill in all fields.',
      'Passwords do not match.',
      'Password must be at least 6 characters long.',
    ]);
    expect(setNewPassword).not.toHaveBeenCalled();
    await fill('abcdef', 'abcdef');
    await waitFor(() => expect(address()).toBe('/'));
    expect(setNewPassword).toHaveBeenCalledWith({ code: 'abc', password: 'abcdef' });
    expect(toasts.at(-1)).toEqual({
      title: 'Password Updated Successfully!',
      description: 'Your password has been updated.',
    });
  });

  test('a failure keeps the overlay and says why [spec 8.2, 8.3]', async () => {
    setNewPassword.mockRejectedValue(expired);
    arriveAt('/#type=recovery&oobCode=abc');
    renderThemed(<RecoveryOverlay />);
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
  });

  test('a used-up link says so before anything is typed, and leads to a new one', async () => {
    checkResetCode.mockRejectedValue(Object.assign(new Error(), { code: 'auth/invalid-action-code' }));
    arriveAt('/#type=recovery&oobCode=abc');
    renderThemed(<RecoveryOverlay />);
    expect((await screen.findByRole('alert')).textContent).toContain('already been used');
    await userEvent.click(screen.getByRole('button', { name: 'Request a New Email' }));
    expect(address()).toBe('/');
    expect(dialogStore.get()).toEqual({ open: 'login', loginTab: 'reset' });
  });

  test('a link without its code asks nobody', async () => {
    arriveAt('/#type=recovery');
    renderThemed(<RecoveryOverlay />);
    expect((await screen.findByRole('alert')).textContent).toContain('incomplete');
    expect(checkResetCode).not.toHaveBeenCalled();
  });

  test('closing it leads to the root path [spec 2.41]', async () => {
    arriveAt('/#type=recovery&oobCode=abc');
    renderThemed(<RecoveryOverlay />);
    await userEvent.keyboard('{Escape}');
    expect(address()).toBe('/');
  });
});
