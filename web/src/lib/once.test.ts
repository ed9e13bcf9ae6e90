import { expect, jest, test } from '@jest/globals';
import { deferred } from '../test/deferred';
import { once } from './once';

test('calls during the first one share its result or failure; later ones try again', async () => {
  const attempts = [deferred<number>(), deferred<number>()];
  const make = jest.fn(() => attempts[make.mock.calls.length - 1]!.promise);
  const get = once(make);
  const together = [get(), get()];
  attempts[0]!.reject(new Error('offline'));
  for (const call of together) await expect(call).rejects.toThrow('offline');
  expect(make).toHaveBeenCalledTimes(1);
  attempts[1]!.resolve(5);
  expect([await get(), await get()]).toEqual([5, 5]);
  expect(make).toHaveBeenCalledTimes(2);
});
