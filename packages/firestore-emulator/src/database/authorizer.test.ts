import { describe, expect, test } from '@jest/globals';
import { at, bool, brief, int, ROOT, rejection, remove, set, testDatabase } from '../testing/database';
import type { Authorizer } from './api';
import { permissionDenied } from './errors';
import type { Document, ListenResponse, Write } from './types';

const DENIED = 'PERMISSION_DENIED: Missing or insufficient permissions.';
const from = [{ collectionId: 'c' }];

/** Rules as functions. Requests without a function are allowed. */
function rules(parts: {
  get?: (name: string, document: Document | null) => boolean;
  list?: () => boolean;
  write?: (change: Parameters<Authorizer['write']>[0]) => boolean;
}): Authorizer {
  const demand = (allowed: boolean | undefined) => {
    if (allowed === false) throw permissionDenied();
  };
  return {
    get: (name, document) => demand(parts.get?.(name, document)),
    list: () => demand(parts.list?.()),
    write: (change) => demand(parts.write?.(change)),
  };
}
const noReading = rules({ get: () => false, list: () => false });

describe('reading', () => {
  test.each<[string, (db: ReturnType<typeof testDatabase>) => Promise<unknown>]>([
    ['a document', ({ database }) => database.getDocument({ name: at('c/a') }, noReading)],
    ['a missing document', ({ database }) => database.getDocument({ name: at('c/none') }, noReading)],
    ['documents', ({ database }) => database.batchGet({ documents: [at('c/a')] }, noReading)],
    ['a query', ({ database }) => database.runQuery({ parent: ROOT, structuredQuery: { from } }, noReading)],
    ['a listing', ({ database }) => database.listDocuments({ parent: ROOT, collectionId: 'c' }, noReading)],
    [
      'a count',
      ({ database }) =>
        database.runAggregationQuery(
          { parent: ROOT, structuredAggregationQuery: { structuredQuery: { from }, aggregations: [{ count: {} }] } },
          noReading,
        ),
    ],
  ])('%s may be refused', async (_name, read) => {
    const db = testDatabase();
    await db.put('c/a', { n: int(1) });
    expect(await rejection(() => read(db))).toBe(DENIED);
  });

  test('the rules see the document, or null if it is absent', async () => {
    const { database, put } = testDatabase();
    await put('c/a', { n: int(1) });
    const seen: unknown[] = [];
    const auth = rules({ get: (name, document) => Boolean(seen.push([name, document?.fields ?? null])) });
    await database.batchGet({ documents: [at('c/a'), at('c/none')] }, auth);
    expect(seen).toEqual([
      [at('c/a'), { n: int(1) }],
      [at('c/none'), null],
    ]);
  });

  test('a refused read leaves no transaction with locks', async () => {
    const { database, put } = testDatabase();
    expect(
      await rejection(() =>
        database.batchGet({ documents: [at('c/a')], newTransaction: { readWrite: {} } }, noReading),
      ),
    ).toBe(DENIED);
    await put('c/a', { n: int(1) });
  });
});

