import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { connectivityStore } from '../lib/connectivity';
import { closeDialog, dialogStore, openDialog } from '../lib/dialogs';
import { subscribeToasts, type Toast } from '../lib/toast';
import { renderThemed } from '../test/renderThemed';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { ConnectivityBar } from './ConnectivityBar';
import { Crash } from './Crash';
import { Dialogs } from './Dialogs';
import { dialogCode } from './lazyCode';
import { Recovery } from './Recovery';

jest.mock('../features/auth/LoginDialog', () => ({ __esModule: true, default: () => 'the login dialog' }));
jest.mock('../features/pricing/PricingDialog', () => ({ __esModule: true, default: () => 'the pricing dialog' }));
jest.mock('../features/recovery/RecoveryOverlay', () => ({ __esModule: true, default: () => 'the recovery overlay' }));

const settle = () => act(async () => undefined);

beforeEach(() => {
  closeDialog();
  window.history.replaceState(null, '', '/');
});

describe('dialogs', () => {
  test('are mounted when first asked for, and stay for their exit', async () => {
    renderThemed(<Dialogs />);
    expect(screen.queryByText('the login dialog')).toBeNull();
    act(() => openDialog('login'));
    await settle();
    expect(screen.getByText(/the login dialog/)).toBeTruthy();
    act(() => closeDialog());
    expect(screen.getByText(/the login dialog/)).toBeTruthy();
    expect(screen.queryByText(/the pricing dialog/)).toBeNull();
  });
});

describe('a dialog whose code cannot be downloaded', () => {
  test('says so, leaves the page as it is, and can be opened again', async () => {
    const toasts: Toast[] = [];
    const stop = subscribeToasts((message) => toasts.push(message));
    const load = jest.spyOn(dialogCode, 'account').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    renderThemed(<Dialogs />);
    act(() => openDialog('account'));
    await settle();
    expect(toasts.map(({ title }) => title)).toEqual(['Could not connect']);
    expect(dialogStore.get().open).toBeNull();

    load.mockResolvedValueOnce({ default: () => 'the account dialog' });
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
  const goTo = (address: string) =>
    act(async () => {
      window.history.pushState(null, '', address);
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });

  test('is there while the hash says type=recovery [spec 2.41, 4.34]', async () => {
    renderThemed(<Recovery />);
    expect(screen.queryByText('the recovery overlay')).toBeNull();
    await goTo('/#type=recovery&code=abc');
    expect(screen.getByText('the recovery overlay')).toBeTruthy();
    await goTo('/');
    expect(screen.queryByText('the recovery overlay')).toBeNull();
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
