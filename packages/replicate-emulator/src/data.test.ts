import { afterEach, expect, test } from '@jest/globals';
import { type ReplicateOptions, startReplicate } from './index';
import { clientOf, REAL_ESRGAN, SECRET, startTestReplicate, type TestReplicate, TOKEN } from './testReplicate';

let first: TestReplicate;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startFirst(options: Parameters<typeof startTestReplicate>[0] = {}): Promise<TestReplicate> {
  first = await startTestReplicate(options);
  closing.push(first.close);
  return first;
}

/** The emulator stopped and started again with its data, on another port. */
async function restarted(options: Partial<ReplicateOptions> = {}) {
  const data: unknown = await (await fetch(`${first.server.origin}/_control/data`)).json();
  await first.server.close();
  const again = await startReplicate({ token: TOKEN, webhookSecret: SECRET, data, ...options });
  closing.push(again.close);
  return { server: again, client: clientOf(again) };
}

const create = (more: object = {}) =>
  first.client.predictions.create({ model: REAL_ESRGAN, input: { image: first.picture, scale: 2 }, ...more });

test('an ended prediction and its output are there again, below the new address', async () => {
  const { finished } = await startFirst();
  const before = await finished(await create());
  const bytes = Buffer.from(await (await fetch(String(before.output))).arrayBuffer());
  const { client, server } = await restarted();
  const after = await client.predictions.get(before.id);
  const { urls: _, ...same } = before;
  expect(after).toMatchObject({ ...same, output: String(before.output).replace(first.server.origin, server.origin) });
  expect(String(after.output)).toContain(server.origin);
  expect(Buffer.from(await (await fetch(String(after.output))).arrayBuffer())).toEqual(bytes);
});

test('a prediction that had not ended runs again, and its webhook is told', async () => {
  const { engine, receiver, picture } = await startFirst();
  const release = engine.hold();
  const waiting = await first.client.predictions.create({
    model: REAL_ESRGAN,
    input: { image: picture, scale: 2 },
    webhook: `${receiver.server.origin}/hook`,
    webhook_events_filter: ['completed'],
  });
  const { client } = await restarted();
  release();
  await receiver.until(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ id: waiting.id, status: 'succeeded' });
  expect(await client.predictions.get(waiting.id)).toMatchObject({ status: 'succeeded' });
});

test('a report that was not delivered yet is delivered after the restart', async () => {
  const { receiver, control, finished } = await startFirst();
  await control({ webhooks: [{ kind: 'delay', delayMs: 60_000 }] });
  const made = await create({ webhook: `${receiver.server.origin}/hook`, webhook_events_filter: ['completed'] });
  await finished(made);
  expect(receiver.received).toHaveLength(0);
  await restarted();
  await receiver.until(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ id: made.id, status: 'succeeded' });
});

test('data past its lifetime is not kept', async () => {
  const { finished } = await startFirst({ dataLifetimeMs: 1 });
  const made = await finished(await create());
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { client, server } = await restarted();
  expect(await client.predictions.get(made.id)).toMatchObject({
    status: 'succeeded',
    output: null,
    data_removed: true,
  });
  const state = (await (await fetch(`${server.origin}/_control/state`)).json()) as { files: { count: number } };
  expect(state.files.count).toBe(0);
});

test('data of something else is refused', async () => {
  await expect(startReplicate({ token: TOKEN, webhookSecret: SECRET, data: {} })).rejects.toThrow(
    'no data of the local Replicate',
  );
});
