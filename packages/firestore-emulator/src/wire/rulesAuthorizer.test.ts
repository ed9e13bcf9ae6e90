import { compileRules } from '@heirlight/security-rules';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Value, Write } from '../database/types';
import { at, DATABASE, int, ROOT, rejection, set, text } from '../testing/database';
import { type Backend, type Call, createBackend } from './backend';
import { runCall } from './calls/run';
import { STREAMS } from './calls/streams';

const DENIED = 'PERMISSION_DENIED: Missing or insufficient permissions.';
const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function known(id) { return exists(/databases/$(database)/documents/keys/$(id)); }
    match /open/{id} { allow read, write; }
    match /stamped/{id} { allow create: if request.resource.data.created_at == request.time; }
    match /keyed/{id} { allow read, write: if known(id); }
    match /greedy/{id} {
      allow write: if known('1') && known('2') && known('3') && known('4') && known('5') && known('6')
        && known('7') && known('8') && known('9') && known('10') && known('11');
    }
    match /after/{id} { allow write: if getAfter(/databases/$(database)/documents/after/$(id)).data.n == 1; }
  }
}`;

describe('security rules for a signed-out client', () => {
  let backend: Backend;
  beforeEach(() => {
    backend = createBackend({ compileRules, log: () => undefined });
    backend.rules.loadInitial([{ name: 'firestore.rules', content: RULES }]);
  });
  afterEach(() => backend.close());

  const client = (): Call => ({ backend, caller: { kind: 'user', auth: null } });
  const ask = (method: string, request: object) => runCall(client(), method, request as Record<string, unknown>);
  const put = (...writes: Write[]) => backend.databaseOf(DATABASE).commit({ writes });
  const listen = (addTarget: object) => {
    const sent: object[] = [];
    const fail = (error: unknown) => sent.push({ error });
    STREAMS.Listen(client(), { send: (message) => sent.push(message), fail }).receive({
      database: DATABASE,
      addTarget: { ...addTarget, targetId: 1 },
    });
    return sent;
  };

  describe('a query without a collection needs a rule for all collections', () => {
    const everything = [
      ['without from', {}],
      ['with an empty from', { from: [] }],
      ['with a from that says nothing', { from: [{}] }],
    ] as const;
    beforeEach(() => put(set('open/a', { n: int(1) }), set('secret/a', { n: int(2) })));

    test.each(everything)('RunQuery %s', async (_name, structuredQuery) => {
      expect(await rejection(() => ask('RunQuery', { parent: ROOT, structuredQuery }))).toBe(DENIED);
    });

    test.each(everything)('RunAggregationQuery %s', async (_name, structuredQuery) => {
      const structuredAggregationQuery = { structuredQuery, aggregations: [{ alias: 'all', count: {} }] };
      expect(await rejection(() => ask('RunAggregationQuery', { parent: ROOT, structuredAggregationQuery }))).toBe(
        DENIED,
      );
    });

    test.each([[{}], [{ collectionId: '' }]])('ListDocuments of %j', async (request) => {
      expect(await rejection(() => ask('ListDocuments', { parent: ROOT, ...request }))).toBe(DENIED);
    });

    test.each(everything)('Listen %s', (_name, structuredQuery) => {
      const cause = { code: 7, message: 'Missing or insufficient permissions.' };
      expect(listen({ query: { parent: ROOT, structuredQuery } })).toEqual([
        { targetChange: { targetChangeType: 'REMOVE', targetIds: [1], cause } },
      ]);
    });

    test('a query of one collection needs a rule for that collection', async () => {
      const structuredQuery = { from: [{ collectionId: 'open' }] };
      expect(await ask('RunQuery', { parent: ROOT, structuredQuery })).toHaveLength(1);
      expect(await ask('ListDocuments', { parent: ROOT, collectionId: 'open' })).toHaveProperty('documents.length', 1);
    });
  });

  test("request.time is the commit's own server timestamp, to the microsecond", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) => {
        const stamp = { fieldPath: 'created_at', setToServerValue: 'REQUEST_TIME' as const };
        const write = { ...set(`stamped/d${index}`, {}), updateTransforms: [stamp] };
        return rejection(() => ask('Commit', { database: DATABASE, writes: [write] }));
      }),
    );
    expect(outcomes).toEqual(Array(500).fill('accepted'));
  });

  test('a timestamp from the client does not equal request.time', async () => {
    const created_at: Value = { timestampValue: new Date().toISOString() };
    expect(
      await rejection(() => ask('Commit', { database: DATABASE, writes: [set('stamped/a', { created_at })] })),
    ).toBe(DENIED);
  });

  describe('rules may look up twenty documents for one request', () => {
    const ids = (count: number, first = 1) => Array.from({ length: count }, (_, index) => String(first + index));
    const paths = (count: number, first?: number) => ids(count, first).map((id) => at(`keyed/${id}`));
    const writes = (count: number) => ids(count).map((id) => set(`keyed/${id}`, { n: int(1) }));
    const begin = async () =>
      ((await ask('BeginTransaction', { database: DATABASE })) as { transaction: string }).transaction;
    const commit = (count: number, transaction?: string) =>
      rejection(() => ask('Commit', { database: DATABASE, writes: writes(count), transaction }));
    const read = (documents: string[], transaction?: string) =>
      rejection(() => ask('BatchGetDocuments', { database: DATABASE, documents, transaction }));
    beforeEach(() => put(...ids(30).map((id) => set(`keys/${id}`, { name: text(id) }))));

    test('in one commit', async () => {
      expect(await commit(20)).toBe('accepted');
      expect(await commit(21)).toBe(DENIED);
    });

    test('in one read of several documents', async () => {
      expect(await read(paths(20))).toBe('accepted');
      expect(await read(paths(21))).toBe(DENIED);
      const targets = [20, 21].map((count) => JSON.stringify(listen({ documents: { documents: paths(count) } })));
      expect(targets.map((sent) => sent.includes('REMOVE'))).toEqual([false, true]);
    });

    test('in the reads and the commit of one transaction together', async () => {
      const wide = await begin();
      expect(await read(paths(15), wide)).toBe('accepted');
      expect(await read(paths(5, 16), wide)).toBe('accepted');
      expect(await rejection(() => ask('GetDocument', { name: at('keyed/21'), transaction: wide }))).toBe(DENIED);
      // Documents that were looked up before do not count again, so the commit succeeds.
      expect(await commit(20, wide)).toBe('accepted');

      const first = await ask('BatchGetDocuments', { database: DATABASE, documents: paths(15, 7), newTransaction: {} });
      expect(await commit(6, (first as { transaction: string }[])[0]?.transaction)).toBe(DENIED);
    });

    test('each request has its own twenty', async () => {
      expect(await read(paths(15))).toBe('accepted');
      expect(await read(paths(15, 16))).toBe('accepted');
    });

    test('but only ten for each document', async () => {
      expect(await rejection(() => ask('Commit', { database: DATABASE, writes: [set('greedy/a', {})] }))).toBe(DENIED);
    });

    test('including those that getAfter() finds', async () => {
      const after = (count: number) => ids(count).map((id) => set(`after/${id}`, { n: int(1) }));
      const both = [...writes(10), ...after(10)];
      expect(await rejection(() => ask('Commit', { database: DATABASE, writes: both }))).toBe('accepted');
      expect(await rejection(() => ask('Commit', { database: DATABASE, writes: [...both, ...after(11)] }))).toBe(
        DENIED,
      );
    });
  });
});
