import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import Stripe from 'stripe';
import { setUpStripe } from './stripeSetup';

jest.setTimeout(60_000);

const WEBHOOK = 'https://us-central1-heirlight.cloudfunctions.net/stripe-webhook';
const KEY = 'sk_test_setup';
let standIn: ChildProcess;
let stripe: Stripe;

beforeAll(async () => {
  const program = join(__dirname, '../../../emulators/dist/stripe.mjs');
  standIn = spawn(process.execPath, [program, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STRIPE_SECRET_KEY: KEY },
  });
  if (!standIn.stdout) throw new Error('No output');
  for await (const line of createInterface({ input: standIn.stdout })) {
    const port = /^listening (\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    stripe = new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http' });
    break;
  }
});
afterAll(() => void standIn.kill('SIGINT'));

const everything = async () => ({
  products: (await stripe.products.list({ limit: 100 })).data.map(({ id }) => id).sort(),
  prices: (await stripe.prices.list({ limit: 100 })).data.map(({ id }) => id).sort(),
  coupons: (await stripe.coupons.list({ limit: 100 })).data.map(({ id }) => id),
  codes: (await stripe.promotionCodes.list({ limit: 100, active: true })).data.map(({ code }) => code),
  webhooks: (await stripe.webhookEndpoints.list({ limit: 100 })).data.map(({ url }) => url),
});

test('run twice, everything is there once; a price that changed takes its lookup key over [spec 9.7, 9.8]', async () => {
  // The stand-in comes with packs and code; archived, they are no more use than those of a new account.
  for (const { id } of (await stripe.prices.list({ limit: 100 })).data) {
    await stripe.prices.update(id, { active: false });
  }
  for (const { id } of (await stripe.promotionCodes.list({ limit: 100 })).data) {
    await stripe.promotionCodes.update(id, { active: false });
  }
  const first = await setUpStripe(stripe, { webhookUrl: WEBHOOK });
  expect(first.made.filter((text) => text.startsWith('price'))).toHaveLength(3);
  expect(first.made).toContain('promotion code FirstOrder');
  expect(first.webhookSecret).toMatch(/^whsec_/);
  const after = await everything();

  const second = await setUpStripe(stripe, { webhookUrl: WEBHOOK });
  expect(second).toEqual({ prices: first.prices, made: [], webhookSecret: null });
  expect(await everything()).toEqual(after);
  expect(after).toMatchObject({ coupons: ['FirstOrder'], codes: ['FirstOrder'], webhooks: [WEBHOOK] });
  const amounts = await Promise.all(
    Object.values(first.prices).map(async (id) => (await stripe.prices.retrieve(id)).unit_amount),
  );
  expect(amounts).toEqual([200, 600, 800]);
});
