import { expect, test } from '@jest/globals';
import { eachInNewWorld, ledgerSum, type World } from '../../test/support/world';
import { transact } from '../platform/transact';
import { postEntries } from './ledger';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('ten concurrent entries on one account all count, and a repeated id counts once', async () => {
  const { uid } = world.caller();
  const post = (id: string) =>
    transact(world.db, (transaction) =>
      postEntries(transaction, {
        db: world.db,
        uid,
        entries: [{ id, reason: 'purchase', ref: id, delta: 1 }],
        now: world.now(),
      }),
    );
  const ids = Array.from({ length: 10 }, (_, index) => `purchase_${index}`);
  await Promise.all([...ids, ...ids].map(post));
  expect(await ledgerSum(world, uid)).toBe(10);
  expect(await world.ledger(uid)).toHaveLength(10);
});

test('an entry that takes everything leaves 0; one restore more is refused and writes nothing', async () => {
  const { uid } = world.caller();
  await world.setBalance(uid, 3);
  await world.db.collection('users').doc(uid).update({ stripe_customer_id: 'cus_1' });
  const take = (id: string, delta: number) =>
    transact(world.db, (transaction) =>
      postEntries(transaction, {
        db: world.db,
        uid,
        entries: [{ id, reason: 'restore', ref: id, delta }],
        now: world.now(),
      }),
    );
  await expect(take('restore_a', -4)).rejects.toMatchObject({ code: 'no_restores_left' });
  expect(await world.ledger(uid)).toHaveLength(1);
  expect(await take('restore_b', -3)).toEqual({ balance: 0, posted: [{ isNew: true, delta: -3, owed: 0 }] });
  expect(await take('restore_b', -3)).toEqual({ balance: 0, posted: [{ isNew: false, delta: 0, owed: 0 }] });
  const account = (await world.db.collection('users').doc(uid).get()).data();
  expect(account).toMatchObject({ restores_available: 0, restores_owed: 0, stripe_customer_id: 'cus_1' });
});

test('entries posted together see each other’s balance', async () => {
  const { uid } = world.caller();
  const entries = [
    { id: 'purchase_a', reason: 'purchase', ref: 'a', delta: 5 },
    { id: 'reversal_a', reason: 'reversal', ref: 'a', delta: -7, floorsAtZero: true },
  ] as const;
  await transact(world.db, (transaction) =>
    postEntries(transaction, { db: world.db, uid, entries: [...entries], now: world.now() }),
  );
  expect((await world.ledger(uid)).map(({ id, delta, balance_after }) => ({ id, delta, balance_after }))).toEqual([
    { id: 'purchase_a', delta: 5, balance_after: 5 },
    { id: 'reversal_a', delta: -5, balance_after: 0 },
  ]);
  expect((await world.db.collection('users').doc(uid).get()).data()).toMatchObject({ restores_owed: 2 });
  expect(await ledgerSum(world, uid)).toBe(0);
});
