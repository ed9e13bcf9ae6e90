import { SCHEDULE } from '@heirlight/contract/functionNames';
import { expect, test } from '@jest/globals';
import { auth, balanceOf, bucket, db } from '../src/admin';
import { newPerson } from '../src/people';
import { credits, sweep } from '../src/restores';
import { until } from '../src/until';

/** Writes a document as the owner does in the console. Resolves to it once the function has answered. */
async function ask(fields: object) {
  const request = await db.collection('admin_requests').add(fields);
  return until('the request is answered', async () => {
    const answer = (await request.get()).data();
    return answer?.state === 'SUCCESS' || answer?.state === 'ERROR' ? answer : undefined;
  });
}

test('restores that the owner grants in the console are there, and the document says so', async () => {
  const person = await newPerson();
  expect(await credits(person)).toBe(1);
  const email = ` ${person.email.toUpperCase()}`;
  expect(await ask({ action: 'Grant', email, restores: '5', reason: 'A test' })).toMatchObject({
    state: 'SUCCESS',
    account: person.uid,
    balance_after: 6,
  });
  expect(await balanceOf(person.uid)).toBe(6);
  expect(await ask({ action: 'grant', email: person.email, restores: '2.5', reason: 'A test' })).toMatchObject({
    state: 'ERROR',
    error: 'restores is “2.5”, which is no whole number.',
  });
  expect(await credits(person)).toBe(6);
});

test('an account is exported into a file of the bucket, and deleted with it', async () => {
  const person = await newPerson();
  await credits(person);
  const { result } = await ask({ action: 'export', uid: person.uid, reason: 'A test' });
  const file = bucket.file(String(result.file).replace(`gs://${bucket.name}/`, ''));
  const [bytes] = await file.download();
  expect(JSON.parse(bytes.toString())).toMatchObject({ email: person.email, ledger: [{ id: 'welcome', delta: 1 }] });
  expect(await ask({ action: 'delete', email: person.email, reason: 'A test' })).toMatchObject({ state: 'SUCCESS' });
  await expect(auth.getUser(person.uid)).rejects.toMatchObject({ code: 'auth/user-not-found' });
  expect(await file.exists()).toEqual([false]);
});

test('the hour’s figures are there, and a balance changed by hand is said until it is put right', async () => {
  const person = await newPerson();
  await credits(person);
  const [account, alert] = [db.doc(`users/${person.uid}`), db.doc(`alerts/balance_${person.uid}`)];
  await account.update({ restores_available: 300 });
  await sweep([SCHEDULE.stats]);
  expect((await alert.get()).data()).toMatchObject({ account: person.uid, balance: 300, ledger_sum: 1 });
  const today = (await db.doc(`stats/${new Date().toISOString().slice(0, 10)}`).get()).data();
  expect(today).toMatchObject({
    is_complete: false,
    alerts: expect.arrayContaining([(await alert.get()).get('text')]),
  });
  expect(today?.new_accounts).toBeGreaterThanOrEqual(1);
  await account.update({ restores_available: 1 });
  await sweep([SCHEDULE.stats]);
  expect((await alert.get()).exists).toBe(false);
});
