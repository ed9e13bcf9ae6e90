import { expect, jest, test } from '@jest/globals';
import { once } from './once';

test('calls share one result; after a failure, which they share as well, the next call tries again', async () => {
  const make = jest.fn(async () => {
    if (make.mock.calls.length === 1) throw new Error('EMFILE: too many open files');
    return make.mock.calls.length;
  });
  const get = once(make);
  for (const { status } of await Promise.allSettled([get(), get()])) expect(status).toBe('rejected');
  expect(make).toHaveBeenCalledTimes(1);
  expect(await Promise.all([get(), get(), get()])).toEqual([2, 2, 2]);
});
