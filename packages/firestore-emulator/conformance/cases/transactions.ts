import { equal, ok } from '../harness/assert';
import { type Case, fails } from '../harness/case';
import { increment } from '../harness/values';

/** Source: https://firebase.google.com/docs/firestore/manage-data/transactions */
export const transactionCases: Case[] = [
  {
    name: 'ten concurrent read-modify-write transactions of one client lose no update',
    async run(db, { doc }) {
      await db.set(doc('a'), { n: 0 });
      await Promise.all(
        Array.from({ length: 10 }, () =>
          db.transaction(async (transaction) => {
            const data = await transaction.get(doc('a'));
            transaction.update(doc('a'), { n: Number(data?.n) + 1 });
          }),
        ),
      );
      equal(await db.get(doc('a')), { n: 10 });
    },
  },
  {
    name: 'transactions of two clients lose no update',
    async run(db, { doc }) {
      const other = db.another();
      await db.set(doc('a'), { n: 0 });
      const bump = (client: typeof db) =>
        client.transaction(async (transaction) => {
          const data = await transaction.get(doc('a'));
          transaction.set(doc('a'), { n: Number(data?.n) + 1 });
        });
      await Promise.all([db, other, db, other, db, other].map(bump));
      equal(await db.get(doc('a')), { n: 6 });
      await other.close();
    },
  },
  {
    name: 'only one of several transactions creates an absent document',
    async run(db, { doc }) {
      const winners = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          db.transaction(async (transaction) => {
            if (await transaction.get(doc('a'))) return false;
            transaction.set(doc('a'), { by: index });
            return true;
          }),
        ),
      );
      equal(winners.filter(Boolean).length, 1);
      const { by } = (await db.get(doc('a'))) as { by: number };
      equal(winners[by], true);
    },
  },
  {
    name: 'a transfer between two documents keeps the sum',
    async run(db, { doc }) {
      await db.batch([
        { set: doc('a'), data: { credits: 10 } },
        { set: doc('b'), data: { credits: 10 } },
      ]);
      const move = (from: string, to: string) =>
        db.transaction(async (transaction) => {
          const left = Number((await transaction.get(doc(from)))?.credits);
          const right = Number((await transaction.get(doc(to)))?.credits);
          transaction.update(doc(from), { credits: left - 1 });
          transaction.update(doc(to), { credits: right + 1 });
        });
      await Promise.all([move('a', 'b'), move('b', 'a'), move('a', 'b'), move('b', 'a'), move('a', 'b')]);
      equal(await db.get(doc('a')), { credits: 9 });
      equal(await db.get(doc('b')), { credits: 11 });
    },
  },
  {
    name: 'a transaction that throws writes nothing',
    async run(db, { doc }) {
      await db.set(doc('a'), { n: 1 });
      let thrown = '';
      await db
        .transaction(async (transaction) => {
          transaction.set(doc('a'), { n: 2 });
          throw new Error('changed my mind');
        })
        .catch((error: Error) => {
          thrown = error.message;
        });
      equal(thrown, 'changed my mind');
      equal(await db.get(doc('a')), { n: 1 });
    },
  },
  {
    name: 'a transaction returns what its body returns',
    async run(db, { doc }) {
      await db.set(doc('a'), { n: 41 });
      const answer = await db.transaction(async (transaction) => Number((await transaction.get(doc('a')))?.n) + 1);
      equal(answer, 42);
    },
  },
  {
    name: 'a transaction deletes',
    async run(db, { doc }) {
      await db.set(doc('a'), { n: 1 });
      await db.transaction(async (transaction) => {
        ok((await transaction.get(doc('a'))) !== null, 'the document is there');
        transaction.delete(doc('a'));
      });
      equal(await db.get(doc('a')), null);
    },
  },
  {
    name: 'a transaction that updates an absent document fails',
    async run(db, { doc }) {
      const failing = db.transaction(async (transaction) => {
        transaction.update(doc('a'), { n: 1 });
      });
      await fails(db, failing, 'NOT_FOUND');
    },
  },
  {
    name: 'a document only read guards the ones written',
    async run(db, { doc }) {
      await db.set(doc('guard'), { open: true, n: 0 });
      const enter = (id: string) =>
        db.transaction(async (transaction) => {
          const guard = await transaction.get(doc('guard'));
          if (!guard?.open) return false;
          transaction.set(doc(id), { in: true });
          transaction.update(doc('guard'), { open: false });
          return true;
        });
      const entered = await Promise.all([enter('a'), enter('b'), enter('c')]);
      equal(entered.filter(Boolean).length, 1);
      equal((await Promise.all(['a', 'b', 'c'].map((id) => db.get(doc(id))))).filter(Boolean).length, 1);
    },
  },
  {
    name: 'a batch writes all of its kinds at once',
    async run(db, { doc }) {
      await db.set(doc('change'), { n: 1 });
      await db.set(doc('drop'), { n: 1 });
      await db.batch([
        { set: doc('fresh'), data: { n: 1 } },
        { update: doc('change'), data: { n: increment(1) } },
        { delete: doc('drop') },
      ]);
      equal(await db.get(doc('fresh')), { n: 1 });
      equal(await db.get(doc('change')), { n: 2 });
      equal(await db.get(doc('drop')), null);
    },
  },
  {
    name: 'a batch with one impossible write writes nothing',
    async run(db, { doc }) {
      await fails(
        db,
        db.batch([
          { set: doc('a'), data: { n: 1 } },
          { update: doc('absent'), data: { n: 1 } },
        ]),
        'NOT_FOUND',
      );
      equal(await db.get(doc('a')), null);
    },
  },
  {
    name: 'a batch applies its writes in order',
    async run(db, { doc }) {
      await db.batch([
        { set: doc('a'), data: { n: 1 } },
        { update: doc('a'), data: { n: increment(1) } },
        { update: doc('a'), data: { n: increment(5) } },
      ]);
      equal(await db.get(doc('a')), { n: 7 });
    },
  },
  {
    name: 'a batch of five hundred writes',
    async run(db, { doc, collection }) {
      await db.batch(Array.from({ length: 500 }, (_, n) => ({ set: doc(`d${n}`), data: { n } })));
      equal(await db.count({ collection }), 500);
    },
  },
  {
    name: 'an empty batch is fine',
    async run(db) {
      await db.batch([]);
    },
  },
];
