import type { Engine } from '../engine/api';
import { createEngine } from '../engine/engine';
import { runService } from '../http/serviceProcess';
import { echoEngine } from './echoEngine';
import { createReplicate } from './server';

/** Known to everyone who reads this file; they guard nothing but a service on this machine. */
const LOCAL_TOKEN = 'r8_local_heirlight';
const LOCAL_WEBHOOK_SECRET = 'whsec_aGVpcmxpZ2h0LWxvY2FsLXJlcGxpY2F0ZS0x';

/** `REPLICATE_DATA_LIFETIME_MS`: how long outputs can be fetched; an hour when not set. @throws Error when not a number */
function dataLifetime(): { dataLifetimeMs?: number } {
  const given = process.env.REPLICATE_DATA_LIFETIME_MS;
  if (!given) return {};
  if (Number(given) > 0) return { dataLifetimeMs: Number(given) };
  throw new Error(`REPLICATE_DATA_LIFETIME_MS must be a number of milliseconds, got ${given}`);
}

/** `REPLICATE_ENGINE=echo` answers at once without restoring anything, for load tests. @throws Error on any other value */
async function chosenEngine(): Promise<Engine> {
  const chosen = process.env.REPLICATE_ENGINE || 'local';
  if (chosen === 'local') return createEngine();
  if (chosen === 'echo') return echoEngine();
  throw new Error(`REPLICATE_ENGINE must be local or echo, got ${chosen}`);
}

void runService({
  name: 'The local Replicate',
  defaultPort: 5055,
  create: async ({ origin }) =>
    createReplicate({
      engine: await chosenEngine(),
      token: process.env.REPLICATE_API_TOKEN || LOCAL_TOKEN,
      webhookSecret: process.env.REPLICATE_WEBHOOK_SECRET || LOCAL_WEBHOOK_SECRET,
      origin,
      ...dataLifetime(),
    }),
});