describe('writing', () => {
  test('the rules see the state before and after, and other documents as they will be', async () => {
    const { database, put } = testDatabase();
    await put('c/a', { n: int(1) });
    const seen: unknown[] = [];
    const auth = rules({
      write({ name, before, after, lookup }) {
        const other = name.endsWith('a') ? at('c/b') : at('c/a');
        seen.push([
          name.slice(-1),
          before?.fields,
          after?.fields,
          lookup(other, 'before')?.fields,
          lookup(other, 'after')?.fields,
        ]);
        return true;
      },
    });
    await database.commit({ writes: [set('c/a', { n: int(2) }), set('c/b', { n: int(3) })] }, auth);
    expect(seen).toEqual([
      ['a', { n: int(1) }, { n: int(2) }, undefined, { n: int(3) }],
      ['b', undefined, { n: int(3) }, { n: int(1) }, { n: int(2) }],
    ]);
  });

  test('one rejection fails the whole commit, but only its own write of a batch', async () => {
    const { database, get } = testDatabase();
    const auth = rules({ write: ({ name }) => !name.endsWith('secret') });
    const writes = [set('c/a', {}), set('c/secret', {})];
    expect(await rejection(() => database.commit({ writes }, auth))).toBe(DENIED);
    expect(get('c/a')).toBeNull();
    expect((await database.batchWrite({ writes }, auth)).status.map(({ code }) => code)).toEqual([0, 7]);
    expect(get('c/a')).not.toBeNull();
  });

  test('the rules also decide writes that change nothing', async () => {
    const { database, put } = testDatabase();
    await put('c/a', { n: int(1) });
    const auth = rules({ write: () => false });
    expect(await rejection(() => database.commit({ writes: [set('c/a', { n: int(1) })] }, auth))).toBe(DENIED);
    expect(await rejection(() => database.commit({ writes: [remove('c/none')] }, auth))).toBe(DENIED);
  });

  test.each<[string, Write]>([
    ['a create', { ...set('c/a', {}), currentDocument: { exists: false } }],
    ['an update', { ...set('c/none', {}), currentDocument: { exists: true } }],
    ['a verify', { verify: at('c/none'), currentDocument: { exists: true } }],
  ])('%s tells of existence only to those who may read', async (_name, write) => {
    const { database, put } = testDatabase();
    await put('c/a', { n: int(1) });
    expect(await rejection(() => database.commit({ writes: [write] }, noReading))).toBe(DENIED);
    expect(await rejection(() => database.commit({ writes: [write] }, rules({})))).toMatch(
      /^(ALREADY_EXISTS|NOT_FOUND)/,
    );
  });

  test('a stale precondition is reported before the rules decide, so that SDKs retry', async () => {
    const { database, put } = testDatabase();
    const { commitTime: updateTime } = await put('c/a', { n: int(1) });
    await put('c/a', { n: int(2) });
    const oneMore = rules({ write: () => false });
    const write = { ...set('c/a', { n: int(2) }), currentDocument: { updateTime } };
    expect(await rejection(() => database.commit({ writes: [write] }, oneMore))).toMatch(/^FAILED_PRECONDITION/);
  });

  test('a verify needs the right to read', async () => {
    const { database, put } = testDatabase();
    await put('c/a', {});
    const verify = { verify: at('c/a'), currentDocument: { exists: true } };
    expect(await rejection(() => database.commit({ writes: [verify] }, noReading))).toBe(DENIED);
    expect(await rejection(() => database.commit({ writes: [verify] }, rules({ write: () => false })))).toBe(
      'accepted',
    );
  });
});

describe('listening', () => {
  function listen(db: ReturnType<typeof testDatabase>, auth: Authorizer) {
    const sent: ListenResponse[] = [];
    const stream = db.database.openListenStream((response) => sent.push(response), auth);
    return { stream, take: () => brief(sent.splice(0)) };
  }

  test('refused targets are removed with a cause', async () => {
    const { stream, take } = listen(testDatabase(), noReading);
    stream.add({ targetId: 1, query: { parent: ROOT, structuredQuery: { from } } });
    stream.add({ targetId: 2, documents: { documents: [at('c/a')] } });
    expect(take()).toEqual(['REMOVE 1 7', 'REMOVE 2 7']);
  });

  test('a target ends, without sending the document, once the listener may not read it', async () => {
    const db = testDatabase();
    await db.put('c/a', { open: bool(true) });
    const { stream, take } = listen(db, rules({ get: (_name, document) => document?.fields.open !== undefined }));
    stream.add({ targetId: 1, documents: { documents: [at('c/a')] } });
    take();
    await db.put('c/a', { secret: int(1) });
    await db.put('c/a', { open: bool(true) });
    expect(take()).toEqual(['REMOVE 1 7']);
  });
});
