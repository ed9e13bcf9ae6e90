import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts } from '../lib/toast';
import { startFromAddress } from './startFromAddress';

const mockPayment = jest.fn();
const mockLink = jest.fn();
let reachable = true;
function downloaded<Code>(code: Code): Code {
  if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
  return code;
}
jest.mock('../features/payment/paymentReturn', () => downloaded({ startPaymentReturn: () => mockPayment() }));
jest.mock('../features/recovery/authLink', () => downloaded({ handleAuthLink: () => mockLink() }));

const titles: string[] = [];
subscribeToasts(({ title }) => titles.push(title));
const logged = jest.spyOn(console, 'error');

async function start(address: Parameters<typeof startFromAddress>[0]) {
  startFromAddress(address);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

beforeEach(() => {
  jest.resetModules();
  mockPayment.mockReset();
  mockLink.mockReset();
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
    expect(mockPayment).toHaveBeenCalledTimes(payments);
    expect(mockLink).toHaveBeenCalledTimes(links);
    expect(logged).not.toHaveBeenCalled();
  });

  describe.each([
    ['?session_id=cs_test_1', mockPayment],
    ['?mode=verifyEmail&oobCode=abc', mockLink],
  ])('%s', (search, begin) => {
    test('says so where its code could not be downloaded', async () => {
      reachable = false;
      await start({ search, hash: '' });
      expect(begin).not.toHaveBeenCalled();
      expect(titles).toEqual(['Could not connect']);
      expect(logged).toHaveBeenCalledTimes(1);
    });

    test('is not called unreachable for a mistake of its own, which is logged', async () => {
      const mistake = new Error('a mistake');
      begin.mockImplementation(() => {
        throw mistake;
      });
      await start({ search, hash: '' });
      expect(titles).toEqual([]);
      expect(logged.mock.calls).toEqual([[expect.any(String), mistake]]);
    });
  });
});
