import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { creditsStore } from '../../domain/account/creditsStore';
import { openDialog } from '../../domain/dialogs/dialogs';
import type { LedgerPage } from '../../domain/firebase/firestore';
import { noteChange } from '../../domain/photos/changes';
import { photosStore } from '../../domain/photos/photosStore';
import { undoDeletion } from '../../domain/photos/undoDeletion';
import { sessionStore } from '../../domain/session/sessionStore';
import { connectivityStore } from '../../lib/connectivity';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import AccountDialog from './AccountDialog';

let toasts: Toast[] = [];
let stopToasts: () => void;
let fake: ReturnType<typeof fakeDomain>;

beforeEach(async () => {
  localStorage.clear();
  sessionStore.set({ status: 'signedOut' });
  fake = fakeDomain();
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await fake.domain.session.ensureAuth();
  act(() => {
    fake.report(aUser());
    creditsStore.set({ status: 'ready', restoresAvailable: 26 });
    photosStore.set({ status: 'ready', photos: [aPhoto({ id: 'here', name: 'Rosa' })], hasMore: false });
    openDialog('account');
  });
  renderThemed(<AccountDialog />, fake.domain);
});
afterEach(() => {
  stopToasts();
  jest.restoreAllMocks();
});

const part = (name: string) => screen.getByRole('button', { name });
const open = (name: string) => userEvent.click(part(name));
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

type Entry = LedgerPage['entries'][number];
const entry = (id: string, more: Partial<Entry>): Entry => ({
  ...{ id, delta: -1, reason: 'restore', ref: 'here', balance_after: 3, created_at: new Date(2026, 10, 20, 14, 5) },
  ...more,
});

test('says what the account has, and asks for nothing that is not opened', async () => {
  expect(screen.getByText('26 restores available')).toBeTruthy();
  expect(screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)).toEqual([
    ...['Where your restores went', 'Purchases and receipts', 'Shared sets', 'Password', 'Download everything'],
    ...['Deleted photos', 'Delete account'],
  ]);
  expect(fake.firestore.readLedger).not.toHaveBeenCalled();
  expect(fake.call.mock.calls.filter(([key]) => key === 'listPurchases')).toEqual([]);
});

test('the ledger says in plain words what happened to each restore, a page at a time', async () => {
  const next = {} as LedgerPage['next'];
  fake.firestore.readLedger
    .mockResolvedValueOnce({
      entries: [
        entry('restore_here', {}),
        entry('refund_old', { delta: 1, reason: 'refund', ref: 'old' }),
        entry('restore_gone', { ref: 'gone' }),
        entry('reversal_1', { delta: -2, reason: 'reversal', ref: 'ch_1', owed: 3 }),
      ],
      next,
    })
    .mockResolvedValueOnce({
      entries: [
        entry('purchase_1', { delta: 25, reason: 'purchase', ref: 'cs_1' }),
        entry('welcome', { delta: 1, reason: 'welcome', ref: 'user-1', balance_after: 1 }),
      ],
      next: null,
    });
  fake.firestore.readPhotosById.mockResolvedValue([aPhoto({ id: 'old', name: 'Emil' })]);
  await open('Where your restores went');
  await screen.findByText('Restored “Rosa”');
  expect(fake.firestore.readPhotosById).toHaveBeenCalledWith(['old', 'gone']);
  expect(lines()).toEqual([
    'Restored “Rosa”−11 restore usedNov 20, 2026, 2:05 PM3 left',
    expect.stringContaining('Given back: the restore of “Emil” failed+11 restore added'),
    expect.stringContaining('Restored a photo that is no longer here'),
    expect.stringContaining('3 restores more could not be taken back, and will be kept from what you get next.'),
  ]);
  await userEvent.click(part('Show Older'));
  await screen.findByText('Bought');
  expect(fake.firestore.readLedger).toHaveBeenLastCalledWith({ userId: 'user-1', after: next, count: 20 });
  expect(lines()).toHaveLength(6);
  expect(document.activeElement?.textContent).toMatch(/^Bought/);
  expect(screen.queryByRole('button', { name: 'Show Older' })).toBeNull();
});

