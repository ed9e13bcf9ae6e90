import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { closeDialog, dialogStore } from '../domain/dialogs/dialogs';
import { trayUnsentStore } from '../domain/draft/draft';
import { sessionStore } from '../domain/session/sessionStore';
import { renderThemed } from '../test/renderThemed';
import { aUser } from '../test/samples';
import { Header } from './Header';

beforeEach(() => {
  closeDialog();
});

describe('header', () => {
  test('signed out: the brand and a Login / Sign Up button, which opens the login dialog [spec 2.4, 2.5]', () => {
    sessionStore.set({ status: 'signedOut' });
    renderThemed(<Header />);
    expect(screen.getByRole('link', { name: 'Heirlight' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Login / Sign Up' }));
    expect(dialogStore.get().open).toBe('login');
  });

  test('while a session is expected the header is its user’s, who can log out already', () => {
    const onLogout = jest.fn();
    sessionStore.set({ status: 'loading' });
    renderThemed(<Header onLogout={onLogout} />);
    expect(screen.queryByRole('button', { name: 'Login / Sign Up' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(onLogout).toHaveBeenCalledTimes(1);
  });

  test('signed in: a Logout button that signs out [spec 2.5, 7.10]', () => {
    const onLogout = jest.fn();
    sessionStore.set({ status: 'signedIn', user: aUser() });
    renderThemed(<Header onLogout={onLogout} />);
    expect(screen.queryByRole('button', { name: 'Login / Sign Up' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(onLogout).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Your Account' }));
    expect(dialogStore.get().open).toBe('account');
  });

  test('while photos of the tray are not sent, Logout asks first', async () => {
    sessionStore.set({ status: 'signedIn', user: aUser() });
    trayUnsentStore.set(3);
    renderThemed(<Header />);
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(dialogStore.get()).toEqual({ open: 'tray', isLeaving: true }));
    trayUnsentStore.set(0);
  });

  test.each(['tray-of-another-window', 'kept-photo'])(
    'it asks, too, while the device keeps photos: %s',
    async (name) => {
      sessionStore.set({ status: 'signedIn', user: aUser() });
      Object.assign(globalThis, { caches: { keys: async () => [name] } });
      renderThemed(<Header />);
      fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
      await waitFor(() => expect(dialogStore.get()).toEqual({ open: 'tray', isLeaving: true }));
      Reflect.deleteProperty(globalThis, 'caches');
    },
  );
});
