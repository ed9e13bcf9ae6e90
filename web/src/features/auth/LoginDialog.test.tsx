import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeDialog, dialogStore, openDialog, openLogin } from '../../domain/dialogs/dialogs';
import { pendingDraftStore, queueDrafts, queuedDraftsStore } from '../../domain/draft/draft';
import { savedDraft } from '../../domain/draft/savedDraft';
import { isSomebodys, sessionStore } from '../../domain/session/sessionStore';
import { useStore } from '../../lib/store';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aUser } from '../../test/samples';
import LoginDialog, { type LoginDialogProps } from './LoginDialog';

let toasts: Toast[] = [];
let stopToasts: () => void;
let log: jest.Spied<typeof console.error>;
let fake: ReturnType<typeof fakeDomain>;

beforeEach(() => {
  fake = fakeDomain();
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  act(() => openDialog('login'));
});
afterEach(() => {
  stopToasts();
  act(() => sessionStore.set({ status: 'signedOut' }));
  log.mockRestore();
});

/** Has another button for a user than for a visitor, as the page's has. */
function Header() {
  const label = useStore(sessionStore, isSomebodys) ? 'Your Account' : 'Login / Sign Up';
  return (
    <header>
      <button type="button" key={label}>
        {label}
      </button>
    </header>
  );
}

const show = (props: LoginDialogProps = {}) => renderThemed(<LoginDialog {...props} />, fake.domain);
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const tab = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const refused = (code: string) => Object.assign(new Error(), { code });

