import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestStripe, type TestStripe } from '../testStripe';

let local: TestStripe;

beforeEach(async () => {
  local = await startTestStripe();
});

afterEach(() => local.close());

const page = async () => (await fetch(`${local.server.origin}/`)).text();

/** Presses the button with this label, as the page offers it. */
async function press(label: string): Promise<Response> {
  const form = new RegExp(
    `<form method="post" action="([^"]+)">((?:(?!</form>).)*)<button class="button">${label}`,
    's',
  );
  const [, action = '', inputs = ''] = form.exec(await page()) ?? [];
  if (action === '') throw new Error(`The page offers no ${label}`);
  const pairs = inputs.matchAll(/name="([^"]+)" value="([^"]+)"/g);
  const fields = Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
  return fetch(`${local.server.origin}${action}`, { method: 'POST', body: new URLSearchParams(fields) });
}

describe('the dashboard', () => {
  it('says that nothing was bought yet', async () => {
    expect(await page()).toContain('Nobody bought anything yet');
  });

  it('settles a bank transfer, disputes it, wins, and refunds', async () => {
    const session = await local.createSession();
    await local.act(session, 'pay', { late: true });
    expect(await page()).toContain('Awaiting a bank transfer');
    await press('The money arrives');
    expect((await local.client.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    await press('Dispute');
    await press('Win the dispute');
    await press('Refund \\$6.00');
    expect(await page()).toContain('Refunded');
    expect((await local.client.charges.list()).data[0]).toMatchObject({ refunded: true, disputed: true });
  });

  it('shows failed transfers, lost disputes and expired checkouts', async () => {
    const failed = await local.createSession();
    await local.act(failed, 'pay', { late: true });
    await press('The money never comes');
    await local.act(await local.createSession(), 'pay', { card: '4000000000000259' });
    await press('Lose the dispute');
    await local.createSession();
    await press('Expire');
    const shown = await page();
    for (const words of ['The bank transfer failed', 'Dispute lost', 'Expired']) expect(shown).toContain(words);
  });

  it('says why something cannot be done', async () => {
    const session = await local.createSession();
    const refused = await fetch(`${local.server.origin}/dashboard/${session.id}/refund`, { method: 'POST' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('has no charge yet');
    expect((await fetch(`${local.server.origin}/dashboard/${session.id}/constructor`, { method: 'POST' })).status).toBe(
      404,
    );
  });
});
