import { startServer } from '@heirlight/emulator-kit/http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Replicate from 'replicate';
import { type Prediction, parseProgressFromLogs } from 'replicate';
import sharp from 'sharp';
import {
  clientOf,
  REAL_ESRGAN,
  SECRET,
  startTestReplicate,
  statusOf,
  type TestReplicate,
  TOKEN,
} from './testReplicate';

const GFPGAN = '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c';

let replicate: TestReplicate;
let client: Replicate;
let picture: string;
const finished: TestReplicate['finished'] = (prediction) => replicate.finished(prediction);

beforeEach(async () => {
  replicate = await startTestReplicate();
  ({ client, picture } = replicate);
});

/** With other options than `replicate`; closed after the test, however it ends. */
const others: TestReplicate[] = [];
async function startAnother(options: Parameters<typeof startTestReplicate>[0]): Promise<TestReplicate> {
  const another = await startTestReplicate(options);
  others.push(another);
  return another;
}

afterEach(async () => {
  for (const started of [replicate, ...others.splice(0)]) await started.close();
});

describe('a prediction', () => {
  it('runs by model name from starting to succeeded and its output can be fetched', async () => {
    const created = await client.predictions.create({ model: REAL_ESRGAN, input: { image: picture, scale: 4 } });
    expect(created.status).toBe('starting');
    expect(created.id).toMatch(/^[a-z0-9]{26}$/);
    const done = await finished(created);
    expect(done).toMatchObject({ status: 'succeeded', error: null, model: REAL_ESRGAN, version: 'hidden' });
    expect(done.metrics?.predict_time).toBeGreaterThanOrEqual(0);
    expect(parseProgressFromLogs(done.logs ?? '')).toEqual({ percentage: 1, current: 100, total: 100 });
    expect(new Date(done.completed_at ?? 0).getTime()).toBeGreaterThanOrEqual(new Date(done.created_at).getTime());
    const output = await fetch(done.output);
    expect(output.headers.get('content-type')).toBe('image/png');
    expect(await sharp(Buffer.from(await output.arrayBuffer())).metadata()).toMatchObject({ width: 160, height: 120 });
  });

  it('runs by pinned version and enlarges as gfpgan does', async () => {
    const done = await finished(
      await client.predictions.create({ version: GFPGAN, input: { img: picture, scale: 2 } }),
    );
    expect(done).toMatchObject({ status: 'succeeded', version: GFPGAN, model: 'tencentarc/gfpgan' });
    const output = await fetch(done.output);
    expect(await sharp(Buffer.from(await output.arrayBuffer())).metadata()).toMatchObject({ width: 80, height: 60 });
  });

  it('is waited for with run()', async () => {
    const output = await client.run('flux-kontext-apps/restore-image', {
      input: { input_image: picture, output_format: 'jpg' },
    });
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files\/[a-z0-9]+\/out-0\.jpg$/);
  });

  it('returns 202 when the wait ends first', async () => {
    const release = replicate.engine.hold();
    const response = await fetch(`${replicate.server.origin}/v1/models/${REAL_ESRGAN}/predictions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, prefer: 'wait=1' },
      body: JSON.stringify({ input: { image: picture } }),
    });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ status: 'processing', output: null });
    release();
  });

  it('fetches its picture by URL and fails when there is none', async () => {
    const source = await finished(await client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } }));
    const again = await finished(
      await client.predictions.create({ model: REAL_ESRGAN, input: { image: source.output, scale: 2 } }),
    );
    expect(again.status).toBe('succeeded');
    const lost = await finished(
      await client.predictions.create({
        model: REAL_ESRGAN,
        input: { image: `${replicate.server.origin}/files/x/out-0.png` },
      }),
    );
    expect(lost).toMatchObject({ status: 'failed', output: null, error: expect.stringContaining('404') });
  });

  it('fails on a picture too large for the model, in the words of the model', async () => {
    const large = await sharp({ create: { width: 1500, height: 1400, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const image = `data:image/png;base64,${large.toString('base64')}`;
    const done = await finished(await client.predictions.create({ model: REAL_ESRGAN, input: { image } }));
    expect(done).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('max size that fits in GPU memory'),
    });
  });

  it('runs on the largest picture that fits', async () => {
    const edge = await sharp({ create: { width: 1448, height: 1448, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const image = `data:image/png;base64,${edge.toString('base64')}`;
    const done = await finished(await client.predictions.create({ model: REAL_ESRGAN, input: { image, scale: 2 } }));
    expect(done.status).toBe('succeeded');
  });

  it('fails on a file that goes on past 25 MiB, and hangs up', async () => {
    const endless = await startServer({
      port: 0,
      create: () => ({
        listener: (_request, response) => {
          const chunk = Buffer.alloc(1024 * 1024);
          const more = () => {
            while (!response.destroyed && response.write(chunk));
          };
          response.on('drain', more);
          more();
        },
      }),
    });
    const image = `${endless.origin}/photo.png`;
    const done = await finished(await client.predictions.create({ model: REAL_ESRGAN, input: { image } }));
    expect(done).toMatchObject({ status: 'failed', error: expect.stringContaining('larger than 26214400 bytes') });
    await endless.close();
  });

  it('cancelled before its turn, never reaches the engine', async () => {
    const release = replicate.engine.hold();
    const create = () => client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } });
    const [first, second, waiting] = [await create(), await create(), await create()];
    await client.predictions.cancel(waiting.id);
    release();
    await Promise.all([first, second].map(finished));
    await finished(await create());
    expect(replicate.engine.jobs).toHaveLength(3);
  });

  it('cancelled while it runs, is ended in the engine too', async () => {
    replicate.engine.hold();
    const created = await client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } });
    while (replicate.engine.jobs.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.predictions.cancel(created.id);
    expect(replicate.engine.jobs[0]?.signal.aborted).toBe(true);
  });

  it('can be cancelled while it runs, and no longer after it ended', async () => {
    replicate.engine.hold();
    const created = await client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } });
    const cancelled = await client.predictions.cancel(created.id);
    expect(cancelled).toMatchObject({ status: 'canceled', output: null });
    expect((await client.predictions.cancel(created.id)).completed_at).toBe(cancelled.completed_at);
  });

  it("loses its output's file when its time is over", async () => {
    const short = await startAnother({ dataLifetimeMs: 30 });
    const done = await short.finished(
      await short.client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } }),
    );
    const expires = Date.parse(String(done.created_at)) + 30;
    while ((await fetch(done.output)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(Date.now()).toBeGreaterThanOrEqual(expires);
    const kept = await finished(await client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } }));
    expect((await fetch(String(kept.output).replace('out-0', 'out-1'))).status).toBe(404);
  });
});

describe('which tool a model and its input mean', () => {
  const cases: [string, object, string][] = [
    ['flux-kontext-apps/restore-image', { input_image: '' }, 'deeprestore'],
    ['black-forest-labs/flux-kontext-pro', { input_image: '', prompt: 'Colorize and repair this photo' }, 'colorize'],
    ...(['Restore this damaged photograph', 'Colorize this photograph'] as const).map(
      (prompt): [string, object, string] => [
        'black-forest-labs/flux-2-pro',
        { prompt, input_images: [''], aspect_ratio: 'custom', width: 512, height: 384 },
        prompt.startsWith('Restore') ? 'deeprestore' : 'colorize',
      ],
    ),
    [REAL_ESRGAN, { image: '', face_enhance: false }, 'photoscaler'],
    [REAL_ESRGAN, { image: '', face_enhance: true }, 'lowrezfix'],
    ['flux-kontext-apps/text-removal', { input_image: '', aspect_ratio: 'match_input_image' }, 'textremove'],
  ];
  it.each(cases)('%s %j is %s', async (model, input, tool) => {
    const filled = Object.fromEntries(
      Object.entries(input).map(([key, value]) => [
        key,
        value === '' ? picture : Array.isArray(value) ? [picture] : value,
      ]),
    );
    await finished(await client.predictions.create({ model: model as `${string}/${string}`, input: filled }));
    expect(replicate.engine.jobs[0]?.tool).toBe(tool);
  });
});

describe('what is refused', () => {
  it('a missing or wrong token', async () => {
    expect(await statusOf(clientOf(replicate.server, 'r8_other').predictions.list())).toBe(401);
    const bare = await fetch(`${replicate.server.origin}/v1/predictions`);
    expect(await bare.json()).toMatchObject({ title: 'Unauthenticated', status: 401 });
  });

  it('unknown models, versions, predictions and paths', async () => {
    const input = { image: picture };
    expect(await statusOf(client.predictions.create({ model: 'someone/else', input }))).toBe(404);
    expect(await statusOf(client.predictions.create({ model: 'tencentarc/gfpgan', input: { img: picture } }))).toBe(
      404,
    );
    expect(await statusOf(client.predictions.create({ version: 'f'.repeat(64), input }))).toBe(422);
    expect(await statusOf(client.predictions.get('nothing'))).toBe(404);
    expect(await statusOf(client.deployments.list())).toBe(404);
  });

  it.each([
    ['a missing picture', { scale: 2 }],
    ['an unknown field', { image: '', sharpness: 3 }],
    ['a wrong type', { image: '', scale: 'large' }],
    ['a value outside the choices', { image: '', scale: 3 }],
    ['a picture that is no URI', { image: 'photo.png' }],
    ['a file URL', { image: 'file:///etc/passwd' }],
  ])('%s', async (_name, given: Record<string, unknown>) => {
    const input = given.image === '' ? { ...given, image: picture } : given;
    expect(await statusOf(client.predictions.create({ model: REAL_ESRGAN, input }))).toBe(422);
    expect(replicate.engine.jobs).toHaveLength(0);
  });
});

describe('too much at once', () => {
  const createAt = ({ server }: TestReplicate) =>
    fetch(`${server.origin}/v1/models/${REAL_ESRGAN}/predictions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ input: { image: picture } }),
    });

  it.each([1, 2])('is throttled where %i at a time would not come to it within the hour', async (workers) => {
    const slow = await startAnother({ workers });
    slow.engine.hold();
    for (let accepted = 0; accepted < workers * 60; accepted += 1) expect((await createAt(slow)).status).toBe(201);
    expect((await createAt(slow)).status).toBe(429);
  });

  it('is throttled until a waiting prediction ended', async () => {
    const small = await startAnother({ maxPendingCharacters: picture.length * 2 });
    const release = small.engine.hold();
    const first = (await (await createAt(small)).json()) as Prediction;
    await createAt(small);
    const refused = await createAt(small);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    release();
    await small.finished(first);
    expect((await createAt(small)).status).toBe(201);
  });
});

describe('lists and lookups', () => {
  it('pages through predictions, newest first', async () => {
    const long = await startAnother({ maxPending: 103 });
    const ids: string[] = [];
    for (let index = 0; index < 103; index += 1) {
      ids.unshift((await long.client.predictions.create({ model: REAL_ESRGAN, input: { image: picture } })).id);
    }
    const listed: string[] = [];
    for await (const page of long.client.paginate(long.client.predictions.list)) {
      listed.push(...page.map(({ id }) => id));
    }
    expect(listed).toEqual(ids);
  });

  it('shows a model, the account and the webhook secret', async () => {
    const model = await client.models.get('tencentarc', 'gfpgan');
    expect(model.latest_version?.id).toBe(GFPGAN);
    expect(JSON.stringify(model.latest_version?.openapi_schema)).toContain('"img"');
    expect((await client.accounts.current()).username).toBe('heirlight-local');
    expect((await client.webhooks.default.secret.get()).key).toBe(SECRET);
  });
});
