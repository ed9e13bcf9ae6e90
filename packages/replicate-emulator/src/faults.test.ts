import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Replicate from 'replicate';
import sharp from 'sharp';
import { REAL_ESRGAN, startTestReplicate, statusOf, type TestReplicate, TOKEN } from './testReplicate';

let replicate: TestReplicate;
let client: Replicate;
let picture: string;
const finished: TestReplicate['finished'] = (prediction) => replicate.finished(prediction);

beforeEach(async () => {
  replicate = await startTestReplicate();
  ({ client, picture } = replicate);
});

afterEach(() => replicate.close());

describe('faults', () => {
  const create = () => client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } });

  it('answer creates with 402, 500 and a lost response', async () => {
    await replicate.control({ creates: [{ kind: 'no_credit' }, { kind: 'error' }, { kind: 'drop' }] });
    expect(await statusOf(create())).toBe(402);
    expect(await statusOf(create())).toBe(500);
    const { results: before } = await client.predictions.list();
    const options = { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } };
    const body = JSON.stringify({ input: { image: picture } });
    await expect(
      fetch(`${replicate.server.origin}/v1/models/${REAL_ESRGAN}/predictions`, { ...options, body }),
    ).rejects.toThrow();
    const { results: after } = await client.predictions.list();
    expect(after.length - before.length).toBe(1);
  });

  it('throttle a create, which the client then repeats', async () => {
    await replicate.control({ creates: [{ kind: 'throttle', count: 2 }] });
    expect((await create()).status).toBe('starting');
  });

  it('fail and hang predictions', async () => {
    await replicate.control({ predictions: [{ kind: 'fail', message: 'out of memory' }, { kind: 'hang' }] });
    expect(await finished(await create())).toMatchObject({ status: 'failed', error: 'out of memory' });
    const stuck = await create();
    await finished(await create());
    expect((await client.predictions.get(stuck.id)).status).toBe('processing');
    expect((await client.predictions.cancel(stuck.id)).status).toBe('canceled');
  });

  it('spoil outputs', async () => {
    const kinds = ['truncated', 'cut', 'html', 'redirect', 'missing', 'oversize'] as const;
    await replicate.control({ outputs: kinds.map((kind) => ({ kind })) });
    const urls: string[] = [];
    for (const _kind of kinds) urls.push((await finished(await create())).output);
    const get = (index: number) => fetch(urls[index] ?? '', { redirect: 'manual' });
    const truncated = Buffer.from(await (await get(0)).arrayBuffer());
    await expect(sharp(truncated).raw().toBuffer()).rejects.toThrow();
    await expect(get(1).then((response) => response.arrayBuffer())).rejects.toThrow();
    expect((await get(2)).headers.get('content-type')).toMatch(/^text\/html/);
    expect((await get(3)).status).toBe(303);
    expect((await get(4)).status).toBe(404);
    let bytes = 0;
    for await (const chunk of (await get(5)).body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > 100 * 1024 * 1024) break;
    }
    expect(bytes).toBeGreaterThan(100 * 1024 * 1024);
  });

  it('give outputs the habits of a generative model, as many as were planned', async () => {
    const habits = [{ kind: 'megapixel', pixels: 4_096 }];
    await replicate.control({ habits: [{ habits, count: 2 }] });
    const sizes: (number | undefined)[][] = [];
    for (let index = 0; index < 3; index++) {
      const { output } = await finished(await create());
      const { width, height } = await sharp(Buffer.from(await (await fetch(output)).arrayBuffer())).metadata();
      sizes.push([width, height]);
    }
    expect(sizes.slice(0, 2)).toEqual([
      [64, 64],
      [64, 64],
    ]);
    expect(sizes[2]).not.toEqual([64, 64]);
    expect((await replicate.control({ habits: [{ habits: [{ kind: 'melt' }] }] })).status).toBe(400);
  });

  it('are checked before they are planned, shown, and forgotten', async () => {
    expect((await replicate.control({ creates: [{ kind: 'explode' }] })).status).toBe(400);
    expect((await replicate.control({ create: [] })).status).toBe(400);
    await replicate.control({ predictions: [{ kind: 'fail' }] });
    const state = async () => (await fetch(`${replicate.server.origin}/_control/state`)).json();
    expect(await state()).toMatchObject({ faults: { predictions: [{ kind: 'fail' }] } });
    await replicate.control({});
    expect(await state()).toMatchObject({ faults: { predictions: [] } });
    await replicate.control({ predictions: [{ kind: 'fail' }] });
    await fetch(`${replicate.server.origin}/_control/faults`, { method: 'DELETE' });
    expect(await state()).toMatchObject({ faults: { predictions: [] } });
    expect(await finished(await create())).toMatchObject({ status: 'succeeded' });
  });
});
