import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startServer } from '../http/serviceProcess';
import { startTestReceiver, type TestReceiver } from '../testing/testReceiver';
import { parseWebhookFault, type WebhookFault } from './webhookFaults';
import { type WebhookMessage, WebhookSender } from './webhookSender';

let receiver: TestReceiver;
let sender: WebhookSender;

beforeEach(async () => {
  receiver = await startTestReceiver();
  sender = new WebhookSender({ headers: ({ id }, timestampS) => ({ id, at: String(timestampS) }) });
});

afterEach(async () => {
  await sender.close();
  await receiver.server.close();
});

const message = (id: string, more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  id,
  type: 'done',
  url: receiver.server.origin,
  body: id,
  retryDelaysMs: [10, 10],
  ...more,
});
const plan = (...faults: Partial<WebhookFault>[]) => sender.faults.add(faults.map(parseWebhookFault));
const bodies = () => receiver.received.map(({ body }) => body);

describe('sending webhooks', () => {
  it('repeats what was not answered 2xx and remembers every attempt', async () => {
    receiver.statuses.push(503, 302);
    sender.send(message('a'));
    await sender.settled();
    expect(sender.deliveries).toMatchObject([{ id: 'a', state: 'delivered', attempts: [503, 302, 200] }]);
  });

  it('gives up after the last repetition, and without a listener', async () => {
    receiver.statuses.push(500, 500, 500);
    sender.send(message('a'));
    sender.send(message('b', { url: 'http://127.0.0.1:1', retryDelaysMs: [] }));
    await sender.settled();
    expect(sender.deliveries.map(({ state }) => state)).toEqual(['given_up', 'given_up']);
    expect(String(sender.deliveries[1]?.attempts[0])).toMatch(/bad port|ECONNREFUSED|fetch failed/);
  });

  it('does not wait for ever for a receiver that says nothing', async () => {
    const silent = await startServer({ port: 0, create: () => ({ listener: () => {} }) });
    const impatient = new WebhookSender({ headers: () => ({}), timeoutMs: 100 });
    impatient.send(message('a', { url: silent.origin, retryDelaysMs: [] }));
    await impatient.settled();
    expect(impatient.deliveries).toMatchObject([{ state: 'given_up', attempts: [expect.stringMatching(/timeout/i)] }]);
    await silent.close();
  });

  it('knows what is not delivered yet, for an export', async () => {
    plan({ kind: 'delay', delayMs: 60_000 });
    const waiting = message('waiting');
    sender.send(waiting);
    sender.send(message('delivered'));
    await receiver.until(1);
    while (sender.underWay > 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(sender.pending).toEqual([waiting]);
  });

  it('does what the faults plan, for the types they name', async () => {
    plan({ kind: 'lose', type: 'done', count: 1 }, { kind: 'duplicate' });
    sender.send(message('start', { type: 'start' }));
    sender.send(message('lost'));
    sender.send(message('kept'));
    await sender.settled();
    expect(bodies().sort()).toEqual(['kept', 'start', 'start']);
    expect(sender.faults.remaining).toEqual([]);
  });

  it('holds a message back until the next one was sent', async () => {
    plan({ kind: 'reorder' });
    sender.send(message('first'));
    sender.send(message('second'));
    await sender.settled();
    expect(bodies()).toEqual(['second', 'first']);
  });

  it('delays a message', async () => {
    plan({ kind: 'delay', delayMs: 80 });
    const start = Date.now();
    sender.send(message('late'));
    await sender.settled();
    expect(Date.now() - start).toBeGreaterThanOrEqual(75);
  });

  it('ends at once when it closes', async () => {
    plan({ kind: 'delay', delayMs: 60_000 });
    sender.send(message('never'));
    await sender.close();
    expect(bodies()).toEqual([]);
    expect(sender.deliveries[0]?.state).toBe('given_up');
  });

  it('refuses faults it does not know', () => {
    expect(() => parseWebhookFault({ kind: 'burn' })).toThrow('webhooks[].kind');
    expect(() => parseWebhookFault({ kind: 'lose', count: 0 })).toThrow('webhooks[].count');
    expect(() => parseWebhookFault({ kind: 'delay', delayMs: 'long' })).toThrow('webhooks[].delayMs');
  });
});
