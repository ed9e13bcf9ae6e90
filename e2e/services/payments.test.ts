import type { LedgerEntry } from '@heirlight/contract/account';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { balanceOf, db } from '../src/admin';
import { act, balanceBecomes, calm, checkout, quiet, resend, sessionsOf, troubleStripe } from '../src/emulators';
import { call, newPerson, type Person } from '../src/people';
import { credits } from '../src/restores';

const PACK_25 = 'price_local_25';

let person: Person;
beforeAll(calm);
afterAll(calm);
beforeEach(async () => {
  person = await newPerson();
  expect(await credits(person)).toBe(1);
});

async function bought(price: string): Promise<string> {
  const session = await checkout(person, price);
  if (!session) throw new Error('No Checkout Session');
  return session;
}
const ledgerOf = async ({ uid }: Person, reason: string) => {
  const { docs } = await db.collection(`users/${uid}/ledger`).where('reason', '==', reason).get();
  return docs.map((entry) => entry.data() as LedgerEntry<unknown>);
};

test('a double click on Buy opens one Checkout Session, and paying it credits once', async () => {
  const clicks = await Promise.all([checkout(person, PACK_25), checkout(person, PACK_25)]);
  expect(new Set(clicks).size).toBe(1);
  expect(await sessionsOf(person.uid)).toHaveLength(1);
  await act(String(clicks[0]), 'pay');
  await balanceBecomes(person, 26);
  expect(await ledgerOf(person, 'purchase')).toHaveLength(1);
});

test('a deleted account leaves no checkout that could still be paid', async () => {
  await bought(PACK_25);
  await call('delete-account', { confirm: 'DELETE' }, person.idToken);
  expect(await sessionsOf(person.uid)).toMatchObject([{ status: 'expired' }]);
});

test('a pack opened before the first purchase can still be bought right after it, by the same customer', async () => {
  await bought(PACK_25);
  await act(await bought('price_local_5'), 'pay');
  await balanceBecomes(person, 6);
  await act(await bought(PACK_25), 'pay');
  await balanceBecomes(person, 31);
  const { stripe_customer_id: customer } = (await db.doc(`users/${person.uid}`).get()).data() ?? {};
  expect(customer).toMatch(/^cus_/);
  for (const session of await sessionsOf(person.uid)) expect(session).toMatchObject({ customer });
});

test('the code FirstOrder is good for every order', async () => {
  const sessions = [await bought(PACK_25), await bought('price_local_5')];
  await act(String(sessions[0]), 'pay', { code: 'FirstOrder' });
  await act(String(sessions[1]), 'pay', { code: 'FirstOrder' });
  await balanceBecomes(person, 31);
  const paid = (await sessionsOf(person.uid)).map(({ amount_total: cents }) => cents);
  expect(paid.sort((a, b) => a - b)).toEqual([150, 450]);
});

test('two events of one Session that arrive together credit once', async () => {
  const session = await bought(PACK_25);
  await troubleStripe({ webhooks: [{ kind: 'lose', type: 'checkout.session.completed' }] });
  await act(session, 'pay');
  await quiet();
  expect(await balanceOf(person.uid)).toBe(1);
  await Promise.all([resend('checkout.session.completed'), resend('checkout.session.completed')]);
  await balanceBecomes(person, 26);
  await quiet();
  expect(await ledgerOf(person, 'purchase')).toMatchObject([{ delta: 25, ref: session }]);
});

test.each([
  ['succeeded', 26],
  ['failed', 1],
] as const)(
  'a completed Session still unpaid credits nothing; once the payment %s, the balance is %i',
  async (outcome, balance) => {
    const session = await bought(PACK_25);
    await act(session, 'pay', { late: true });
    await quiet();
    expect(await balanceOf(person.uid)).toBe(1);
    expect(await sessionsOf(person.uid)).toMatchObject([{ status: 'complete', payment_status: 'unpaid' }]);
    await act(session, 'settle', { outcome });
    await balanceBecomes(person, balance);
    await quiet();
    expect(await balanceOf(person.uid)).toBe(balance);
  },
);

test('partial refunds take back their share of the pack, and the last one the rest', async () => {
  const session = await bought(PACK_25);
  await act(session, 'pay');
  await balanceBecomes(person, 26);
  const amount = (await sessionsOf(person.uid))[0]?.amount_total ?? 0;
  await act(session, 'refund', { amount: Math.floor(amount / 5) });
  await balanceBecomes(person, 21);
  await resend('charge.refunded');
  await quiet();
  expect(await balanceOf(person.uid)).toBe(21);
  await act(session, 'refund', { amount: amount - Math.floor(amount / 5) });
  await balanceBecomes(person, 1);
  expect((await ledgerOf(person, 'reversal')).map(({ delta }) => delta).sort((a, b) => a - b)).toEqual([-20, -5]);
  // The bank sends the second refund back. The customer did not get that money, so the restores return.
  await act(session, 'fail-refund');
  await balanceBecomes(person, 21);
  await resend('charge.refunded');
  await quiet();
  expect(await balanceOf(person.uid)).toBe(21);
});
