import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { forgetLastSeen, remember } from '../account/lastSeen';
import type { LedgerPage } from '../firebase/firestore';
import { sessionStore } from '../session/sessionStore';
import { keepBalance } from './balanceBefore';
import { followPayment } from './paymentReturn';

let stopToasts: () => void = () => undefined;
const { load, firestore, call } = fakeFirebase();
/** The purchases in the ledger, by their sessions. */
const book = (...sessions: string[]) =>
  firestore.readLedger.mockResolvedValue({
    entries: sessions.map((session) => ({ id: `purchase_${session}` })) as LedgerPage['entries'],
    next: null,
  });
beforeEach(() => {
  call.mockReset().mockResolvedValue({});
  book('other', 'mine');
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  sessionStorage.clear();
  forgetLastSeen();
  sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1' }) });
  creditsStore.set({ status: 'ready', restoresAvailable: 0 });
});
afterEach(() => {
  stopToasts();
  jest.useRealTimers();
});

/** A fetch that never ends. */
const HANGS = -1;
/** The balance each fetch brings, the last one from then on; null for a fetch that fails. */
function run(...balances: (number | null)[]) {
  const log: [number, string][] = [];
  window.history.replaceState(null, '', '/?session_id=mine');
  stopToasts = subscribeToasts(({ title }) => log.push([Date.now(), title]));
  const fetchCredits = async () => {
    log.push([Date.now(), 'fetch']);
    const balance = balances.length > 1 ? balances.shift() : balances[0];
    if (balance == null) throw new Error('down');
    if (balance === HANGS) return deferred<number>().promise;
    creditsStore.set({ ...creditsStore.get(), status: 'ready', restoresAvailable: balance });
    return balance;
  };
  void followPayment({ firebase: load, credits: { fetchCredits } });
  return log;
}
const ADDED_AT_THE_THIRD = [
  [2000, 'fetch'],
  [3000, 'fetch'],
  [5000, 'fetch'],
  [6000, 'Credits Added!'],
];
const fetchesOf = (log: [number, string][]) => log.filter(([, what]) => what === 'fetch').map(([at]) => at / 1000);

describe('return from checkout', () => {
  test('toast at once, fetch after 2 s, confirmation 1 s later [spec 4.29, 4.30, 4.31, 9.11]', async () => {
    keepBalance('u1');
    const log = run(5);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual([
      [0, 'Payment Successful'],
      [2000, 'fetch'],
      [3000, 'Credits Added!'],
    ]);
  });

  test('a fetch that fails or shows no growth is tried again, and succeeds in the end [spec 4.32]', async () => {
    keepBalance('u1');
    const log = run(null, 0, 5);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log.slice(1)).toEqual(ADDED_AT_THE_THIRD);
  });

  test.each([
    ['that fail', null],
    ['without growth', 0],
  ])('ten attempts %s, then Payment Processed [spec 4.32, 4.33, 8.15, 9.11]', async (_, balance) => {
    keepBalance('u1');
    const log = run(balance);
    await jest.advanceTimersByTimeAsync(200_000);
    expect(fetchesOf(log)).toEqual([2, 3, 5, 9, 17, 27, 37, 47, 57, 67]);
    expect(log.at(-1)).toEqual([67_000, 'Payment Processed']);
    expect(log.some(([, what]) => what === 'Credits Added!')).toBe(false);
  });

  test.each([
    ['this', 'mine', [9_000, 'Your Transfer Is on Its Way']],
    ['another', 'other', [67_000, 'Payment Processed']],
  ])('of %s purchase by a bank transfer whose money has not come', async (_, sessionId, end) => {
    keepBalance('u1');
    call.mockResolvedValue({ purchases: [{ sessionId, status: 'pending' }] });
    const log = run(0);
    await jest.advanceTimersByTimeAsync(200_000);
    expect(log.at(-1)).toEqual(end);
    expect(new Set(call.mock.calls.map(([key]) => key))).toEqual(new Set(['listPurchases']));
  });

  test('a transfer of which Stripe tells late is said to be on its way in the end', async () => {
    keepBalance('u1');
    call.mockResolvedValueOnce({ purchases: [] });
    call.mockResolvedValueOnce({ purchases: [{ sessionId: 'mine', status: 'pending' }] });
    const log = run(0);
    await jest.advanceTimersByTimeAsync(200_000);
    expect(log.at(-1)).toEqual([67_000, 'Your Transfer Is on Its Way']);
  });

  test('what it compares with: the balance on leaving, else the last one seen here, else the first response', async () => {
    // Another tab saw the purchase arrive before this one was back.
    keepBalance('u1');
    remember('u1', { restores: 5 });
    let log = run(5);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(log.at(-1)?.[1]).toBe('Credits Added!');
    // It is compared once.
    log = run(5);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(fetchesOf(log)).toHaveLength(2);
    forgetLastSeen();
    keepBalance('somebody else');
    log = run(5, 5, 10);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(log.slice(-2).map(([, what]) => what)).toEqual(['fetch', 'Credits Added!']);
    expect(fetchesOf(log)).toHaveLength(3);
  });

  test('growth by what another window bought is none of this purchase; nor is one while the ledger cannot be read', async () => {
    keepBalance('u1');
    book('other');
    const log = run(5);
    await jest.advanceTimersByTimeAsync(2_500);
    firestore.readLedger.mockRejectedValueOnce(new Error('down'));
    await jest.advanceTimersByTimeAsync(1_500);
    book('mine', 'other');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log.slice(1)).toEqual(ADDED_AT_THE_THIRD);
  });

  test('a fetch that hangs is given up after 10 s; what the live document brought meanwhile counts', async () => {
    keepBalance('u1');
    const log = run(HANGS);
    await jest.advanceTimersByTimeAsync(13_000);
    expect(fetchesOf(log)).toEqual([2, 13]);
    creditsStore.set({ status: 'ready', restoresAvailable: 5 });
    await jest.advanceTimersByTimeAsync(11_000);
    expect(log.at(-1)).toEqual([24_000, 'Credits Added!']);
  });

  test.each([
    ['have come', 5, 3],
    ['are given up', 0, 67],
  ])('says that restores are on their way until they %s', async (_, balance, seconds) => {
    keepBalance('u1');
    run(balance);
    expect(creditsStore.get().isAwaited).toBe(true);
    await jest.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(creditsStore.get().isAwaited).toBe(true);
    await jest.advanceTimersByTimeAsync(1);
    expect(creditsStore.get().isAwaited).toBe(false);
  });

  test('with nobody signed in it claims no payment and fetches nothing', async () => {
    sessionStore.set({ status: 'loading' });
    const log = run(5);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(log).toEqual([]);
    sessionStore.set({ status: 'signedOut' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log.map(([, what]) => what)).toEqual(['Please log in']);
  });

  test('it ends when its user leaves', async () => {
    const log = run(null);
    await jest.advanceTimersByTimeAsync(2_500);
    sessionStore.set({ status: 'signedOut' });
    await jest.advanceTimersByTimeAsync(200_000);
    expect(fetchesOf(log)).toEqual([2, 3]);
    expect(log.at(-1)?.[1]).toBe('fetch');
  });

  test('takes the session out of the address at once [spec 2.43, 4.29]', () => {
    run(5);
    expect(`${window.location.pathname}${window.location.search}`).toBe('/');
  });
});
