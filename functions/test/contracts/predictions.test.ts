import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Prediction, PredictionProvider, PredictionRequest } from '../../src/platform/predictionProvider';
import { fakeProvider } from '../support/fakeProvider';
import { testPng } from '../support/pictures';
import { useReplicateEmulator } from '../support/replicateEmulator';

/** A provider whose next job ends as told. */
interface Site {
  provider: PredictionProvider;
  /** The next create is throttled, or its answer is lost. */
  trouble(kind: 'busy' | 'lost'): Promise<void>;
  /** Makes a job and waits for its end; `hang` never ends. */
  run(request: PredictionRequest, end: 'succeeded' | 'failed' | 'hang'): Promise<Prediction>;
}

const emulator = useReplicateEmulator();
const LONGEST_WAIT_MS = 20_000;

function emulatedSite(): Site {
  const provider = emulator.provider();
  return {
    provider,
    trouble: async (kind) =>
      void (await emulator.faults({ creates: [{ kind: kind === 'busy' ? 'throttle' : 'drop' }] })),
    async run(request, end) {
      if (end !== 'succeeded') {
        await emulator.faults({ predictions: [{ kind: end === 'failed' ? 'fail' : 'hang', message: 'NSFW' }] });
      }
      const { id } = await provider.create(request);
      const isOver = (job: Prediction | null) => job !== null && !['starting', 'processing'].includes(job.status);
      const deadline = Date.now() + LONGEST_WAIT_MS;
      for (;;) {
        const job = await provider.get(id);
        if (job && (end === 'hang' ? job.status === 'processing' : isOver(job))) return job;
        if (Date.now() > deadline) throw new Error(`The job is still ${job?.status}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

function fakeSite(): Site {
  const provider = fakeProvider();
  return {
    provider,
    trouble: async (kind) => {
      provider.nextCreate = kind === 'busy' ? 'provider_busy' : 'lost';
    },
    async run(request, end) {
      const { id } = await provider.create(request);
      if (end === 'hang') return provider.end({ status: 'processing' }, id);
      const isDone = end === 'succeeded';
      return provider.end(
        isDone
          ? { status: 'succeeded', outputUrl: 'https://files.replicate.delivery/out.png' }
          : { status: 'failed', error: 'NSFW' },
        id,
      );
    },
  };
}

async function requestFor(photoId: string): Promise<PredictionRequest> {
  const picture = `data:image/png;base64,${(await testPng({ width: 20, height: 16 })).toString('base64')}`;
  return {
    model: 'black-forest-labs/flux-kontext-pro',
    version: null,
    input: { prompt: `Colorize this photograph, ${photoId}`, input_image: picture, output_format: 'png' },
    webhookUrl: 'http://127.0.0.1:9/replicate-webhook',
  };
}

/** The fake of the use-case tests must say what our provider says in front of the Replicate emulator. */
describe.each([
  ['the fake', fakeSite],
  ['the provider in front of the emulator', emulatedSite],
])('%s', (_name, open) => {
  test('a job runs, is found by its id and by the photo in its input, and ends with an output', async () => {
    const { provider, run } = open();
    const photoId = randomUUID();
    const job = await run(await requestFor(photoId), 'succeeded');
    expect(job).toMatchObject({ status: 'succeeded', outputUrl: expect.stringMatching(/^https?:/), error: null });
    expect(await provider.get(job.id)).toMatchObject({ id: job.id, status: 'succeeded' });
    expect(await provider.find(photoId)).toMatchObject({ id: job.id });
    await provider.cancel(job.id);
    expect(await provider.get(job.id)).toMatchObject({ status: 'succeeded' });
  });

  test('a failed job says why and has no output', async () => {
    const job = await open().run(await requestFor(randomUUID()), 'failed');
    expect(job).toMatchObject({ status: 'failed', outputUrl: null, error: expect.stringContaining('NSFW') });
  });

  test('a running job can be cancelled', async () => {
    const { provider, run } = open();
    const { id } = await run(await requestFor(randomUUID()), 'hang');
    await provider.cancel(id);
    expect(await provider.get(id)).toMatchObject({ status: 'canceled', outputUrl: null });
  });

  test('a job nobody knows is null', async () => {
    const { provider } = open();
    expect(await provider.get('unknown')).toBeNull();
    expect(await provider.find(randomUUID())).toBeNull();
  });

  test('a provider that is busy makes no job; a job whose answer is lost is found', async () => {
    const { provider, trouble } = open();
    const [busy, lost] = [randomUUID(), randomUUID()];
    await trouble('busy');
    await expect(provider.create(await requestFor(busy))).rejects.toMatchObject({ code: 'provider_busy' });
    expect(await provider.find(busy)).toBeNull();
    await trouble('lost');
    await expect(provider.create(await requestFor(lost))).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(await provider.find(lost)).not.toBeNull();
  });
});
