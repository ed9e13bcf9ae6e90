import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { creditsStore } from '../domain/account/creditsStore';
import type { Domain } from '../domain/domain';
import { subscribeToasts } from '../lib/toast';
import { flush } from '../test/deferred';
import { fakeDomain } from '../test/fakeDomain';
import { startFromAddress } from './startFromAddress';

const followPayment = jest.fn<(deps: object) => Promise<void>>();
const handleEmailLink = jest.fn<(session: object) => void>();
let domain: Domain;
let reachable = true;
async function downloaded<Code>(code: Code): Promise<Code> {
  if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
  return code;
}

const titles: string[] = [];
subscribeToasts(({ title }) => titles.push(title));
const logged = jest.spyOn(console, 'error');

async function start(address: Parameters<typeof startFromAddress>[0]) {
  startFromAddress(address, {
    domain: async () => ({ domain }) as never,
    paymentReturn: () => downloaded({ followPayment }),
    emailLink: () => downloaded({ handleEmailLink }),
  });
  await flush();
}

beforeEach(() => {
  domain = fakeDomain().domain;
  creditsStore.set(creditsStore.initial);
  followPayment.mockReset();
  handleEmailLink.mockReset();
  logged.mockReset();
  reachable = true;
  titles.length = 0;
});

describe('what the address asks for', () => {
  test.each([
    ['?session_id=cs_test_1', '', 1, 0],
    ['?mode=resetPassword&oobCode=abc', '', 0, 1],
    ['?mode=verifyEmail&oobCode=abc', '', 0, 1],
    ['', '#type=recovery', 0, 1],
    ['', '', 0, 0],
    ['?utm_source=news', '#type=other', 0, 0],
  ])('%s%s', async (search, hash, payments, links) => {
    await start({ search, hash });
    expect(followPayment).toHaveBeenCalledTimes(payments);
    expect(handleEmailLink).toHaveBeenCalledTimes(links);
    for (const [deps] of followPayment.mock.calls) expect(deps).toBe(domain);
    for (const [session] of handleEmailLink.mock.calls) expect(session).toBe(domain.session);
    expect(creditsStore.get().isAwaited ?? false).toBe(payments > 0);
    expect(logged).not.toHaveBeenCalled();
  });

  test('a cancelled checkout is told once, without downloading anything', async () => {
    window.history.replaceState(null, '', '/?checkout=cancelled');
    await start(window.location);
    expect(titles).toEqual(['Checkout Cancelled']);
    expect(followPayment).not.toHaveBeenCalled();
    expect(window.location.search).toBe('');
    await start(window.location);
    expect(titles).toHaveLength(1);
  });

  describe.each([
    ['?session_id=cs_test_1', followPayment],
    ['?mode=verifyEmail&oobCode=abc', handleEmailLink],
  ])('%s', (search, begin) => {
    test('a failed download of its code is shown', async () => {
      reachable = false;
      await start({ search, hash: '' });
      expect(begin).not.toHaveBeenCalled();
      expect(titles).toEqual(['Could not connect']);
      expect(creditsStore.get().isAwaited ?? false).toBe(false);
      expect(logged).toHaveBeenCalledTimes(1);
    });

    test('an error of its own code is logged, not shown as unreachable', async () => {
      const mistake = new Error('a mistake');
      begin.mockImplementation(() => {
        throw mistake;
      });
      await start({ search, hash: '' });
      expect(titles).toEqual([]);
      expect(logged.mock.calls).toEqual([[mistake]]);
    });
  });
});