test('the ledger names a photo again that is brought back, and as many lines stay as were shown', async () => {
  const page = (count: number) =>
    Array.from({ length: count }, (_, index) => entry(`restore_${index}`, { ref: 'gone' }));
  const next = {} as LedgerPage['next'];
  fake.firestore.readLedger.mockImplementation(async ({ count, after }) => ({
    entries: page(count),
    next: after ? null : next,
  }));
  fake.firestore.readPhotosById.mockResolvedValue([]);
  await open('Where your restores went');
  expect(await screen.findAllByText('Restored a photo that is no longer here')).toHaveLength(20);
  await userEvent.click(part('Show Older'));
  await waitFor(() => expect(lines()).toHaveLength(40));
  const line = screen.getAllByRole('listitem')[0];
  fake.firestore.readPhotosById.mockResolvedValue([aPhoto({ id: 'gone', name: 'Emil' })]);
  // As the toast's Undo and "Bring Back" do.
  act(noteChange);
  expect(await screen.findAllByText('Restored “Emil”')).toHaveLength(40);
  expect(screen.getAllByRole('listitem')[0]).toBe(line);
});

test('the ledger has a new line when the balance changes, in another window too; if that fails it can be asked for', async () => {
  fake.firestore.readLedger.mockResolvedValue({ entries: [entry('restore_here', {})], next: null });
  await open('Where your restores went');
  await screen.findByText('Restored “Rosa”');
  fake.firestore.readLedger.mockRejectedValueOnce(new Error('lost'));
  act(() => creditsStore.set({ status: 'ready', restoresAvailable: 4 }));
  await screen.findByRole('alert');
  const taken = entry('reversal_1', { delta: -22, reason: 'reversal', ref: 'ch_1' });
  fake.firestore.readLedger.mockResolvedValue({ entries: [taken, entry('restore_here', {})], next: null });
  await userEvent.click(part('Try Again'));
  await screen.findByText('Taken back after a refund');
  expect(lines()).toHaveLength(2);
});

test('a ledger that cannot be read says so, and is asked for again with one press', async () => {
  fake.firestore.readLedger.mockRejectedValueOnce(new Error('lost'));
  await open('Where your restores went');
  expect((await screen.findByRole('alert')).textContent).toContain('This list could not be loaded.');
  await userEvent.click(part('Try Again'));
  await screen.findByText('Nothing has happened yet.');
});

test('purchases come with Stripe’s receipts', async () => {
  const answer = deferred<unknown>();
  fake.call.mockImplementation(async (key) => (key === 'listPurchases' ? answer.promise : { offers: [] }));
  await open('Purchases and receipts');
  await screen.findByText('Loading...');
  const bought = { amountCents: 600, returnedCents: 0, currency: 'usd', boughtAt: '2026-11-20T14:05:00.000Z' };
  await act(async () =>
    answer.resolve({
      hasReceipts: true,
      purchases: [
        { ...bought, sessionId: 'cs_2', photos: 25, receiptUrl: 'https://pay.stripe.com/receipts/2' },
        { ...bought, sessionId: 'cs_1', photos: 5, amountCents: 200, returnedCents: 80, receiptUrl: null },
      ],
    }),
  );
  const receipt = screen.getByRole('link', { name: /^Receipt for 25 restores, \$6\.00 on Nov 20, 2026/ });
  expect(receipt.getAttribute('href')).toBe('https://pay.stripe.com/receipts/2');
  expect(receipt.getAttribute('target')).toBe('_blank');
  expect(lines()).toEqual(['25 restores$6.00 on Nov 20, 2026Receipt', '5 restores$2.00 on Nov 20, 2026$0.80 refunded']);
});

test('purchases say what was refunded as soon as it was, and are not gone meanwhile', async () => {
  const bought = { amountCents: 600, currency: 'usd', boughtAt: '2026-11-20T14:05:00.000Z', receiptUrl: null };
  let returnedCents = 0;
  fake.call.mockImplementation(async (key) =>
    key === 'listPurchases'
      ? { hasReceipts: true, purchases: [{ ...bought, returnedCents, sessionId: 'cs_2', photos: 25 }] }
      : { offers: [] },
  );
  await open('Purchases and receipts');
  await screen.findByText('25 restores');
  returnedCents = 528;
  act(noteChange);
  expect(screen.getByText('25 restores')).toBeTruthy();
  await screen.findByText('$5.28 refunded');
});

