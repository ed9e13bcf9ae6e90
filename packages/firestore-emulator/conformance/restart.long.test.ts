import { join } from 'node:path';
import { compileRules } from '@heirlight/security-rules';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type FirestoreServer, startServer } from '../src/wire/server';
import type { PageConformance } from './browser/entry';
import { openPage } from './browser/open';
import { webDriver } from './drivers/web';

const LIMIT_MS = 60_000;
const DOCUMENT = 'projects/demo-restart/databases/(default)/documents/docs/a';

declare const conformance: PageConformance;

/** The server ends and another one with other data opens the same port. Clients must reconnect by themselves. */
describe('web SDK: a restarted server', () => {
  let server: FirestoreServer;
  afterEach(() => server.close());

  const start = (port = 0) => startServer({ host: '127.0.0.1', port, compileRules });
  const write = (n: number) =>
    server.backend
      .databaseOf(DOCUMENT)
      .commit({ writes: [{ update: { name: DOCUMENT, fields: { n: { integerValue: String(n) } } } }] });
  const restart = async () => {
    await server.close();
    server = await start(server.port);
  };
  const options = () => ({ host: '127.0.0.1', port: server.port, projectId: 'demo-restart' });

  it(
    'is found again by a listener over gRPC',
    async () => {
      server = await start();
      await write(1);
      const client = webDriver(options());
      const seen: unknown[] = [];
      client.listen('docs/a', { next: ({ docs }) => seen.push(docs[0]?.data.n), error: (error) => seen.push(error) });
      await until(() => seen.at(-1) === 1);
      await restart();
      await write(2);
      await until(() => seen.at(-1) === 2);
      await client.close();
    },
    LIMIT_MS,
  );

  it(
    'is found again by a listener over WebChannel, whose session it does not know',
    async () => {
      server = await start();
      await write(1);
      const { page, close } = await openPage(join(__dirname, 'browser/entry.ts'));
      const run = ([each, n]: [ReturnType<typeof options>, number]) => conformance.waitFor(each, 'docs/a', n);
      await page.evaluate(run, [options(), 1] as [ReturnType<typeof options>, number]);
      const waiting = page.evaluate(run, [options(), 2] as [ReturnType<typeof options>, number]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await restart();
      await write(2);
      await expect(waiting).resolves.toBeUndefined();
      await close();
    },
    LIMIT_MS,
  );
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + LIMIT_MS / 2;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('The condition did not become true in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
