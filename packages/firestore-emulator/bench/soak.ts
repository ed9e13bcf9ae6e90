/**
 * `npm run soak -- --minutes 30`: clients of every kind work on one Firestore without pause. Prints its memory each
 * minute, after a garbage collection, and the work done. Fails if the end needs more memory than the tenth minute:
 * by then the history (5 minutes) and abandoned sessions (2 minutes) have come and gone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { adminDriver } from '../conformance/drivers/admin';
import { webDriver } from '../conformance/drivers/web';
import { record } from '../conformance/harness/case';
import type { Where } from '../conformance/harness/driver';
import { increment, vector } from '../conformance/harness/values';

const PROJECT = 'demo-soak';
const DATABASE = `projects/${PROJECT}/databases/(default)`;
const SETTLED_AFTER = 10;
/** How much the end may lie above the tenth minute: the history fills and halves between 32 and 64 MiB. */
const TOLERANCE_MIB = 48;
const MIB = 1024 * 1024;
const DOCUMENTS = 300;
/** A busy machine may be slow for as long as this: memory is what is looked at. */
const PATIENCE_MS = 60_000;

interface Memory {
  rss: number;
  heapUsed: number;
  external: number;
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes must be a positive number.');

const server = fork(fileURLToPath(new URL('./soakServer.ts', import.meta.url)), {
  execArgv: ['--expose-gc', '--import', 'tsx'],
});
const { port } = await answer<{ port: number }>();
const host = `127.0.0.1:${port}`;
const admin = adminDriver({ host, projectId: PROJECT });
const web = webDriver({ host: '127.0.0.1', port, projectId: PROJECT, uid: 'soak' });

/** Kinds of work. Each repeats until the end, after a pause. */
const WORK: Record<string, { pauseMs: number; run(round: number): Promise<unknown> }> = {
  writes: { pauseMs: 5, run: (n) => admin.set(`docs/${n % DOCUMENTS}`, { n, text: 'x'.repeat((n * 7919) % 20_000) }) },
  transactions: {
    pauseMs: 20,
    run: (n) =>
      (n % 2 ? admin : web).transaction(async (each) => {
        await each.get('counters/a');
        each.set('counters/a', { n: increment(1) });
      }),
  },
  queries: {
    pauseMs: 20,
    run: (n) => (n % 2 ? admin : web).query({ collection: 'docs', orderBy: [['n', 'desc']], limit: 5 }),
  },
  // A collection of its own each time, with an index, and without documents in the end.
  passing: {
    pauseMs: 20,
    async run(n) {
      const paths = [1, 2, 3].map((step) => `passing/${n}/steps${n}/${step}`);
      await admin.batch(paths.map((path, step) => ({ set: path, data: { step, at: vector(step, n) } })));
      await admin.query({ group: `steps${n}`, where: [['step', '>', 0]] });
      await admin.nearest?.({ group: `steps${n}` }, { field: 'at', to: [1, 1], by: 'EUCLIDEAN', limit: 2 });
      await admin.batch(paths.map((path) => ({ delete: path })));
    },
  },
  listeners: {
    pauseMs: 50,
    async run(n) {
      const client = n % 2 ? admin : web;
      const query = { collection: 'docs', where: [['n', '>', n] as Where] };
      const listener = record(client, n % 3 ? `docs/${n % DOCUMENTS}` : query, PATIENCE_MS);
      await listener.until(({ fromCache }) => !fromCache, 'a first snapshot');
      listener.stop();
    },
  },
  'large writes': { pauseMs: 500, run: (n) => admin.set('large/a', { n, text: `${n}`.padEnd(900_000, 'y') }) },
  // Each session is abandoned: it listens to the large document and never reads.
  'abandoned sessions': {
    pauseMs: 5000,
    async run() {
      const message = {
        database: DATABASE,
        addTarget: { targetId: 1, documents: { documents: [`${DATABASE}/documents/large/a`] } },
      };
      const body = new URLSearchParams({
        headers: 'Authorization:Bearer owner\r\n',
        count: '1',
        ofs: '0',
        req0___data__: JSON.stringify(message),
      });
      const url = `http://${host}/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1&CVER=22`;
      await (await fetch(url, { method: 'POST', body })).text();
    },
  },
  rejections: {
    pauseMs: 50,
    async run(n) {
      const { status } = await fetch(`http://${host}/v1/${DATABASE}/documents/docs/${n}`);
      if (status !== 403) throw new Error(`A signed-out client got ${status}`);
    },
  },
};

const done = Object.fromEntries(Object.keys(WORK).map((kind) => [kind, 0]));
const failures = new Map<string, string[]>();
let over = false;
const loops = Object.entries(WORK).map(async ([kind, { pauseMs, run }]) => {
  for (let round = 0; !over; round += 1) {
    await run(round).then(
      () => {
        done[kind] = (done[kind] ?? 0) + 1;
      },
      (error: unknown) => failures.set(kind, [...(failures.get(kind) ?? []), String(error)]),
    );
    await sleep(pauseMs);
  }
});

const used: number[] = [];
console.log(['minute', 'heap MiB', 'buffers', 'process', 'operations'].map((head) => head.padStart(12)).join(''));
for (let minute = 1; minute <= minutes; minute += 1) {
  await sleep(60_000);
  const memory = await measured();
  used.push((memory.heapUsed + memory.external) / MIB);
  const [heap, external, rss] = [memory.heapUsed, memory.external, memory.rss].map((bytes) => Math.round(bytes / MIB));
  const operations = Object.values(done).reduce((sum, count) => sum + count, 0);
  console.log([minute, heap, external, rss, operations].map((value) => String(value).padStart(12)).join(''));
}
over = true;
await Promise.all(loops);
await Promise.all([admin.close(), web.close()]);
server.disconnect();

console.log(`done: ${listed(Object.entries(done))}`);
const [settled, end] = [used[SETTLED_AFTER - 1], used.at(-1)];
if (settled === undefined || end === undefined || minutes === SETTLED_AFTER) {
  console.log(`Nothing is concluded: a soak needs more than ${SETTLED_AFTER} minutes.`);
} else {
  console.log(`tenth minute ${settled.toFixed(0)} MiB, end ${end.toFixed(0)} MiB`);
  if (end > settled + TOLERANCE_MIB) throw new Error('The memory has grown since the tenth minute.');
}
if (failures.size > 0) {
  const counts = [...failures].map(([kind, errors]): [string, number] => [kind, errors.length]);
  throw new Error(`Some work failed: ${listed(counts)}. The first: ${[...failures.values()][0]?.[0]}`);
}
process.exit(0);

function listed(counts: [kind: string, count: number][]): string {
  return counts.map(([kind, count]) => `${count} ${kind}`).join(', ');
}

function measured(): Promise<Memory> {
  server.send('memory');
  return answer<Memory>();
}

async function answer<T>(): Promise<T> {
  const [message] = await once(server, 'message');
  return message as T;
}
