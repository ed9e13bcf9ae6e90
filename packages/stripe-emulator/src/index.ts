import { type RunningServer, startServer } from '@heirlight/emulator-kit/http';
import { createStripe, type StripeOptions } from './server';

export type { DefaultEndpoint } from './eventLog';
export type { Seed } from './seed';
export type { StripeOptions } from './server';

/**
 * Starts the Stripe emulator in this process, on 127.0.0.1. Every call has a state of its own.
 *
 * @param options `port` 0, the default, picks a free one
 * @returns its port, its origin (`http://127.0.0.1:PORT`) and `close()`
 */
export function startStripe({
  port = 0,
  ...options
}: Omit<StripeOptions, 'origin'> & { port?: number }): Promise<RunningServer> {
  return startServer({ port, create: ({ origin }) => createStripe({ ...options, origin }) });
}
