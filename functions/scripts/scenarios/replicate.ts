import { randomUUID } from 'node:crypto';
import Replicate from 'replicate';
import type { PredictionProvider, PredictionRequest } from '../../src/platform/predictionProvider';
import { signatureProblem } from '../../src/restore/webhookSignature';
import { type Answer, read, type Scenario, type Steps } from './scenario';

/** What scenarios ask Replicate with. */
export interface ReplicateTools {
  /** Returns the answer to a request of Replicate's own client. */
  ask(work: (client: Replicate) => Promise<unknown>): Promise<Answer>;
  askWithWrongToken(work: (client: Replicate) => Promise<unknown>): Promise<Answer>;
  provider: PredictionProvider;
  /** Pause between two looks at a prediction that runs, in milliseconds. */
  pauseMs: number;
  /** A URL that takes webhooks, and the first report of a status there; null where no report can arrive. */
  receiver: {
    url: string;
    delivery(status: string): Promise<{ id: string; timestamp: string; signature: string; rawBody: Buffer }>;
  } | null;
}

/** Dollars that the scenarios cost at most: two runs of Real-ESRGAN on a tiny picture. https://replicate.com/pricing */
export const REPLICATE_COST = 0.02;

const MODEL = 'nightmareai/real-esrgan';
const UNKNOWN = 'heirlight/there-is-no-such-model';
/** A picture of 16 by 16 pixels, all of one colour. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGPoSDMmCTGMahjVMHw1AAD59iEQPLT10QAAAABJRU5ErkJggg==';
const LONGEST_RUN_MS = 5 * 60_000;
/** Replicate asks for https, and sends there what nobody reads. */
const NOWHERE = 'https://example.com/heirlight-scenario';

