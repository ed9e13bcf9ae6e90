import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newScope } from './harness/case';
import { openTarget, type Target } from './harness/server';

type Json = Record<string, unknown>;
const BY_NAME = { field: { fieldPath: '__name__' }, direction: 'ASCENDING' };
const ROOT = 'projects/demo-rest/databases/(default)/documents';

/** Source: https://firebase.google.com/docs/firestore/reference/rest */
describe('REST without an SDK', () => {
  let target: Target;
  let collection: string;

  beforeAll(async () => {
    target = await openTarget();
  });
  afterAll(() => target.close());
  beforeEach(() => {
    collection = newScope().collection;
  });

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(`http://${target.address}/v1/${path}`, {
      method,
      headers: { Authorization: 'Bearer owner', 'Content-Type': 'text/plain', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Json & Json[] };
  };
  const int = (value: number) => ({ integerValue: String(value) });
  const name = (id: string) => `${ROOT}/${collection}/${id}`;

  it('creates under a given id, once', async () => {
    const made = await call('POST', `${ROOT}/${collection}?documentId=a`, { fields: { n: { integerValue: 1 } } });
    expect(made).toMatchObject({ status: 200, body: { name: name('a'), fields: { n: int(1) } } });
    const again = await call('POST', `${ROOT}/${collection}?documentId=a`, { fields: {} });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 409, status: 'ALREADY_EXISTS' } } });
  });

  it('creates under an automatic id', async () => {
    const { body } = await call('POST', `${ROOT}/${collection}`, {});
    expect(String(body.name)).toMatch(/\/[A-Za-z0-9]{20}$/);
  });

  it('gets with a mask, and returns 404 for an absent document', async () => {
    await call('PATCH', name('a'), { fields: { x: int(1), y: int(2) } });
    expect((await call('GET', `${name('a')}?mask.fieldPaths=y`)).body.fields).toEqual({ y: int(2) });
    expect(await call('GET', name('b'))).toMatchObject({ status: 404, body: { error: { status: 'NOT_FOUND' } } });
  });

  it('patches only the fields in the update mask, and deletes those absent from the body', async () => {
    await call('PATCH', name('a'), { fields: { x: int(1), y: int(2), z: int(3) } });
    const query = 'updateMask.fieldPaths=x&updateMask.fieldPaths=y';
    const patched = await call('PATCH', `${name('a')}?${query}`, { fields: { x: int(9), z: int(9) } });
    expect(patched.body.fields).toEqual({ x: int(9), z: int(3) });
  });

  it('checks currentDocument.exists and .updateTime', async () => {
    const missing = await call('PATCH', `${name('a')}?currentDocument.exists=true`, { fields: {} });
    expect(missing).toMatchObject({ status: 404 });
    const { body } = await call('PATCH', name('a'), { fields: { n: int(1) } });
    const at = encodeURIComponent(String(body.updateTime));
    expect(
      (await call('PATCH', `${name('a')}?currentDocument.updateTime=${at}`, { fields: { n: int(2) } })).status,
    ).toBe(200);
    const stale = await call('DELETE', `${name('a')}?currentDocument.updateTime=${at}`);
    expect(stale).toMatchObject({ status: 400, body: { error: { status: 'FAILED_PRECONDITION' } } });
    expect(await call('DELETE', name('a'))).toMatchObject({ status: 200, body: {} });
  });

  it('lists in pages', async () => {
    for (const id of ['a', 'b', 'c']) await call('PATCH', name(id), { fields: {} });
    const first = await call('GET', `${ROOT}/${collection}?pageSize=2`);
    expect(first.body.documents).toHaveLength(2);
    const rest = await call('GET', `${ROOT}/${collection}?pageSize=2&pageToken=${first.body.nextPageToken}`);
    expect((rest.body.documents as unknown as Json[]).map((each) => each.name)).toEqual([name('c')]);
    expect(rest.body.nextPageToken).toBeUndefined();
  });

  it('batchGet returns found and missing documents in order', async () => {
    await call('PATCH', name('a'), { fields: {} });
    const { body } = await call('POST', `${ROOT}:batchGet`, { documents: [name('b'), name('a')] });
    expect(body).toMatchObject([{ missing: name('b') }, { found: { name: name('a') } }]);
  });

  it('runs a transaction, and a rolled back one cannot commit', async () => {
    await call('PATCH', name('a'), { fields: { n: int(1) } });
    const { body: begun } = await call('POST', `${ROOT}:beginTransaction`, {});
    const transaction = begun.transaction as string;
    await call('POST', `${ROOT}:batchGet`, { documents: [name('a')], transaction });
    const writes = [{ update: { name: name('a'), fields: { n: int(2) } } }];
    const done = await call('POST', `${ROOT}:commit`, { transaction, writes });
    expect(done.body.writeResults).toHaveLength(1);

    const { body: other } = await call('POST', `${ROOT}:beginTransaction`, { options: { readWrite: {} } });
    expect((await call('POST', `${ROOT}:rollback`, { transaction: other.transaction })).status).toBe(200);
    const late = await call('POST', `${ROOT}:commit`, { transaction: other.transaction, writes });
    expect(late.status).toBeGreaterThanOrEqual(400);
  });

  it('queries and aggregates', async () => {
    for (const n of [1, 2, 3]) await call('PATCH', name(`d${n}`), { fields: { n: int(n) } });
    const where = { fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: int(1) } };
    const structuredQuery = { from: [{ collectionId: collection }], where };
    const found = await call('POST', `${ROOT}:runQuery`, { structuredQuery });
    expect(found.body.map((each) => (each.document as Json).name)).toEqual([name('d2'), name('d3')]);
    const aggregations = [
      { alias: 'all', count: {} },
      { alias: 'sum', sum: { field: { fieldPath: 'n' } } },
    ];
    const counted = await call('POST', `${ROOT}:runAggregationQuery`, {
      structuredAggregationQuery: { structuredQuery, aggregations },
    });
    expect(counted.body[0]?.result).toEqual({ aggregateFields: { all: int(2), sum: int(5) } });
  });

  it('batchWrite reports each write separately', async () => {
    const { body } = await call('POST', `${ROOT}:batchWrite`, {
      writes: [
        { update: { name: name('a'), fields: {} } },
        { update: { name: name('b'), fields: {} }, currentDocument: { exists: true } },
      ],
    });
    expect((body.status as unknown as { code?: number }[]).map(({ code = 0 }) => code)).toEqual([0, 5]);
  });

  it('lists collection ids, for administrators only', async () => {
    await call('PATCH', `${name('a')}/sub/x`, { fields: {} });
    expect((await call('POST', `${name('a')}:listCollectionIds`, {})).body).toEqual({ collectionIds: ['sub'] });
    const refused = await call('POST', `${name('a')}:listCollectionIds`, {}, { Authorization: '' });
    expect(refused).toMatchObject({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } });
  });

  it('partitions queries, for administrators only', async () => {
    const query = {
      structuredQuery: { from: [{ collectionId: collection, allDescendants: true }], orderBy: [BY_NAME] },
      partitionCount: '2',
    };
    expect(await call('POST', `${ROOT}:partitionQuery`, query)).toMatchObject({ status: 200 });
    expect((await call('POST', `${ROOT}:partitionQuery`, query, { Authorization: '' })).status).toBe(403);
  });

  it('separates databases and projects', async () => {
    await call('PATCH', name('a'), { fields: {} });
    const path = `${collection}/a`;
    expect((await call('GET', `projects/demo-rest/databases/other/documents/${path}`)).status).toBe(404);
    expect((await call('GET', `projects/demo-rest2/databases/(default)/documents/${path}`)).status).toBe(404);
  });

  it('keeps the sign of zero, special doubles and encoded ids', async () => {
    const fields = { a: { doubleValue: '-0' }, b: { doubleValue: 'NaN' }, c: { doubleValue: '-Infinity' } };
    await call('PATCH', `${ROOT}/${collection}/with%20space`, { fields });
    expect((await call('GET', `${ROOT}/${collection}/with%20space`)).body).toMatchObject({
      name: name('with space'),
      fields,
    });
  });

  it.each([
    ['no JSON', 'POST', ':commit', '{oops'],
    ['an unknown name', 'POST', ':commit', { wrties: [] }],
    ['a wrong type', 'POST', ':commit', { writes: 'all' }],
    ['two kinds of one value', 'POST', ':commit', { writes: [{ update: { name: 'x' }, delete: 'x' }] }],
    [
      'an integer that is none',
      'POST',
      ':commit',
      { writes: [{ update: { name: 'x', fields: { a: { integerValue: '1.5' } } } }] },
    ],
    [
      'a timestamp that is none',
      'POST',
      ':commit',
      { writes: [{ update: { name: 'x', fields: { a: { timestampValue: 'noon' } } } }] },
    ],
    ['an array as the body', 'POST', ':commit', []],
    ['no query', 'POST', ':runQuery', {}],
  ])('answers 400 to %s', async (_, method, path, body) => {
    expect(await call(method, `${ROOT}${path}`, body)).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.any(String) } },
    });
  });

  it('returns 401 for an unreadable token and 404 for an unknown path', async () => {
    expect((await call('GET', name('a'), undefined, { Authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await call('GET', 'nothing/here')).status).toBe(404);
  });

  it('allows pages of this machine, with credentials', async () => {
    const reply = await fetch(`http://${target.address}/v1/${ROOT}:commit`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:5000', 'Access-Control-Request-Headers': 'authorization,x-goog-api-client' },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:5000');
    expect(reply.headers.get('access-control-allow-credentials')).toBe('true');
    expect(reply.headers.get('access-control-allow-headers')).toBe('authorization,x-goog-api-client');
  });
});
