import { type RunningServer, startServer } from '@heirlight/emulator-kit/http';
import { echoEngine } from './echoEngine';
import { createReplicate, type ReplicateOptions } from './server';

export { echoEngine } from './echoEngine';
export type { ReplicateOptions } from './server';

/**
 * Starts the Replicate emulator in this process, on 127.0.0.1. Every call has a state of its own.
 *
 * @param options `port` 0, the default, picks a free one; `engine` is `echoEngine()` by default, which needs no model
 * @returns its port, its origin (`http://127.0.0.1:PORT`; the API is under `/v1`) and `close()`
 */
export function startReplicate({
  port = 0,
  engine = echoEngine(),
  ...options
}: Omit<ReplicateOptions, 'origin' | 'engine'> &
  Partial<Pick<ReplicateOptions, 'engine'>> & { port?: number }): Promise<RunningServer> {
  return startServer({ port, create: ({ origin }) => createReplicate({ ...options, engine, origin }) });
}
