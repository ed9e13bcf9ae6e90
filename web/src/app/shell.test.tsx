import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { closeDialog, dialogStore, openDialog } from '../domain/dialogs/dialogs';
import { afterFrame } from '../lib/afterFrame';
import { connectivityStore } from '../lib/connectivity';
import { subscribeToasts, type Toast } from '../lib/toast';
import { renderThemed } from '../test/renderThemed';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { ConnectivityBar } from './ConnectivityBar';
import { Crash } from './Crash';
import { Dialogs } from './Dialogs';
import { recoveryCode } from './lazyCode';
import { Recovery } from './Recovery';

/** Every dialog's code, and nothing but its name. */
const code = {
  login: async () => ({ default: () => 'the login dialog' }),
  upload: async () => ({ default: () => 'the upload dialog' }),
  tray: async () => ({ default: () => 'the tray' }),
  pricing: async () => ({ default: () => 'the pricing dialog' }),
  account: async () => ({ default: () => 'the account dialog' }),
  about: async () => ({ default: () => 'the about dialog' }),
};
/** Until what the next frame starts has been done. */
const settle = () => act(() => afterFrame().then(afterFrame));

beforeEach(() => {
  closeDialog();
  window.history.replaceState(null, '', '/');
});

describe('dialogs', () => {
  test('are mounted when first opened, and stay mounted for their exit animation', async () => {
    renderThemed(<Dialogs code={code} />);
    expect(screen.queryByText('the login dialog')).toBeNull();
    act(() => openDialog('login'));
    await settle();
    expect(screen.getByText(/the login dialog/)).toBeTruthy();
    act(() => closeDialog());
    expect(screen.getByText(/the login dialog/)).toBeTruthy();
    expect(screen.queryByText(/the pricing dialog/)).toBeNull();
    act(() => openDialog('pricing'));
    await settle();
    expect(screen.getByText(/the pricing dialog/)).toBeTruthy();
  });
});

describe('a dialog whose code cannot be downloaded', () => {
  test('says so, leaves the page as it is, and can be opened again', async () => {
    const toasts: Toast[] = [];
    const stop = subscribeToasts((message) => toasts.push(message));
    const account = jest.fn(code.account).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    renderThemed(<Dialogs code={{ ...code, account }} />);
    act(() => openDialog('account'));
    await settle();
    expect(toasts.map(({ title }) => title)).toEqual(['Could not connect']);
    expect(dialogStore.get().open).toBeNull();

    act(() => openDialog('account'));
    await settle();
    expect(screen.getByText('the account dialog')).toBeTruthy();
    quiet.mockRestore();
    stop();
  });
});

function Broken(): never {
  throw new Error('broken');
}

test('a page that broke offers to reload instead of going blank', () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  renderThemed(
    <ErrorBoundary fallback={<Crash />}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  quiet.mockRestore();
});

describe('the recovery overlay', () => {
  beforeAll(async () => void (await recoveryCode()));

  const goTo = (address: string) =>
    act(async () => {
      window.history.pushState(null, '', address);
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });

  test('is there while the hash says type=recovery [spec 2.41, 4.34]', async () => {
    renderThemed(<Recovery />);
    const overlay = () => screen.queryByRole('dialog', { name: 'Reset Your Password' });
    expect(overlay()).toBeNull();
    await goTo('/#type=recovery&oobCode=abc');
    await waitFor(() => expect(overlay()).not.toBeNull());
    await goTo('/');
    await waitFor(() => expect(overlay()).toBeNull());
  });

  test('goes when it is closed', async () => {
    renderThemed(<Recovery />);
    await goTo('/#type=recovery&oobCode=abc');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the connectivity bar', () => {
  test('says that the connection is gone and when it is back', () => {
    renderThemed(<ConnectivityBar />);
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => connectivityStore.set('offline'));
    expect(screen.getByRole('status').textContent).toMatch(/offline/);
    act(() => connectivityStore.set('back'));
    expect(screen.getByRole('status').textContent).toMatch(/back online/);
    act(() => connectivityStore.set('online'));
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