describe('login dialog', () => {
  test('is titled Welcome!, has three tabs and e-mail inputs [spec 2.32, 2.36, 4.13, 9.16]', async () => {
    show();
    expect(screen.getByRole('dialog', { name: 'Welcome!' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Login', 'Sign Up', 'Reset']);
    expect(screen.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true');
    expect(email().type).toBe('email');
    expect(screen.getByRole('tabpanel', { name: 'Login' }).contains(email())).toBe(true);
    await tab('Reset');
    expect(email().type).toBe('email');
    expect(screen.getByRole('tabpanel', { name: 'Reset' }).contains(email())).toBe(true);
  });

  test('comes with the address that is known', () => {
    act(() => openLogin('login', 'ada@example.com'));
    show();
    expect(email().value).toBe('ada@example.com');
  });

  test('comes with it where a new link is asked for, too', () => {
    act(() => openLogin('reset', 'ada@example.com'));
    show();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  });

  test('its tabs are chosen as the arrow keys move between them', async () => {
    show();
    await tab('Login');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toBe(document.activeElement);
    expect(screen.getByRole('button', { name: 'Sign Up' })).toBeTruthy();
  });

  test('downloads the service while the form is being filled in', () => {
    show();
    expect(fake.load.auth).toHaveBeenCalledTimes(1);
  });

  test('helps password managers, says how long a new password must be, and leaves checks to toasts', async () => {
    show();
    expect([email().autocomplete, password().autocomplete]).toEqual(['email', 'current-password']);
    await tab('Sign Up');
    expect([email().autocomplete, password().autocomplete]).toEqual(['email', 'new-password']);
    expect(screen.getByText('At least 6 characters.')).toBeTruthy();
    expect(email().form?.noValidate).toBe(true);
  });

  test('Login sends even empty fields: the provider refuses them, in plain words [spec 5.9, 7.9]', async () => {
    fake.auth.signIn.mockRejectedValue(refused('auth/invalid-email'));
    show();
    await press('Login');
    expect(fake.auth.signIn).toHaveBeenCalledWith({ email: '', password: '' });
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toEqual({
      title: 'Sign in Failed',
      description: 'This is not a valid email address.',
      destructive: true,
    });
    expect(dialogStore.get().open).toBe('login');
  });

  test('opens at another tab when it is asked for there', () => {
    act(() => openLogin('reset'));
    show();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Reset');
  });

  test('a field says what is wrong with it once the form was sent, and takes the focus', async () => {
    show();
    await tab('Sign Up');
    const told = (field: HTMLElement) =>
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'false']);
    await press('Sign Up');
    expect(document.activeElement).toBe(email());
    expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
    expect([told(email()), told(password())]).toEqual(['Enter your email address.', 'Enter a password.']);
    await userEvent.type(email(), 'ada');
    expect(told(email())).toBe('An email address looks like name@example.com.');
    await userEvent.type(email(), '@example.com');
    await userEvent.type(password(), 'secret');
    expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'false']);
  });

  test('a password can be shown, and the address goes along to Reset', async () => {
    show();
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(password(), 'secret1');
    expect(password().type).toBe('password');
    await press('Show password');
    expect(password().type).toBe('text');
    expect(screen.getByRole('button', { name: 'Show password', pressed: true })).toBeTruthy();
    await tab('Reset');
    expect(email().value).toBe('ada@example.com');
  });

  test('shows the photo that was chosen first, and who closes the dialog lets it go', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    const file = new File(['x'], 'grandmother.jpg');
    await savedDraft.save({ file, others: [file, file] });
    show();
    expect((await screen.findByAltText('The photo you chose')).getAttribute('src')).toBe('blob:1');
    expect(
      screen.getByText(/^grandmother.jpg is here. 2 more photos wait for their turn. Your photo waits/),
    ).toBeTruthy();
    await tab('Reset');
    await userEvent.type(email(), 'Ada@example.com');
    await press('Send Reset Email');
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(await savedDraft.awaitingLogin()).toMatchObject({ file });
    act(() => queueDrafts([file]));
    await press('Close');
    expect(queuedDraftsStore.get()).toEqual([]);
    expect(await savedDraft.awaitingLogin()).toBeNull();
    expect(pendingDraftStore.get()).toBeNull();
  });

  test('a chosen photo that this browser cannot show, as a TIFF, waits without a broken picture', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    await savedDraft.save({ file: new File(['x'], 'grandmother.tif') });
    show();
    fireEvent.error(await screen.findByAltText('The photo you chose'));
    expect(screen.queryByAltText('The photo you chose')).toBeNull();
    expect(screen.getByText(/^Your photo waits/)).toBeTruthy();
    await press('Close');
  });

  test('an unreachable service is shown as such, not as a refused login', async () => {
    fake.auth.watchUser.mockRejectedValue(new Error('offline'));
    show();
    await press('Login');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Login' }).getAttribute('aria-busy')).not.toBe('true'),
    );
    expect(fake.auth.signIn).not.toHaveBeenCalled();
    expect(new Set(toasts.map(({ title }) => title))).toEqual(new Set(['Could not connect']));
    expect(dialogStore.get().open).toBe('login');
  });

  test('a login runs the callback and says so [spec 4.16]', async () => {
    const onLoginSuccess = jest.fn();
    show({ onLoginSuccess });
    await userEvent.type(email(), ' ada@example.com ');
    await userEvent.type(password(), 'secret1');
    await press('Login');
    expect(fake.auth.signIn).toHaveBeenCalledWith({ email: 'ada@example.com', password: 'secret1' });
    await waitFor(() => expect(onLoginSuccess).toHaveBeenCalledTimes(1));
    expect(toasts).toEqual([{ title: 'Login Successful! 🎉' }]);
  });

  test('an unnamed failure falls back to "Something went wrong" [spec 8.2]', async () => {
    fake.auth.signIn.mockRejectedValue({});
    show();
    await press('Login');
    await waitFor(() => expect(toasts[0]?.description).toBe('Something went wrong'));
  });

  test('Sign Up requires both fields [spec 5.7]', async () => {
    show();
    await tab('Sign Up');
    await press('Sign Up');
    await userEvent.type(email(), 'ada@example.com');
    await press('Sign Up');
    expect(toasts.map(({ description }) => description)).toEqual([
      'Please fill in all fields.',
      'Please fill in all fields.',
    ]);
    expect(toasts[0]?.destructive).toBe(true);
    expect(fake.auth.signUp).not.toHaveBeenCalled();
  });

  test('a sign-up closes the dialog [spec 4.15, 8.4]', async () => {
    show();
    await tab('Sign Up');
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(password(), 'secret1{Enter}');
    await waitFor(() => expect(dialogStore.get().open).toBeNull());
    expect(toasts).toEqual([
      { title: 'Sign Up Successful!', description: 'Please check your email to verify your account.' },
    ]);
  });

  test('after a login the focus is in the header, once no dialog is open, whatever came first', async () => {
    act(() => closeDialog());
    renderThemed(
      <>
        <Header />
        <LoginDialog />
      </>,
      fake.domain,
    );
    const button = (name: string) => screen.getByRole('button', { name, hidden: true });
    const visit = () => {
      act(() => sessionStore.set({ status: 'signedOut' }));
      button('Login / Sign Up').focus();
      act(() => openDialog('login'));
    };
    const arrive = () => act(() => sessionStore.set({ status: 'signedIn', user: aUser() }));
    visit();
    arrive();
    expect(document.activeElement).not.toBe(button('Your Account'));
    act(() => closeDialog());
    await waitFor(() => expect(document.activeElement).toBe(button('Your Account')));
    visit();
    act(() => closeDialog());
    arrive();
    await waitFor(() => expect(document.activeElement).toBe(button('Your Account')));
    // The photo that was chosen before comes first.
    visit();
    arrive();
    act(() => openDialog('upload'));
    expect(document.activeElement).not.toBe(button('Your Account'));
    act(() => closeDialog());
    await waitFor(() => expect(document.activeElement).toBe(button('Your Account')));
    // Other dialogs give the focus back themselves.
    button('Your Account').blur();
    act(() => openDialog('upload'));
    act(() => closeDialog());
    expect(document.activeElement).toBe(document.body);
  });

  test('a refused sign-up keeps the dialog and the typed text [spec 8.3]', async () => {
    fake.auth.signUp.mockRejectedValue(refused('auth/email-already-in-use'));
    show();
    await tab('Sign Up');
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(password(), 'secret1{Enter}');
    await waitFor(() => expect(toasts[0]?.title).toBe('Sign up Failed'));
    expect(email().value).toBe('ada@example.com');
  });

  test('Reset requires an address, then shows the login tab and clears the field [spec 4.14, 5.8, 8.5]', async () => {
    show();
    await userEvent.type(password(), 'forgotten');
    await tab('Reset');
    await press('Send Reset Email');
    expect(toasts.at(-1)?.description).toBe('Please enter your email address.');
    expect(fake.auth.sendReset).not.toHaveBeenCalled();
    await userEvent.type(email(), 'ada@example.com');
    await press('Send Reset Email');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Reset Password Email Sent'));
    expect(screen.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true');
    // It is not the password any more, or never was.
    expect(password().value).toBe('');
    await tab('Reset');
    expect(email().value).toBe('');
  });

  test('a failed reset stays where it is [spec 8.3]', async () => {
    fake.auth.sendReset.mockRejectedValue(refused('auth/user-not-found'));
    show();
    await tab('Reset');
    await userEvent.type(email(), 'nobody@example.com');
    await press('Send Reset Email');
    await waitFor(() => expect(toasts[0]?.title).toBe('Reset Password Failed'));
    expect(email().value).toBe('nobody@example.com');
  });

  test.each([
    ['Login', 'signIn'],
    ['Sign Up', 'signUp'],
  ] as const)('a late response to %s leaves the dialog alone that was opened meanwhile', async (name, method) => {
    const answer = deferred();
    const request = fake.auth[method];
    request.mockReturnValue(answer.promise);
    show();
    await tab(name);
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.type(password(), 'secret1{Enter}');
    await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
    act(() => openDialog('upload'));
    await act(async () => answer.resolve());
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(dialogStore.get().open).toBe('upload');
  });

  test('a second press during a request sends nothing', async () => {
    fake.auth.signIn.mockReturnValue(deferred().promise);
    show();
    await press('Login');
    await press('One moment...');
    expect(fake.auth.signIn).toHaveBeenCalledTimes(1);
  });

  test('closing clears what was typed', async () => {
    show();
    await userEvent.type(password(), 'secret1');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => openDialog('login'));
    expect(password().value).toBe('');
    act(() => closeDialog());
  });
});
