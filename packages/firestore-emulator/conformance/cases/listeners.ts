import { equal, ok } from '../harness/assert';
import { type Case, record } from '../harness/case';
import type { ListenEvent } from '../harness/driver';

const ids = ({ docs }: ListenEvent) => docs.map(({ path }) => path.split('/').at(-1) ?? '');
const settled = (event: ListenEvent) => !event.fromCache;
const shows =
  (...expected: string[]) =>
  (event: ListenEvent) =>
    settled(event) && ids(event).join() === expected.join();

/** Source: https://firebase.google.com/docs/firestore/query-data/listen */
export const listenerCases: Case[] = [
  {
    name: 'a document listener sees creation, change and deletion',
    async run(db, { doc }) {
      const seen = record(db, doc('a'));
      await seen.until((event) => event.docs.length === 0 && settled(event), 'the absent document');
      await db.set(doc('a'), { n: 1 });
      await seen.until(({ docs }) => docs[0]?.data.n === 1, 'n = 1');
      await db.update(doc('a'), { n: 2 });
      await seen.until(({ docs }) => docs[0]?.data.n === 2, 'n = 2');
      await db.delete(doc('a'));
      await seen.until(({ docs }) => docs.length === 0, 'the deletion');
      seen.stop();
    },
  },
  {
    name: 'a query listener starts with what is there, also nothing',
    async run(db, { doc, collection }) {
      const empty = record(db, { collection });
      equal((await empty.until(settled, 'the first snapshot')).docs, []);
      empty.stop();
      await db.set(doc('a'), { n: 1 });
      const full = record(db, { collection });
      const first = await full.until(settled, 'the first snapshot');
      equal(first.docs, [{ path: doc('a'), data: { n: 1 } }]);
      full.stop();
    },
  },
  {
    name: 'a query listener sees adds, changes and removals by another client, with their places',
    async run(db, { doc, collection }) {
      const other = db.another();
      await other.set(doc('b'), { n: 2 });
      const seen = record(db, { collection, orderBy: [['n']] });
      await seen.until(shows('b'), 'b');
      await other.set(doc('a'), { n: 1 });
      const added = await seen.until(shows('a', 'b'), 'a before b');
      equal(added.changes, [{ type: 'added', path: doc('a'), oldIndex: -1, newIndex: 0 }]);
      await other.update(doc('a'), { n: 3 });
      const modified = await seen.until(shows('b', 'a'), 'a after b');
      equal(modified.changes, [{ type: 'modified', path: doc('a'), oldIndex: 0, newIndex: 1 }]);
      await other.delete(doc('b'));
      const removed = await seen.until(shows('a'), 'only a');
      equal(removed.changes, [{ type: 'removed', path: doc('b'), oldIndex: 0, newIndex: -1 }]);
      seen.stop();
      await other.close();
    },
  },
  {
    name: 'a filtered listener sees documents enter and leave',
    async run(db, { doc, collection }) {
      const seen = record(db, { collection, where: [['open', '==', true]] });
      await seen.until(shows(), 'nothing');
      await db.set(doc('a'), { open: false });
      await db.set(doc('b'), { open: true });
      await seen.until(shows('b'), 'b');
      await db.update(doc('a'), { open: true });
      await seen.until(shows('a', 'b'), 'a and b');
      await db.update(doc('b'), { open: false });
      await seen.until(shows('a'), 'only a');
      ok(!seen.events.some((event) => event.docs.some(({ data }) => data.open === false)), 'no closed one ever shows');
      seen.stop();
    },
  },
  {
    name: 'a limited listener pulls in the next when one leaves',
    async run(db, { doc, collection }) {
      const other = db.another();
      await db.batch([1, 2, 3].map((n) => ({ set: doc(`d${n}`), data: { n } })));
      const seen = record(db, { collection, orderBy: [['n']], limit: 2 });
      await seen.until(shows('d1', 'd2'), 'the first two');
      await other.delete(doc('d1'));
      await seen.until(shows('d2', 'd3'), 'the next two');
      await other.set(doc('d0'), { n: 0 });
      await seen.until(shows('d0', 'd2'), 'the new first two');
      seen.stop();
      await other.close();
    },
  },
  {
    name: 'a limitToLast listener follows the end',
    async run(db, { doc, collection }) {
      await db.batch([1, 2, 3].map((n) => ({ set: doc(`d${n}`), data: { n } })));
      const seen = record(db, { collection, orderBy: [['n']], limitToLast: 2 });
      await seen.until(shows('d2', 'd3'), 'the last two');
      await db.set(doc('d4'), { n: 4 });
      await seen.until(shows('d3', 'd4'), 'the new last two');
      seen.stop();
    },
  },
  {
    name: 'a collection group listener sees every place',
    async run(db, { doc, collection }) {
      const group = `${collection}g`;
      const seen = record(db, { group });
      await seen.until(shows(), 'nothing');
      await db.set(`${doc('x')}/${group}/1`, { n: 1 });
      await seen.until(shows('1'), 'the first');
      await db.set(`${doc('y')}/${group}/2`, { n: 2 });
      await seen.until(shows('1', '2'), 'both');
      seen.stop();
    },
  },
  {
    name: 'a batch arrives as one snapshot',
    async run(db, { doc, collection }) {
      const other = db.another();
      const seen = record(db, { collection });
      await seen.until(shows(), 'nothing');
      await other.batch(['a', 'b', 'c'].map((id) => ({ set: doc(id), data: {} })));
      const event = await seen.until(({ docs }) => docs.length > 0, 'the batch');
      equal(ids(event), ['a', 'b', 'c']);
      seen.stop();
      await other.close();
    },
  },
  {
    name: 'two listeners on one client do not disturb each other',
    async run(db, { doc, collection }) {
      const all = record(db, { collection });
      const one = record(db, doc('a'));
      await all.until(shows(), 'nothing');
      await db.set(doc('a'), { n: 1 });
      await db.set(doc('b'), { n: 2 });
      await all.until(shows('a', 'b'), 'both');
      await one.until(({ docs }) => docs[0]?.data.n === 1, 'a');
      one.stop();
      await db.delete(doc('a'));
      await all.until(shows('b'), 'only b');
      all.stop();
    },
  },
  {
    name: 'a stopped listener stays silent',
    async run(db, { doc, collection }) {
      const stopped = record(db, { collection });
      const running = record(db, { collection });
      await stopped.until(shows(), 'nothing');
      stopped.stop();
      const before = stopped.events.length;
      await db.set(doc('a'), {});
      await running.until(shows('a'), 'a');
      equal(stopped.events.length, before);
      running.stop();
    },
  },
  {
    name: 'a listener sees two hundred documents and every change of a burst in the end',
    async run(db, { doc, collection }) {
      const other = db.another();
      await db.batch(
        Array.from({ length: 200 }, (_, n) => ({ set: doc(`d${String(n).padStart(3, '0')}`), data: { n } })),
      );
      const seen = record(db, { collection });
      await seen.until((event) => settled(event) && event.docs.length === 200, 'two hundred documents');
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => other.update(doc(`d${String(n).padStart(3, '0')}`), { n: -1 })),
      );
      const last = await seen.until(
        ({ docs }) => docs.filter(({ data }) => data.n === -1).length === 50,
        'fifty changes',
      );
      equal(last.docs.length, 200);
      seen.stop();
      await other.close();
    },
  },
  {
    name: 'large documents reach a listener whole',
    async run(db, { doc, collection }) {
      const other = db.another();
      const seen = record(db, { collection });
      await seen.until(shows(), 'nothing');
      const text = 'ü👵'.repeat(100_000);
      await other.set(doc('a'), { text });
      const event = await seen.until(({ docs }) => docs.length === 1, 'the document');
      equal(event.docs[0]?.data.text, text);
      seen.stop();
      await other.close();
    },
  },
  {
    name: 'after being offline a listener catches up: changes, additions and removals',
    only: 'web',
    async run(db, { doc, collection }) {
      const other = db.another();
      await db.batch(['keep', 'change', 'drop'].map((id) => ({ set: doc(id), data: { n: 1 } })));
      const seen = record(db, { collection });
      await seen.until(shows('change', 'drop', 'keep'), 'three documents');
      await db.setOnline?.(false);
      await other.update(doc('change'), { n: 2 });
      await other.delete(doc('drop'));
      await other.set(doc('fresh'), { n: 3 });
      await db.setOnline?.(true);
      const caughtUp = await seen.until(shows('change', 'fresh', 'keep'), 'what happened meanwhile');
      equal(
        caughtUp.docs.map(({ data }) => data.n),
        [2, 3, 1],
      );
      seen.stop();
      await other.close();
    },
  },
  {
    name: 'a write made offline is sent when the network is back',
    only: 'web',
    async run(db, { doc }) {
      const other = db.another();
      await db.setOnline?.(false);
      const writing = db.set(doc('a'), { made: 'offline' });
      equal(await other.get(doc('a')), null);
      await db.setOnline?.(true);
      await writing;
      equal(await other.get(doc('a')), { made: 'offline' });
      await other.close();
    },
  },
];