test('a bank transfer says that its money is on the way, or did not arrive', async () => {
  const order = { amountCents: 600, returnedCents: 0, currency: 'usd', boughtAt: '2026-11-20T14:05:00.000Z' };
  const purchases = ['pending', 'failed'].map((status) => ({
    ...{ ...order, status, sessionId: status, photos: 25, receiptUrl: null },
  }));
  fake.call.mockImplementation(async (key) =>
    key === 'listPurchases' ? { hasReceipts: true, purchases } : { offers: [] },
  );
  await open('Purchases and receipts');
  await screen.findByText(/^The payment is on its way/);
  expect(lines()).toEqual([expect.stringMatching(/on its way/), expect.stringMatching(/did not arrive/)]);
});

test('without Stripe the purchases say why the receipts are missing', async () => {
  const bought = { amountCents: 600, returnedCents: 0, currency: 'usd', boughtAt: '2026-11-20T14:05:00.000Z' };
  fake.call.mockImplementation(async (key) =>
    key === 'listPurchases'
      ? { hasReceipts: false, purchases: [{ ...bought, sessionId: 'cs_2', photos: 25, receiptUrl: null }] }
      : { offers: [] },
  );
  await open('Purchases and receipts');
  await screen.findByText(/^Stripe does not answer at the moment/);
  expect(screen.queryByRole('link')).toBeNull();
});

test('shared sets are listed, and taken back one by one', async () => {
  const set = { photoIds: ['here', 'b', 'c'], sharedAt: '2026-11-20T14:05:00.000Z' };
  const sets = [
    { ...set, token: 'one' },
    { ...set, token: 'two', photoIds: ['x', 'y'] },
  ];
  fake.call.mockImplementation(async (key) => (key === 'shareSet' ? { token: null, sets } : { offers: [] }));
  await open('Shared sets');
  const link = await screen.findByRole('link', { name: 'Open: 3 photos, shared on Nov 20, 2026' });
  expect(link.getAttribute('href')).toBe('http://localhost/?shared=one');
  expect(lines()).toEqual([
    expect.stringMatching(/^Rosa, and 2 more3 photos, shared on/),
    expect.stringMatching(/^2 photos, shared on/),
  ]);
  fake.call.mockRejectedValueOnce(new Error('lost'));
  const stop = () => userEvent.click(part('Stop Sharing: 3 photos, shared on Nov 20, 2026'));
  await stop();
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Still Shared', destructive: true }));
  await stop();
  await waitFor(() => expect(lines()).toEqual([expect.stringMatching(/^2 photos/)]));
  expect(fake.call).toHaveBeenLastCalledWith('shareSet', { takeBack: 'one' });
  expect(toasts.at(-1)?.title).toBe('Sharing Stopped');
  expect(document.activeElement?.textContent).toMatch(/^2 photos/);
});

test('a set that another device shares is listed as soon as somebody is back at this one', async () => {
  const sets: object[] = [];
  fake.call.mockImplementation(async (key) => (key === 'shareSet' ? { token: null, sets } : { offers: [] }));
  await open('Shared sets');
  await screen.findByText(/^You share no set of photos/);
  sets.push({ token: 'one', photoIds: ['x', 'y'], sharedAt: '2026-11-20T10:00:00Z' });
  act(() => void window.dispatchEvent(new Event('focus')));
  await screen.findByText('2 photos, shared on Nov 20, 2026');
  fake.call.mockClear();
  connectivityStore.set('offline');
  act(() => void window.dispatchEvent(new Event('focus')));
  connectivityStore.set('online');
  expect(fake.call).not.toHaveBeenCalled();
});

