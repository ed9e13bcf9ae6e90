import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openDialog } from '../../lib/dialogs';
import { sessionStore } from '../../lib/sessionStore';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { renderThemed } from '../../test/renderThemed';

const call = jest.fn<(name: string, data: unknown) => Promise<unknown>>();
const endSession = jest.fn<() => Promise<void>>();
const resendVerification = jest.fn<() => Promise<void>>();
jest.mock('../../lib/callable', () => ({ callFunction: (name: string, data: unknown) => call(name, data) }));
jest.mock('../../lib/authGate', () => ({ endSession: () => endSession() }));
jest.mock('./accountApi', () => ({ resendVerification: () => resendVerification() }));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let AccountDialog: typeof import('./AccountDialog').default;
beforeAll(async () => {
  AccountDialog = (await import('./AccountDialog')).default;
});

let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));

beforeEach(() => {
  toasts = [];
  jest.resetAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  act(() => {
    sessionStore.set({ status: 'signedIn', user: { id: 'u1', email: 'ada@example.com', emailVerified: false } });
    openDialog('account');
  });
  renderThemed(<AccountDialog />);
});

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete My Account' });
const confirm = (word: string) => userEvent.type(screen.getByLabelText('Type DELETE to confirm'), word);

describe('account dialog', () => {
  test('says who is signed in and sends the verification e-mail again', async () => {
    expect(screen.getByText('Signed in as ada@example.com')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /verification email again/ }));
    await waitFor(() => expect(toasts[0]?.title).toBe('Verification Email Sent'));
  });

  test('deletes only after the word is typed, then signs out', async () => {
    call.mockResolvedValue({ deletedPhotos: 3 });
    expect(button().disabled).toBe(true);
    await confirm('delete{Enter}');
    expect(button().disabled).toBe(true);
    expect(call).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByLabelText('Type DELETE to confirm'));
    await confirm('DELETE');
    await userEvent.click(button());
    expect(call).toHaveBeenCalledWith('delete-account', { confirm: 'DELETE' });
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Account Deleted'));
    expect(endSession).toHaveBeenCalledTimes(1);
  });

  test('the word typed for one account does not stand ready for another that took its place', async () => {
    await confirm('DELETE');
    const user = { id: 'u2', email: 'grace@example.com', emailVerified: true };
    act(() => sessionStore.set({ status: 'signedIn', user }));
    expect(screen.getByLabelText<HTMLInputElement>('Type DELETE to confirm').value).toBe('');
    expect(button().disabled).toBe(true);
  });

  test('a failure keeps the session and says why', async () => {
    call.mockRejectedValue(Object.assign(new Error(), { details: { code: 'rate_limited' } }));
    await confirm('DELETE');
    await userEvent.click(button());
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Account Not Deleted'));
    expect(endSession).not.toHaveBeenCalled();
  });
});
