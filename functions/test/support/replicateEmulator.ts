import type { RunningServer } from '@heirlight/emulator-kit/http';
import { startReplicate } from '@heirlight/replicate-emulator';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { replicateProvider } from '../../src/platform/replicateProvider';

const TOKEN = 'r8_functions';

/** Starts the Replicate emulator for a test file, with the engine that only enlarges. Faults last one test. */
export function useReplicateEmulator() {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startReplicate({ token: TOKEN, webhookSecret: `whsec_${Buffer.from('secret').toString('base64')}` });
  });
  afterEach(async () => void (await fetch(`${server.origin}/_control/faults`, { method: 'DELETE' })));
  afterAll(() => server.close());
  return {
    provider: ({ token = TOKEN, ...options }: { token?: string; timeoutMs?: number } = {}) =>
      replicateProvider({ token, baseUrl: `${server.origin}/v1`, ...options }),
    /** Makes something go wrong; the kinds are in the emulator's `faults.ts`. Returns the faults still to come. */
    async faults(faults: object): Promise<unknown> {
      const response = await fetch(`${server.origin}/_control/faults`, {
        method: 'POST',
        body: JSON.stringify(faults),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.json();
    },
    async state(): Promise<{ predictions: { id: string }[]; faults: { creates: { kind: string; count: number }[] } }> {
      return (await fetch(`${server.origin}/_control/state`)).json() as never;
    },
  };
}
