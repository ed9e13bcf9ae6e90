import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openDialog } from '../../domain/dialogs/dialogs';
import { sessionStore } from '../../domain/session/sessionStore';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aUser } from '../../test/samples';
import AccountDialog from './AccountDialog';

const user = aUser({ emailVerified: false });
let toasts: Toast[] = [];
let stopToasts: () => void;
let log: jest.Spied<typeof console.error>;
let fake: ReturnType<typeof fakeDomain>;

beforeEach(async () => {
  fake = fakeDomain();
  localStorage.clear();
  sessionStore.set({ status: 'signedOut' });
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await fake.domain.session.ensureAuth();
  act(() => {
    fake.report(user);
    openDialog('account');
  });
  renderThemed(<AccountDialog />, fake.domain);
});
afterEach(() => {
  stopToasts();
  log.mockRestore();
});

/** Opens the last part of the dialog. */
const openDeletion = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Delete account', expanded: false }));
  await screen.findByLabelText('Type DELETE to confirm');
};
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete My Account' });
/** What was asked of the server beside the purchases that can be withdrawn from. */
const deletions = () => fake.call.mock.calls.filter(([key]) => key === 'deleteAccount');
const confirm = (word: string) => userEvent.type(screen.getByLabelText('Type DELETE to confirm'), word);

describe('account dialog', () => {
  test('says who is signed in and sends the verification e-mail again', async () => {
    expect(screen.getByRole('dialog').textContent).toContain('Signed in as ada@example.com');
    expect(screen.getByText('Email not verified yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /verification email again/ }));
    await waitFor(() => expect(toasts[0]?.title).toBe('Verification Email Sent'));
    act(() => fake.report({ ...user, emailVerified: true }));
    expect(screen.getByText('Email verified')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /verification email again/ })).toBeNull();
  });

  test('a verification e-mail that could not be sent is reported in plain words', async () => {
    fake.auth.resendVerification.mockRejectedValue(Object.assign(new Error(), { code: 'auth/too-many-requests' }));
    await userEvent.click(screen.getByRole('button', { name: /verification email again/ }));
    await waitFor(() =>
      expect(toasts).toEqual([
        {
          title: 'Verification Failed',
          description: 'Too many attempts. Please wait a few minutes, then try again.',
          destructive: true,
        },
      ]),
    );
  });

  test('deletes only after the word is typed, then signs out', async () => {
    const deleted = deferred<unknown>();
    await openDeletion();
    fake.call.mockReturnValue(deleted.promise);
    expect(button().disabled).toBe(true);
    await confirm('delet{Enter}');
    expect(button().disabled).toBe(true);
    expect(deletions()).toEqual([]);
    // As a phone's keyboard writes it.
    await userEvent.clear(screen.getByLabelText('Type DELETE to confirm'));
    await confirm(' Delete ');
    await userEvent.click(button());
    await waitFor(() => expect(fake.call).toHaveBeenCalledWith('deleteAccount', { confirm: 'DELETE' }));
    await userEvent.click(screen.getByRole('button', { name: 'Deleting...', busy: true }));
    expect(deletions()).toHaveLength(1);
    expect(fake.auth.signOutUser).not.toHaveBeenCalled();
    await act(async () => deleted.resolve({ deletedPhotos: 3 }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Account Deleted']));
    expect(sessionStore.get().status).toBe('signedOut');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('after a long session it asks for the password, and deletes once that is right', async () => {
    await openDeletion();
    const tooOld = Object.assign(new Error(), { details: { code: 'sign_in_too_old' } });
    fake.call.mockRejectedValueOnce(tooOld);
    await confirm('DELETE');
    expect(screen.queryByLabelText('Password')).toBeNull();
    await userEvent.click(button());
    const password = await screen.findByLabelText('Password');
    expect(document.activeElement).toBe(password);
    expect(screen.getByText('You logged in a while ago. Please type your password to go on.')).toBeTruthy();
    expect(toasts).toEqual([]);
    expect(button().disabled).toBe(true);

    await userEvent.type(password, 'wrong1');
    fake.auth.signInAgain.mockRejectedValueOnce(Object.assign(new Error(), { code: 'auth/invalid-credential' }));
    await userEvent.click(button());
    await waitFor(() => expect(toasts.at(-1)?.description).toBe('The email address or password is not right.'));
    expect(deletions()).toHaveLength(1);

    await userEvent.clear(password);
    await userEvent.type(password, 'secret1');
    await userEvent.click(button());
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Account Deleted'));
    expect(fake.auth.signInAgain).toHaveBeenLastCalledWith('secret1');
    expect(deletions()).toHaveLength(2);
  });

  test('the word typed for one account is cleared for the next account', async () => {
    await openDeletion();
    await confirm('DELETE');
    act(() => sessionStore.set({ status: 'signedIn', user: aUser({ id: 'user-2' }) }));
    await openDeletion();
    expect(screen.getByLabelText<HTMLInputElement>('Type DELETE to confirm').value).toBe('');
    expect(button().disabled).toBe(true);
  });

  test('a failure keeps the session and says why', async () => {
    await openDeletion();
    fake.call.mockRejectedValue(Object.assign(new Error(), { details: { code: 'rate_limited' } }));
    await confirm('DELETE');
    await userEvent.click(button());
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Account Not Deleted'));
    expect(fake.auth.signOutUser).not.toHaveBeenCalled();
  });
});
