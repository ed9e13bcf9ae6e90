import { expect, test } from '@jest/globals';
import { type Owner, ownerOf } from '../../test/support/owner';
import { eachInNewWorld, linesOf, type World } from '../../test/support/world';
import { fetchCredits } from '../account/fetchCredits';
import { noticeEdits } from './noticeEdits';

let world: World;
let owner: Owner;
eachInNewWorld((made) => {
  world = made;
  owner = ownerOf(world);
});

/** An account with its welcome restore. */
async function open(uid: string): Promise<void> {
  await fetchCredits({ user_id_in: uid }, world.caller(uid), world);
}
const account = (uid: string) => world.db.collection('users').doc(uid);
const edit = (uid: string, restores: number) => account(uid).update({ restores_available: restores });
const alerts = async () =>
  Object.fromEntries((await world.db.collection('alerts').get()).docs.map((alert) => [alert.id, alert.data()]));

test('an untouched balance raises nothing, whatever the ledger did to it', async () => {
  await Promise.all(['ada', 'eve'].map(open));
  await owner.ask({ action: 'grant', uid: 'ada', restores: 5, reason: 'x' });
  await owner.ask({ action: 'grant', uid: 'eve', restores: -5, reason: 'x' }, 'r2');
  expect(await linesOf(world, noticeEdits)).toEqual([]);
  expect(await alerts()).toEqual({});
});

test('a balance changed by hand is said once an hour until it is put right, and is never changed back by us', async () => {
  await Promise.all(['ada', 'eve'].map(open));
  await edit('ada', 300);
  for (let hour = 0; hour < 2; hour++) {
    expect(await linesOf(world, noticeEdits)).toEqual(['error A balance was changed by hand']);
  }
  expect(await alerts()).toEqual({
    balance_ada: {
      account: 'ada',
      balance: 300,
      ledger_sum: 1,
      noticed_at: expect.anything(),
      text: expect.stringContaining('restores_available is 300, its ledger adds up to 1. Set it back to 1'),
    },
  });
  expect(await world.balance('ada')).toBe(300);
  await edit('ada', 1);
  expect(await noticeEdits(world)).toEqual([]);
  expect(await alerts()).toEqual({});
});

test('a second one is found beside the first, and only the accounts with alerts are read otherwise', async () => {
  await Promise.all(['ada', 'eve', 'bob'].map(open));
  await edit('ada', 3);
  await noticeEdits(world);
  await edit('bob', 0);
  const edits = (await noticeEdits(world)).map(({ account: uid, balance }) => [uid, balance]).sort();
  expect(edits).toEqual([
    ['ada', 3],
    ['bob', 0],
  ]);
});

test('restores moved by hand from one account to another are noticed when one of them is used', async () => {
  await Promise.all(['ada', 'eve'].map(open));
  await edit('ada', 0);
  await edit('eve', 2);
  expect(await noticeEdits(world)).toEqual([]);
  await owner.ask({ action: 'grant', uid: 'eve', restores: 1, reason: 'x' });
  expect(await alerts()).toMatchObject({ balance_eve: { balance: 2, ledger_sum: 1 } });
  // Now the sums differ from what the alerts explain.
  const edits = (await noticeEdits(world)).map(({ account: uid, balance, ledger_sum }) => [uid, balance, ledger_sum]);
  expect(edits.sort()).toEqual([
    ['ada', 0, 1],
    ['eve', 3, 2],
  ]);
});

test('an account from before this check, and one that is gone, raise nothing', async () => {
  await world.setBalance('old', 3);
  await Promise.all(['ada', 'eve'].map(open));
  await edit('ada', 3);
  await noticeEdits(world);
  await account('ada').delete();
  expect(await noticeEdits(world)).toEqual([]);
  await owner.ask({ action: 'grant', uid: 'old', restores: 1, reason: 'x' });
  expect((await account('old').get()).data()).toMatchObject({ restores_available: 4, ledger_sum: 4 });
});