test('the password is changed here, with the words of the specification', async () => {
  await open('Password');
  const current = await screen.findByLabelText('Current Password');
  await userEvent.click(part('Change Password'));
  expect(toasts.at(-1)?.description).toBe('Please fill in all fields.');
  await userEvent.type(current, 'secret1');
  await userEvent.type(screen.getByLabelText('New Password'), 'short');
  await userEvent.click(part('Change Password'));
  expect(toasts.at(-1)?.description).toBe('Password must be at least 6 characters long.');
  expect(fake.auth.changePassword).not.toHaveBeenCalled();

  await userEvent.type(screen.getByLabelText('New Password'), '-no-more');
  fake.auth.changePassword.mockRejectedValueOnce(Object.assign(new Error(), { code: 'auth/wrong-password' }));
  await userEvent.click(part('Change Password'));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Password Update Failed'));
  expect(screen.getByLabelText<HTMLInputElement>('New Password').value).toBe('short-no-more');
  await userEvent.click(part('Change Password'));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Password Updated Successfully!'));
  expect(fake.auth.changePassword).toHaveBeenLastCalledWith({ current: 'secret1', next: 'short-no-more' });
  expect(screen.getByLabelText<HTMLInputElement>('Current Password').value).toBe('');
});

test('a forgotten password is reset by e-mail', async () => {
  await open('Password');
  await userEvent.click(await screen.findByRole('button', { name: 'Forgotten? Send Reset Email' }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Reset Password Email Sent'));
  expect(fake.auth.sendReset).toHaveBeenCalledWith('ada@example.com');
});

test('deleted photos say until when they can be brought back; nothing is lost where that fails', async () => {
  const until = new Date(2026, 10, 21, 14, 5).toISOString();
  let sets = [{ setId: 'one', photos: 12, until }];
  let undone: (answer: { photos: number }) => void = () => undefined;
  fake.call.mockImplementation(async (key: string) => {
    if (key === 'listDeletions') return { sets };
    throw new Error('lost');
  });
  await open('Deleted photos');
  expect((await screen.findByText('12 photos')).parentElement?.textContent).toMatch(/until .*2:05/);
  await userEvent.click(screen.getByRole('button', { name: 'Bring Back' }));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Photos Not Brought Back', destructive: true }]));
  fake.call.mockImplementation(async (key: string) => {
    if (key === 'listDeletions') return { sets };
    sets = [];
    return new Promise((resolve) => (undone = resolve));
  });
  await userEvent.click(screen.getByRole('button', { name: 'Bring Back' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bringing Back...', busy: true }));
  await act(async () => undone({ photos: 12 }));
  expect(await screen.findByText(/There are none now/)).toBeTruthy();
  expect(toasts[1]).toMatchObject({ title: 'Photos Are Back', description: expect.stringContaining('12 photos') });
  expect(fake.call.mock.calls.filter(([key]) => key === 'undoDeletion')).toHaveLength(2);
});

test('the focus stays with the deleted photos when the button that was pressed goes', async () => {
  const until = new Date(2026, 10, 21, 14, 5).toISOString();
  let sets = ['one', 'two'].map((setId) => ({ setId, photos: 12, until }));
  fake.call.mockImplementation(async (key: string) => {
    if (key === 'undoDeletion') sets = sets.slice(1);
    return key === 'listDeletions' ? { sets } : { photos: 12 };
  });
  await open('Deleted photos');
  const [first] = await screen.findAllByRole('button', { name: 'Bring Back' });
  const place = screen.getByText('Deleted photos').closest('section')?.querySelector('[tabindex="-1"]');
  await userEvent.click(first!);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(document.activeElement).toBe(place);
  await userEvent.click(screen.getByRole('button', { name: 'Bring Back' }));
  await screen.findByText(/There are none now/);
  expect(document.activeElement).toBe(place);
});

test('photos that were brought back by the Undo of their toast are no longer offered', async () => {
  let sets = [{ setId: 'one', photos: 12, until: new Date(2026, 10, 21, 14, 5).toISOString() }];
  fake.call.mockImplementation(async (key: string) => (key === 'listDeletions' ? { sets } : { photos: 12 }));
  await open('Deleted photos');
  await screen.findByText('12 photos');
  sets = [];
  await act(async () => void (await undoDeletion('one', fake.domain)));
  expect(await screen.findByText(/There are none now/)).toBeTruthy();
});
