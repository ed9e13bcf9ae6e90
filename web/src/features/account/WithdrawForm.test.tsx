import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { creditsStore } from '../../domain/account/creditsStore';
import type { WithdrawalOffer } from '../../domain/account/withdrawals';
import { openDialog } from '../../domain/dialogs/dialogs';
import { sessionStore } from '../../domain/session/sessionStore';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aUser } from '../../test/samples';
import AccountDialog from './AccountDialog';
import { accountCopy } from './accountCopy';

const OFFER: WithdrawalOffer = {
  sessionId: 'cs_1',
  photos: 25,
  unused: 22,
  amountCents: 528,
  currency: 'usd',
  boughtAt: '2026-11-23T12:00:00.000Z',
  until: '2026-12-07T12:00:00.000Z',
};
const WITHDRAWN = { restores: 22, amountCents: 528, currency: 'usd', isRefunded: true };

let toasts: Toast[] = [];
let stopToasts: () => void;
let log: jest.Spied<typeof console.error>;
let fake: ReturnType<typeof fakeDomain>;

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: 'signedOut' });
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fake = fakeDomain();
});
afterEach(() => {
  stopToasts();
  log.mockRestore();
});

/** Opens the dialog of somebody whom the server offers this. */
async function open(offers: WithdrawalOffer[] | undefined, answer: (sessionId: string) => unknown = () => ({})) {
  fake.call.mockImplementation(async (key, request) => {
    if (key !== 'requestWithdrawal') return 0;
    const { sessionId } = request as { sessionId?: string };
    return sessionId === undefined ? { offers: offers && [...offers], withdrawn: null } : answer(sessionId);
  });
  await fake.domain.session.ensureAuth();
  act(() => {
    fake.report(aUser());
    openDialog('account');
  });
  renderThemed(<AccountDialog />, fake.domain);
  await screen.findByText('Delete account');
  await waitFor(() => expect(fake.call).toHaveBeenCalledWith('requestWithdrawal', {}));
}
const ask = () => screen.findByRole('button', { name: 'Withdraw From This Purchase' });
const withdrawals = () => fake.call.mock.calls.filter(([, request]) => 'sessionId' in Object(request));

test.each([
  ['nothing qualifies or the switch is off', []],
  ['the backend is older than the page', undefined],
])('when %s, the dialog has no entry', async (_name, offers) => {
  await open(offers);
  await act(async () => undefined);
  expect(screen.queryByText('Withdraw from a purchase')).toBeNull();
});

test('a purchase is withdrawn from in two steps, once, and the balance is fetched anew', async () => {
  const answer = deferred<unknown>();
  await open([OFFER], () => answer.promise);
  await userEvent.click(await ask());
  expect(screen.getByText('25 restores, bought on November 23, 2026')).toBeTruthy();
  const question = screen.getByText(/^We take back 22 restores and refund \$5\.28/);
  expect(document.activeElement).toBe(question);
  expect(withdrawals()).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Confirm Withdrawal' }));
  await userEvent.click(screen.getByRole('button', { name: 'Withdrawing...', busy: true }));
  expect(withdrawals()).toEqual([['requestWithdrawal', { sessionId: 'cs_1' }]]);
  await act(async () => answer.resolve({ offers: [], withdrawn: WITHDRAWN }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { title: 'Withdrawn: $5.28 Refund', description: '$5.28 for 22 restores is on its way back to you.' },
    ]),
  );
  expect(fake.call).toHaveBeenCalledWith('fetchCredits', expect.anything());
  await waitFor(() => expect(screen.queryByText('Withdraw from a purchase')).toBeNull());
  // What stands above it.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: accountCopy.purchases.title }));
});

test('who keeps the restores asks the server for nothing', async () => {
  await open([OFFER]);
  await userEvent.click(await ask());
  await userEvent.click(screen.getByRole('button', { name: 'Keep My Restores' }));
  // Whoever works with the keyboard goes on from here.
  expect(document.activeElement).toBe(await ask());
  expect(withdrawals()).toEqual([]);
});

test('the question follows the balance, which another window may change; one that cannot be asked changes nothing', async () => {
  const offers = [OFFER];
  await open(offers);
  await userEvent.click(await ask());
  offers[0] = { ...OFFER, unused: 21, amountCents: 504 };
  act(() => creditsStore.set({ status: 'ready', restoresAvailable: 21 }));
  expect(await screen.findByText(/^We take back 21 restores and refund \$5\.04/)).toBeTruthy();
  fake.call.mockRejectedValueOnce(new Error('offline'));
  act(() => creditsStore.set({ status: 'ready', restoresAvailable: 20 }));
  await waitFor(() => expect(log).toHaveBeenCalledWith('request-withdrawal failed', expect.anything()));
  expect(screen.getByText(/^We take back 21 restores/)).toBeTruthy();
  offers.length = 0;
  act(() => creditsStore.set({ status: 'ready', restoresAvailable: 0 }));
  await waitFor(() => expect(screen.queryByText('Withdraw from a purchase')).toBeNull());
});

test('what was used meanwhile is said, and no longer offered', async () => {
  await open([OFFER], () => ({ offers: [], withdrawn: null }));
  await userEvent.click(await ask());
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Withdrawal' }));
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Not Withdrawn']));
  await waitFor(() => expect(screen.queryByText('Withdraw from a purchase')).toBeNull());
});

test('after a failure, it can be tried again', async () => {
  await open([OFFER], () => Promise.reject(Object.assign(new Error(), { details: { code: 'rate_limited' } })));
  await userEvent.click(await ask());
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Withdrawal' }));
  await waitFor(() => expect(toasts.map(({ destructive }) => destructive)).toEqual([true]));
  expect(await screen.findByRole('button', { name: 'Confirm Withdrawal' })).toBeTruthy();
});

test('an offer that cannot be fetched is logged only', async () => {
  fake.call.mockRejectedValue(new Error('offline'));
  await fake.domain.session.ensureAuth();
  act(() => {
    fake.report(aUser());
    openDialog('account');
  });
  renderThemed(<AccountDialog />, fake.domain);
  await waitFor(() => expect(log).toHaveBeenCalledWith('request-withdrawal failed', expect.anything()));
  expect(toasts).toEqual([]);
});
