import { fileURLToPath } from 'node:url';
import { runService } from '@heirlight/emulator-kit/http';
import { createEngine } from '@heirlight/restore-engine';
import { echoEngine } from './echoEngine';
import { createReplicate, type ReplicateOptions } from './server';

/** Public defaults: they only guard a service on this machine. */
const LOCAL_TOKEN = 'r8_local';
const LOCAL_WEBHOOK_SECRET = 'whsec_bG9jYWwtcmVwbGljYXRl';

/**
 * `REPLICATE_DATA_LIFETIME_MS`: how long outputs can be fetched; an hour when not set. @throws Error when not a number
 */
function dataLifetime(): { dataLifetimeMs?: number } {
  const given = process.env.REPLICATE_DATA_LIFETIME_MS;
  if (!given) return {};
  if (Number(given) > 0) return { dataLifetimeMs: Number(given) };
  throw new Error(`REPLICATE_DATA_LIFETIME_MS must be a number of milliseconds, got ${given}`);
}

/** With the echo engine only what a test lets hang waits, and a long test lets much hang before it clears up. */
const MAX_PENDING_ECHO = 500;

/**
 * `REPLICATE_ENGINE=echo` returns the picture at once, without restoring it, for load tests.
 * @throws Error on any other value but `local`
 */
function chosenEngine(): Pick<ReplicateOptions, 'engine' | 'maxPending'> {
  const chosen = process.env.REPLICATE_ENGINE || 'local';
  if (chosen === 'local')
    return {
      engine: createEngine({ workerFile: fileURLToPath(import.meta.resolve('@heirlight/restore-engine/worker')) }),
    };
  if (chosen === 'echo') return { engine: echoEngine(), maxPending: MAX_PENDING_ECHO };
  throw new Error(`REPLICATE_ENGINE must be local or echo, got ${chosen}`);
}

void runService({
  name: 'The local Replicate',
  defaultPort: 5055,
  create: ({ origin, data }) =>
    createReplicate({
      data,
      ...chosenEngine(),
      token: process.env.REPLICATE_API_TOKEN || LOCAL_TOKEN,
      webhookSecret: process.env.REPLICATE_WEBHOOK_SECRET || LOCAL_WEBHOOK_SECRET,
      origin,
      ...dataLifetime(),
    }),
});
