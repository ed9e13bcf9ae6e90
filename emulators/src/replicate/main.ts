import { createEngine } from '../engine/engine';
import { runService } from '../http/serviceProcess';
import { createReplicate } from './server';

/** Known to everyone who reads this file; they guard nothing but a service on this machine. */
const LOCAL_TOKEN = 'r8_local_heirlight';
const LOCAL_WEBHOOK_SECRET = 'whsec_aGVpcmxpZ2h0LWxvY2FsLXJlcGxpY2F0ZS0x';

void runService({
  name: 'The local Replicate',
  defaultPort: 5055,
  create: async ({ origin }) =>
    createReplicate({
      engine: await createEngine(),
      token: process.env.REPLICATE_API_TOKEN || LOCAL_TOKEN,
      webhookSecret: process.env.REPLICATE_WEBHOOK_SECRET || LOCAL_WEBHOOK_SECRET,
      origin,
    }),
});
