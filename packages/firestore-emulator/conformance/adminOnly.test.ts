import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { openAdmin } from './drivers/admin';
import { newScope } from './harness/case';
import { openTarget, type Target } from './harness/server';

/** gRPC's numbers, as firebase-admin reports them. */
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;
const UNIMPLEMENTED = 12;

describe('firebase-admin over gRPC: what only server SDKs can do', () => {
  let target: Target;
  let admin: { firestore: Firestore; close(): Promise<void> };
  let db: Firestore;
  let collection: string;

  beforeAll(async () => {
    target = await openTarget();
    admin = openAdmin({ host: target.address, projectId: 'demo-admin' });
    db = admin.firestore;
  });
  afterAll(async () => {
    await admin.close();
    await target.close();
  });
  beforeEach(() => {
    collection = newScope().collection;
  });
  const doc = (id: string) => db.doc(`${collection}/${id}`);

  it('create succeeds once', async () => {
    await doc('a').create({ n: 1 });
    await expect(doc('a').create({ n: 2 })).rejects.toMatchObject({ code: ALREADY_EXISTS });
    expect((await doc('a').get()).data()).toEqual({ n: 1 });
  });

  it('a write result carries the time the document was updated', async () => {
    const { writeTime } = await doc('a').set({ n: 1 });
    const snapshot = await doc('a').get();
    expect(snapshot.updateTime?.isEqual(writeTime)).toBe(true);
    expect(snapshot.createTime?.isEqual(writeTime)).toBe(true);
    await doc('a').set({ n: 2 });
    const later = await doc('a').get();
    expect(later.createTime?.isEqual(writeTime)).toBe(true);
    expect(Number(later.updateTime?.toMillis())).toBeGreaterThanOrEqual(writeTime.toMillis());
    expect(later.updateTime?.isEqual(writeTime)).toBe(false);
  });

  it('a stale lastUpdateTime refuses update and delete', async () => {
    const { writeTime } = await doc('a').set({ n: 1 });
    await doc('a').update({ n: 2 }, { lastUpdateTime: writeTime });
    const stale = { lastUpdateTime: writeTime };
    await expect(doc('a').update({ n: 3 }, stale)).rejects.toMatchObject({ code: FAILED_PRECONDITION });
    await expect(doc('a').delete(stale)).rejects.toMatchObject({ code: FAILED_PRECONDITION });
    expect((await doc('a').get()).data()).toEqual({ n: 2 });
  });

  it('delete with exists refuses when there is nothing', async () => {
    await expect(doc('a').delete({ exists: true })).rejects.toMatchObject({ code: NOT_FOUND });
  });

  it('getAll returns documents in order, including absent ones, with a field mask', async () => {
    await doc('a').set({ x: 1, y: 1 });
    await doc('c').set({ x: 3, y: 3 });
    const found = await db.getAll(doc('c'), doc('b'), doc('a'), { fieldMask: ['x'] });
    expect(found.map(({ id, exists }) => [id, exists])).toEqual([
      ['c', true],
      ['b', false],
      ['a', true],
    ]);
    expect(found[0]?.data()).toEqual({ x: 3 });
  });

  it('select returns only the fields asked for', async () => {
    await doc('a').set({ x: 1, map: { p: 1, q: 2 } });
    const { docs } = await db.collection(collection).select('map.p').get();
    expect(docs[0]?.data()).toEqual({ map: { p: 1 } });
    const bare = await db.collection(collection).select().get();
    expect(bare.docs[0]?.data()).toEqual({});
  });

  it('offset skips', async () => {
    await Promise.all([1, 2, 3, 4].map((n) => doc(`d${n}`).set({ n })));
    const { docs } = await db.collection(collection).orderBy('n').offset(2).limit(1).get();
    expect(docs.map((each) => each.data().n)).toEqual([3]);
  });

  it('listDocuments also finds absent documents with subcollections', async () => {
    await doc('real').set({});
    await doc('ghost').collection('sub').doc('x').set({});
    const found = await db.collection(collection).listDocuments();
    expect(found.map(({ id }) => id).sort()).toEqual(['ghost', 'real']);
  });

  it('listCollections lists collections of the root and of a document', async () => {
    await doc('a').collection('one').doc('x').set({});
    await doc('a').collection('two').doc('x').set({});
    expect((await doc('a').listCollections()).map(({ id }) => id)).toEqual(['one', 'two']);
    expect((await db.listCollections()).map(({ id }) => id)).toContain(collection);
  });

  it('recursiveDelete removes a document, everything below it, and nothing else', async () => {
    await doc('a').set({});
    await doc('a').collection('sub').doc('x').set({});
    await doc('a').collection('sub').doc('x').collection('deep').doc('y').set({});
    await doc('b').set({});
    await db.recursiveDelete(doc('a'));
    expect((await doc('a').collection('sub').get()).size).toBe(0);
    expect((await db.doc(`${collection}/a/sub/x/deep/y`).get()).exists).toBe(false);
    expect((await db.collection(collection).get()).docs.map(({ id }) => id)).toEqual(['b']);
  });

  it('bulkWriter writes many documents and reports each failure', async () => {
    await doc('taken').set({ n: 0 });
    const writer = db.bulkWriter();
    const failures: string[] = [];
    writer.onWriteError((error) => {
      failures.push(error.documentRef.id);
      return false;
    });
    for (let n = 0; n < 120; n++) void writer.create(doc(`d${n}`), { n }).catch(() => undefined);
    void writer.create(doc('taken'), { n: 1 }).catch(() => undefined);
    void writer.update(doc('absent'), { n: 1 }).catch(() => undefined);
    await writer.close();
    expect(failures.sort()).toEqual(['absent', 'taken']);
    expect((await db.collection(collection).count().get()).data().count).toBe(121);
  });

  it('a read-only transaction reads one point in time', async () => {
    await doc('a').set({ n: 1 });
    const seen = await db.runTransaction(
      async (transaction) => {
        const first = (await transaction.get(doc('a'))).data()?.n;
        await doc('a').set({ n: 2 });
        return [first, (await transaction.get(doc('a'))).data()?.n];
      },
      { readOnly: true },
    );
    expect(seen).toEqual([1, 1]);
  });

  it('a query inside a transaction sees documents of the collection', async () => {
    await Promise.all([1, 2, 3].map((n) => doc(`d${n}`).set({ n })));
    const sum = await db.runTransaction(async (transaction) => {
      const { docs } = await transaction.get(db.collection(collection).where('n', '>', 1));
      transaction.set(doc('sum'), { n: docs.reduce((total, each) => total + Number(each.data().n), 0) });
      return docs.length;
    });
    expect(sum).toBe(2);
    expect((await doc('sum').get()).data()).toEqual({ n: 5 });
  });

  it('fifty concurrent transactional increments of one counter all count', async () => {
    await doc('n').set({ n: 0 });
    const bump = () =>
      db.runTransaction(
        async (transaction) => {
          const { n } = (await transaction.get(doc('n'))).data() as { n: number };
          transaction.update(doc('n'), { n: n + 1 });
        },
        { maxAttempts: 50 },
      );
    await Promise.all(Array.from({ length: 50 }, bump));
    expect((await doc('n').get()).data()).toEqual({ n: 50 });
  });

  it('getPartitions splits a collection group without losing or duplicating documents', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => doc(`p${n}`).collection(`${collection}g`).doc('x').set({ n })),
    );
    const seen: number[] = [];
    for await (const partition of db.collectionGroup(`${collection}g`).getPartitions(4)) {
      const { docs } = await partition.toQuery().get();
      seen.push(...docs.map((each) => Number(each.data().n)));
    }
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('explain fails at once: there is no query planner to explain', async () => {
    await doc('a').set({ n: 1 });
    const query = db.collection(collection).where('n', '>', 0);
    const refused = { code: UNIMPLEMENTED, message: expect.stringContaining('Query explain is not available') };
    await expect(query.explain()).rejects.toMatchObject(refused);
    await expect(query.explain({ analyze: true })).rejects.toMatchObject(refused);
    await expect(query.count().explain({ analyze: true })).rejects.toMatchObject(refused);
  }, 2000);

  it('streams a query', async () => {
    await Promise.all([1, 2, 3].map((n) => doc(`d${n}`).set({ n })));
    let count = 0;
    for await (const _ of db.collection(collection).stream()) count += 1;
    expect(count).toBe(3);
  });

  it('field paths with special characters reach the right field', async () => {
    await doc('a').set({ 'a.b': { 'c d': 1 }, keep: true });
    await doc('a').update(new FieldPath('a.b', 'c d'), 2);
    expect((await doc('a').get()).data()).toEqual({ 'a.b': { 'c d': 2 }, keep: true });
    const { docs } = await db.collection(collection).where(new FieldPath('a.b', 'c d'), '==', 2).get();
    expect(docs).toHaveLength(1);
  });

  it('integers beyond the safe range survive', async () => {
    const big = 9_223_372_036_854_775_807n;
    await doc('a').set({ big });
    const other = openAdmin({ host: target.address, projectId: 'demo-admin' });
    other.firestore.settings({ useBigInt: true });
    expect((await other.firestore.doc(`${collection}/a`).get()).data()).toEqual({ big });
    await other.close();
  });

  it('several aggregations in one request', async () => {
    await Promise.all([1, 2, 3].map((n) => doc(`d${n}`).set({ n, at: Timestamp.now() })));
    const { AggregateField } = await import('firebase-admin/firestore');
    const spec = { count: AggregateField.count(), sum: AggregateField.sum('n'), average: AggregateField.average('n') };
    const result = await db.collection(collection).where('n', '>', 1).aggregate(spec).get();
    expect(result.data()).toEqual({ count: 2, sum: 5, average: 2.5 });
  });
});
