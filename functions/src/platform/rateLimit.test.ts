import { expect, test } from '@jest/globals';
import { eachInNewWorld, type World } from '../../test/support/world';
import { checkUse, countUseNow } from './rateLimit';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

const HOUR_MS = 60 * 60_000;
const use = (key = 'ada') => ({ db: world.db, name: 'checkoutPerUser', key, now: world.now() }) as const;
const counters = async () => (await world.db.collection('rateLimits').get()).docs;

test('of two uses at the same time with room for one, one is refused', async () => {
  await world.use('checkoutPerUser', 'ada', 19);
  const { reached, release } = world.hold('db.runTransaction', 'before');
  const slow = countUseNow(use());
  await reached;
  await countUseNow(use());
  release();
  await expect(slow).rejects.toMatchObject({ code: 'rate_limited' });
  const together = await Promise.allSettled([1, 2, 3].map(() => countUseNow(use('ben'))));
  expect(together.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect((await counters()).map((counter) => counter.get('count')).sort()).toEqual([20, 3]);
});

test('looking whether there is room uses none up', async () => {
  await world.use('checkoutPerUser', 'ada', 19);
  for (let count = 0; count < 3; count++) await checkUse(use());
  await countUseNow(use());
  await expect(checkUse(use())).rejects.toMatchObject({ code: 'rate_limited' });
});

test('each key, limit and hour has its own counter, which names nobody and expires with its hour', async () => {
  await countUseNow(use('otto'));
  await countUseNow(use('ben'));
  await countUseNow({ ...use('ben'), name: 'withdrawalPerUser' });
  world.pass(HOUR_MS);
  await countUseNow(use('ben'));
  const docs = await counters();
  expect(docs.map((counter) => counter.get('count'))).toEqual([1, 1, 1, 1]);
  expect(JSON.stringify(docs.map((counter) => [counter.id, counter.data()]))).not.toMatch(/otto|ben/);
  const ends = docs.map((counter) => counter.get('expires_at').toMillis());
  const end = Date.UTC(2026, 10, 20, 13);
  expect(ends.sort()).toEqual([end, end, end, end + HOUR_MS]);
});
