import { expect, test } from '@jest/globals';
import { eachInNewWorld, type World } from '../../test/support/world';
import { auditBalances } from './audit';

let world: World;
eachInNewWorld((made) => {
  world = made;
});

test('an audit of more accounts than one page finds no difference in a correct ledger', async () => {
  const uids = Array.from({ length: 120 }, (_, index) => `user${index}`);
  await Promise.all(uids.map((uid, index) => world.setBalance(uid, index)));
  expect(await auditBalances(world.db)).toEqual({ accounts: 120, entries: 120, differences: [] });
});

test('a tampered balance or debt, a negative one and a ledger whose account is gone are found, nothing else', async () => {
  await Promise.all(['right', 'rich', 'negative', 'lost', 'owing'].map((uid) => world.setBalance(uid, 3)));
  const users = world.db.collection('users');
  await users.doc('rich').update({ restores_available: 300 });
  await users.doc('negative').update({ restores_available: -1 });
  await users.doc('negative').collection('ledger').doc('welcome').update({ delta: -1 });
  await users.doc('lost').delete();
  await users.doc('owing').update({ restores_owed: 2 });
  const { differences } = await auditBalances(world.db);
  expect(differences.sort((a, b) => a.uid.localeCompare(b.uid))).toEqual([
    { uid: 'lost', balance: null, ledger: 3, problem: 'ledger without an account' },
    { uid: 'negative', balance: -1, ledger: -1, problem: 'balance is negative' },
    { uid: 'owing', balance: 2, ledger: 0, problem: 'what is owed is not the sum of the ledger' },
    { uid: 'rich', balance: 300, ledger: 3, problem: 'balance is not the sum of the ledger' },
  ]);
});