const order = (change: Partial<PredictionRequest> = {}): PredictionRequest => ({
  model: MODEL,
  version: null,
  input: { image: PICTURE, scale: 2, face_enhance: false },
  webhookUrl: NOWHERE,
  ...change,
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function ended({ provider, pauseMs }: ReplicateTools, id: string): Promise<Answer> {
  const deadline = Date.now() + LONGEST_RUN_MS;
  for (;;) {
    const prediction = await provider.get(id);
    const isOver = prediction && prediction.status !== 'starting' && prediction.status !== 'processing';
    if (isOver || Date.now() > deadline) return { status: 'ok', body: prediction };
    await pause(pauseMs);
  }
}

type ReplicateScenario = Scenario<ReplicateTools>;

const PROBLEM = { title: String, detail: String };

const run: ReplicateScenario = {
  name: 'a prediction, from its creation to its output',
  async run(steps, tools) {
    const { ask, provider } = tools;
    const { id } = await steps.expect<{ id: string }>(
      'create',
      {
        status: 201,
        body: {
          id: /^\w{20,}$/,
          model: MODEL,
          status: /^(starting|processing|succeeded)$/,
          error: null,
          input: { scale: 2, face_enhance: false, image: String },
          logs: String,
          created_at: /^\d{4}-\d\d-\d\dT/,
          urls: { get: /^https?:\/\//, cancel: /\/cancel$/ },
          webhook: NOWHERE,
        },
      },
      () =>
        ask((client) =>
          client.predictions.create({
            model: MODEL,
            input: order().input,
            webhook: NOWHERE,
            webhook_events_filter: ['start', 'logs', 'completed'],
          }),
        ),
    );
    await steps.expect(
      'our gateway reads it when it is over',
      { status: 'ok', body: { id, status: 'succeeded', outputUrl: /^https?:\/\//, error: null, logs: String } },
      () => ended(tools, id),
    );
    const done = await steps.expect<{ output: string | string[] }>(
      'get',
      { status: 200, body: { id, status: 'succeeded', completed_at: /^\d{4}-/, metrics: { predict_time: Number } } },
      () => ask((client) => client.predictions.get(id)),
    );
    await steps.expect('its output is a picture', { status: 200, body: { type: /^image\// } }, async () => {
      const url = Array.isArray(done.output) ? done.output[0] : done.output;
      const response = await fetch(url ?? '');
      return { status: response.status, body: { type: response.headers.get('content-type') } };
    });
    await steps.expect(
      'the list begins with it',
      { status: 200, body: { next: undefined, results: undefined } },
      async () => {
        const { status, body } = await ask((client) => client.predictions.list());
        const { results, next } = body as { results: { id: string }[]; next: string | null };
        const isListed = results.some((entry) => entry.id === id) && (next === null || next.startsWith('http'));
        return { status, body: isListed ? {} : body };
      },
    );
    await steps.expect('our gateway reads what is over', { status: 'ok', body: { status: 'succeeded' } }, () =>
      read(() => provider.get(id)),
    );
  },
};

const cancel: ReplicateScenario = {
  name: 'a prediction that is cancelled',
  async run(steps, tools) {
    const { provider } = tools;
    const { id } = await steps.expect<{ id: string }>(
      'our gateway creates',
      { status: 'ok', body: { id: String } },
      () => read(() => provider.create(order({ input: { image: PICTURE, scale: 4, face_enhance: true } }))),
    );
    await steps.expect('our gateway cancels', { status: 'ok' }, () => read(() => provider.cancel(id)));
    await steps.expect(
      'it ends as cancelled',
      { status: 'ok', body: { id, status: 'canceled', outputUrl: null } },
      () => ended(tools, id),
    );
  },
};

const refused: ReplicateScenario = {
  name: 'what is refused',
  async run(steps, { ask, askWithWrongToken, provider }) {
    await steps.expect('a bad token', { status: 401, body: { ...PROBLEM, title: 'Unauthenticated' } }, () =>
      askWithWrongToken((client) => client.predictions.list()),
    );
    await steps.expect('an unknown model', { status: 404, body: PROBLEM }, () =>
      ask((client) => client.predictions.create({ model: UNKNOWN, input: {} })),
    );
    await steps.expect('our gateway says so', { status: 'error', body: { code: 'provider_rejected' } }, () =>
      read(() => provider.create(order({ model: UNKNOWN }))),
    );
    await steps.expect('an unknown version', { status: 422, body: PROBLEM }, () =>
      ask((client) => client.predictions.create({ version: '0'.repeat(64), input: {} })),
    );
    await steps.expect('a wrong input', { status: 422, body: PROBLEM }, () =>
      ask((client) => client.predictions.create({ model: MODEL, input: { image: PICTURE, scale: 'large' } })),
    );
    await steps.expect('no picture', { status: 422, body: PROBLEM }, () =>
      ask((client) => client.predictions.create({ model: MODEL, input: {} })),
    );
    const id = 'heirlightnone0000000000000';
    await steps.expect('an unknown prediction', { status: 404, body: PROBLEM }, () =>
      ask((client) => client.predictions.get(id)),
    );
    await steps.expect('our gateway says null for it', { status: 'ok', body: null }, () =>
      read(() => provider.get(id)),
    );
    await steps.expect('an unknown prediction cancelled', { status: 404, body: PROBLEM }, () =>
      ask((client) => client.predictions.cancel(id)),
    );
    await steps.expect('a photo of which there is no job', { status: 'ok', body: null }, () =>
      read(() => provider.find(randomUUID())),
    );
  },
};

async function secretOf(steps: Steps, { ask }: ReplicateTools): Promise<string> {
  const { key } = await steps.expect<{ key: string }>('the secret', { status: 200, body: { key: /^whsec_/ } }, () =>
    ask((client) => client.webhooks.default.secret.get()),
  );
  return key;
}

const webhooks: ReplicateScenario = {
  name: 'the webhook secret, and a signature made with it',
  async run(steps, tools) {
    const secret = await secretOf(steps, tools);
    const { receiver, provider } = tools;
    // Replicate cannot reach this machine.
    if (!receiver) return;
    await provider.create(order({ webhookUrl: receiver.url }));
    const delivery = await receiver.delivery('succeeded');
    const verdict = (key: string) => async (): Promise<Answer> => ({
      status: 'ok',
      body: signatureProblem(delivery, { secret: key, now: new Date() }),
    });
    await steps.expect('a report is signed with it', { status: 'ok', body: null }, verdict(secret));
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`;
    await steps.expect('and not with another', { status: 'ok', body: 'the signature does not match' }, verdict(other));
  },
};

export const REPLICATE_SCENARIOS: readonly ReplicateScenario[] = [run, cancel, refused, webhooks];

/** Replicate's own client, and the answer that it last got: the client itself hides statuses and throws. */
export function replicateAsker(options: { auth: string; baseUrl: string }): ReplicateTools['ask'] {
  return async (work) => {
    let last: Answer = { status: 'error', body: null };
    const recording = async (input: Request | URL | string, init?: RequestInit) => {
      const response = await fetch(input, init);
      const text = await response.clone().text();
      let body: unknown = text;
      try {
        body = JSON.parse(text);
      } catch {
        // Not every error of a proxy is JSON: then the text is compared.
      }
      last = { status: response.status, body };
      return response;
    };
    try {
      await work(new Replicate({ ...options, fetch: recording, useFileOutput: false }));
    } catch (error) {
      if (last.status === 'error') throw error;
    }
    return last;
  };
}
