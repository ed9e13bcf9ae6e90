import { webhooksSettled } from '@heirlight/emulator-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Replicate from 'replicate';
import { validateWebhook } from 'replicate';
import { REAL_ESRGAN, SECRET, startTestReplicate, type TestReplicate } from './testReplicate';

let replicate: TestReplicate;
let client: Replicate;
let picture: string;
const finished: TestReplicate['finished'] = (prediction) => replicate.finished(prediction);

beforeEach(async () => {
  replicate = await startTestReplicate();
  ({ client, picture } = replicate);
});

afterEach(() => replicate.close());

describe('webhooks', () => {
  const create = (filter?: ('start' | 'output' | 'logs' | 'completed')[]) =>
    client.predictions.create({
      model: REAL_ESRGAN,
      input: { image: picture },
      webhook: `${replicate.receiver.server.origin}/hook?photo=1`,
      ...(filter ? { webhook_events_filter: filter } : {}),
    });
  const statuses = () => replicate.receiver.received.map(({ body }) => JSON.parse(body).status);

  it('arrive signed, with the prediction as body', async () => {
    await create(['completed']);
    await replicate.receiver.until(1);
    const [hook] = replicate.receiver.received;
    expect(hook?.path).toBe('/hook?photo=1');
    expect(JSON.parse(hook?.body ?? '')).toMatchObject({ status: 'succeeded' });
    const request = { headers: hook?.headers, body: hook?.body } as unknown as Request;
    expect(await validateWebhook(request, SECRET)).toBe(true);
    const forged = { headers: hook?.headers, body: `${hook?.body} ` } as unknown as Request;
    expect(await validateWebhook(forged, SECRET)).toBe(false);
  });

  it('tell start, logs and end when asked for', async () => {
    const release = replicate.engine.hold();
    await create(['start', 'logs', 'completed']);
    await replicate.receiver.until(2);
    release();
    await replicate.receiver.until(3);
    expect(statuses().sort()).toEqual(['processing', 'starting', 'succeeded']);
  });

  it('tell output and end when nothing is asked for', async () => {
    await finished(await create());
    await replicate.receiver.until(2);
    const bodies = replicate.receiver.received.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ status }) => status).sort()).toEqual(['processing', 'succeeded']);
    expect(bodies[0].output).toMatch(/^http:.*\.png$/);
    expect(bodies[1].output).toBe(bodies[0].output);
  });

  it('repeat a refused completed with the same id, and give up in the end', async () => {
    replicate.receiver.statuses.push(500, 302);
    await create(['completed']);
    await replicate.receiver.until(3);
    expect(new Set(replicate.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(replicate.receiver.received.map(({ path }) => path)).toEqual(Array(3).fill('/hook?photo=1'));
    replicate.receiver.statuses.push(500, 500, 500);
    await create(['completed']);
    await replicate.receiver.until(6);
    await webhooksSettled(replicate.server);
    expect(replicate.receiver.received).toHaveLength(6);
  });

  it('that only tell of progress are not repeated', async () => {
    replicate.receiver.statuses.push(500);
    await finished(await create(['start', 'completed']));
    await replicate.receiver.until(2);
    await webhooksSettled(replicate.server);
    expect(statuses()).toEqual(expect.arrayContaining(['starting', 'succeeded']));
    expect(replicate.receiver.received.filter(({ body }) => JSON.parse(body).status === 'starting')).toHaveLength(1);
  });

  it('tell the end again on demand, once there is one', async () => {
    const control = `${replicate.server.origin}/_control`;
    const resend = (id: string) => fetch(`${control}/predictions/${id}/resend`, { method: 'POST' });
    const release = replicate.engine.hold();
    const created = await create(['completed']);
    expect((await resend(created.id)).status).toBe(400);
    release();
    await replicate.receiver.until(1);
    expect((await resend(created.id)).status).toBe(200);
    await replicate.receiver.until(2);
    expect(replicate.receiver.received[1]?.body).toBe(replicate.receiver.received[0]?.body);
    expect((await resend('nothing')).status).toBe(404);
    const state = async () => (await (await fetch(`${control}/state`)).json()) as { underWay: number };
    await webhooksSettled(replicate.server);
    expect(await state()).toMatchObject({ webhooks: [{ state: 'delivered' }, { state: 'delivered' }], underWay: 0 });
  });

  it('are lost, doubled and reordered on demand', async () => {
    await replicate.control({ webhooks: [{ kind: 'lose' }] });
    await finished(await create(['completed']));
    await replicate.control({ webhooks: [{ kind: 'duplicate' }] });
    await create(['completed']);
    await replicate.receiver.until(2);
    expect(replicate.receiver.received[0]?.body).toBe(replicate.receiver.received[1]?.body);
    replicate.receiver.received.length = 0;
    await replicate.control({ webhooks: [{ kind: 'reorder', type: 'start' }] });
    await create(['start', 'completed']);
    await replicate.receiver.until(2);
    expect(statuses()).toEqual(['succeeded', 'starting']);
  });
});
