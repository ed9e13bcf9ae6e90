import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startTestReceiver, type TestReceiver } from '@heirlight/emulator-kit/testing';
import Replicate, { type Prediction } from 'replicate';
import sharp from 'sharp';
import { type ReplicateOptions, startReplicate } from './index';
import { TestEngine } from './testEngine';

export const TOKEN = 'r8_test';
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const REAL_ESRGAN = 'nightmareai/real-esrgan';

const LONGEST_WAIT_MS = 10_000;
const POLL_MS = 10;

/** A running emulator with a plain engine, Replicate's own client, and an endpoint for its webhooks. */
export interface TestReplicate {
  engine: TestEngine;
  server: RunningServer;
  receiver: TestReceiver;
  client: Replicate;
  /** A small picture as a data URI. */
  picture: string;
  control(faults: object): Promise<Response>;
  finished(prediction: Prediction): Promise<Prediction>;
  close(): Promise<void>;
}

export function clientOf(server: RunningServer, auth = TOKEN): Replicate {
  return new Replicate({ auth, baseUrl: `${server.origin}/v1`, useFileOutput: false });
}

/** The HTTP status a call of the client failed with; 0 when it did not. */
export function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 0,
    (error) => error.response.status,
  );
}

export async function startTestReplicate({
  workers,
  ...options
}: Partial<ReplicateOptions> & { workers?: number } = {}): Promise<TestReplicate> {
  const engine = new TestEngine(workers);
  const server = await startReplicate({
    engine,
    token: TOKEN,
    webhookSecret: SECRET,
    webhookRetryDelaysMs: [20, 20],
    ...options,
  });
  const receiver = await startTestReceiver();
  const client = clientOf(server);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#863' } })
    .png()
    .toBuffer();
  return {
    engine,
    server,
    receiver,
    client,
    picture: `data:image/png;base64,${bytes.toString('base64')}`,
    control: (faults) => fetch(`${server.origin}/_control/faults`, { method: 'POST', body: JSON.stringify(faults) }),
    // The client's own wait() throws on a failed prediction, which the tests want to see.
    async finished({ id }) {
      const deadline = Date.now() + LONGEST_WAIT_MS;
      for (;;) {
        const prediction = await client.predictions.get(id);
        if (prediction.completed_at) return prediction;
        if (Date.now() > deadline) throw new Error(`Prediction ${id} is still ${prediction.status}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async close() {
      await server.close();
      await receiver.server.close();
    },
  };
}
