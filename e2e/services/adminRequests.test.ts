import { expect, test } from '@jest/globals';
import { auth, balanceOf, bucket, db } from '../src/admin';
import { newPerson } from '../src/people';
import { credits } from '../src/restores';
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
