import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts } from '../lib/toast';
import { startFromAddress } from './startFromAddress';

const mockPayment = jest.fn();
const mockLink = jest.fn();
jest.mock('../features/payment/paymentReturn', () => ({ startPaymentReturn: () => mockPayment() }));
jest.mock('../features/recovery/authLink', () => ({ handleAuthLink: () => mockLink() }));

beforeEach(() => {
  mockPayment.mockReset();
  mockLink.mockReset();
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
    startFromAddress({ search, hash });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(mockPayment).toHaveBeenCalledTimes(payments);
    expect(mockLink).toHaveBeenCalledTimes(links);
  });

  test.each([
    ['?session_id=cs_test_1', mockPayment],
    ['?mode=verifyEmail&oobCode=abc', mockLink],
  ])('%s says so where it could not be followed', async (search, start) => {
    const titles: string[] = [];
    const stop = subscribeToasts(({ title }) => titles.push(title));
    start.mockImplementation(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    startFromAddress({ search, hash: '' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(titles).toEqual(['Could not connect']);
    stop();
  });
});
