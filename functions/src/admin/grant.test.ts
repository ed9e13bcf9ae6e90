import { beforeEach, expect, test } from '@jest/globals';
import { type Owner, ownerOf } from '../../test/support/owner';
import { eachInNewWorld, ledgerSum, linesOf, type World } from '../../test/support/world';
import { fetchCredits } from '../account/fetchCredits';

const ADA = 'ada';
const REQUEST = { action: 'grant', email: 'ada@example.com', restores: 5, reason: 'The model was down' };

let world: World;
let owner: Owner;
eachInNewWorld((made) => {
  world = made;
  owner = ownerOf(world);
});
beforeEach(() => world.setBalance(ADA, 2));

test('a grant is answered in the same document, and is in the ledger as grant_{id}', async () => {
  const deliver = await owner.write(REQUEST);
  await deliver();
  expect(await owner.answer()).toEqual({
    ...REQUEST,
    state: 'SUCCESS',
    startTime: expect.anything(),
    endTime: expect.anything(),
    attempts: 1,
    error: null,
    account: ADA,
    balance_after: 7,
    result: { ledger_entry: `users/${ADA}/ledger/grant_r1`, restores_moved: 5 },
  });
  const entry = (await world.ledger(ADA)).find(({ id }) => id === 'grant_r1');
  expect(entry).toMatchObject({ delta: 5, reason: 'grant', ref: 'r1', balance_after: 7 });
  // The owner of an account reads its ledger, which is none of the reason's business.
  expect(JSON.stringify(entry)).not.toContain('model');
  expect(await ledgerSum(world, ADA)).toBe(7);
});

test('a claw back takes down to 0, and the rest is owed', async () => {
  expect(await owner.ask({ ...REQUEST, restores: -5 })).toMatchObject({
    state: 'SUCCESS',
    balance_after: 0,
    result: { restores_moved: -2, restores_owed: 3 },
  });
  expect(await ledgerSum(world, ADA)).toBe(0);
});

test('a repeated event, an edited answer and a copy with an old answer move nothing twice', async () => {
  const deliver = await owner.write(REQUEST);
  await Promise.all([deliver(), deliver(), deliver()]);
  const answered = await owner.answer();
  await owner.request('r1').update({ restores: 100, email: 'eve@example.com' });
  await deliver();
  expect(await owner.answer()).toEqual({ ...answered, restores: 100, email: 'eve@example.com' });
  expect(await ledgerSum(world, ADA)).toBe(7);
  expect(await world.ledger('eve')).toEqual([]);

  // A copy is a request of its own.
  world.pass(1000);
  expect(await owner.ask({ ...answered }, 'r2')).toMatchObject({ state: 'SUCCESS', balance_after: 12, attempts: 1 });
  expect(await ledgerSum(world, ADA)).toBe(12);
});

test('a request that the owner deletes before it is carried out moves nothing', async () => {
  const deliver = await owner.write(REQUEST);
  await world.during('users.find', deliver, () => owner.request('r1').delete());
  expect(await owner.answer()).toBeUndefined();
  await deliver();
  expect(await ledgerSum(world, ADA)).toBe(2);
});

test('a document written again under the id of one that was carried out moves nothing and says so', async () => {
  await owner.ask(REQUEST);
  await owner.request('r1').delete();
  world.pass(1000);
  expect(await owner.ask(REQUEST)).toMatchObject({
    state: 'ERROR',
    error: 'An earlier request with the id r1 was carried out. Write a new document.',
  });
  expect(await ledgerSum(world, ADA)).toBe(7);
});

test('an account that was never opened gets its grant, and later its welcome too', async () => {
  expect(await owner.ask({ ...REQUEST, email: '', uid: 'new' })).toMatchObject({
    state: 'SUCCESS',
    account: 'new',
    balance_after: 5,
  });
  expect(await fetchCredits({ user_id_in: 'new' }, world.caller('new'), world)).toBe(6);
  expect(await ledgerSum(world, 'new')).toBe(6);
});

test.each<[wrong: object, error: string]>([
  [{ restores: '2.5' }, 'restores is “2.5”, which is no whole number.'],
  [{ email: 'nobody@elsewhere.example' }, 'No account has the e-mail address nobody@elsewhere.example.'],
  [{ email: '', uid: 'gone' }, 'No account has the uid gone.'],
  [{ uid: 'eve' }, 'ada@example.com is the account ada, not eve.'],
])('%j is an error in the document; nothing moves', async (wrong, error) => {
  world.removedUsers.push('gone', 'nobody@elsewhere.example');
  expect(await owner.ask({ ...REQUEST, ...wrong })).toMatchObject({
    state: 'ERROR',
    error,
    endTime: expect.anything(),
  });
  expect(await ledgerSum(world, ADA)).toBe(2);
  expect(await world.ledger('eve')).toEqual([]);
});

test('a deleted account gets nothing', async () => {
  world.removedUsers.push(ADA);
  await world.db.collection('users').doc(ADA).update({ deleted_at: world.now() });
  expect(await owner.ask({ ...REQUEST, email: '', uid: ADA })).toMatchObject({
    state: 'ERROR',
    error: 'The account ada was deleted.',
  });
  expect(await ledgerSum(world, ADA)).toBe(2);
});

test('what may pass is tried again, says so meanwhile, and is given up after half a day', async () => {
  const deliver = await owner.write(REQUEST);
  const down = () => Promise.reject(new Error('Auth is down.'));
  const { find } = world.users;
  world.users.find = down;
  await expect(deliver()).rejects.toThrow('Auth is down.');
  expect(await owner.answer()).toMatchObject({
    state: 'PROCESSING',
    error: 'Auth is down. It will be tried again.',
    attempts: 1,
  });
  world.users.find = find;
  await deliver();
  expect(await owner.answer()).toMatchObject({ state: 'SUCCESS', error: null, attempts: 2 });

  const again = await owner.write(REQUEST, 'r2');
  world.users.find = down;
  world.pass(12 * 60 * 60_000);
  expect(await linesOf(world, again)).toEqual(['error A request of the owner failed']);
  expect(await owner.answer('r2')).toMatchObject({
    state: 'ERROR',
    error: 'Given up, perhaps half done: Auth is down.',
  });
});
