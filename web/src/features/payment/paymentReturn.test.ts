import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts } from '../../lib/toast';

jest.mock('../../lib/credits', () => ({ fetchCredits: async () => 5 }));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let startPaymentReturn: typeof import('./paymentReturn').startPaymentReturn;
beforeAll(async () => {
  ({ startPaymentReturn } = await import('./paymentReturn'));
});

describe('startPaymentReturn', () => {
  test('takes the session out of the address and says the payment went well [spec 2.43, 4.29]', () => {
    const titles: string[] = [];
    subscribeToasts(({ title }) => titles.push(title));
    window.history.replaceState(null, '', '/?session_id=cs_test_1');
    startPaymentReturn();
    expect(`${window.location.pathname}${window.location.search}`).toBe('/');
    expect(titles).toEqual(['Payment Successful']);
  });
});
