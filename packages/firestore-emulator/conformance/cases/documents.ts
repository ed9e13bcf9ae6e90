import { equal, ok } from '../harness/assert';
import { type Case, fails } from '../harness/case';
import { deleteField } from '../harness/values';

/** Source: https://firebase.google.com/docs/firestore/manage-data/add-data */
export const documentCases: Case[] = [
  {
    name: 'a document that was never written is absent',
    async run(db, { doc }) {
      equal(await db.get(doc('nobody')), null);
    },
  },
  {
    name: 'set replaces the whole document',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1, y: 2 });
      await db.set(doc('a'), { z: 3 });
      equal(await db.get(doc('a')), { z: 3 });
    },
  },
  {
    name: 'a document may be empty and still exists',
    async run(db, { doc, collection }) {
      await db.set(doc('a'), {});
      equal(await db.get(doc('a')), {});
      equal((await db.query({ collection })).length, 1);
    },
  },
  {
    name: 'add makes an id of twenty letters and digits',
    async run(db, { collection }) {
      const path = await db.add(collection, { x: 1 });
      ok(/^[A-Za-z0-9]{20}$/.test(path.split('/')[1] ?? ''), `${path} ends in an automatic id`);
      equal(await db.get(path), { x: 1 });
    },
  },
  {
    name: 'merge keeps the fields it does not name, deeply',
    async run(db, { doc }) {
      await db.set(doc('a'), { keep: 1, map: { keep: 2, change: 3 } });
      await db.set(doc('a'), { map: { change: 4, fresh: 5 } }, { merge: true });
      equal(await db.get(doc('a')), { keep: 1, map: { keep: 2, change: 4, fresh: 5 } });
    },
  },
  {
    name: 'merge creates what is absent',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: { y: 1 } }, { merge: true });
      equal(await db.get(doc('a')), { x: { y: 1 } });
    },
  },
  {
    name: 'merge with an empty map replaces the field by it',
    async run(db, { doc }) {
      await db.set(doc('a'), { map: { x: 1 } });
      await db.set(doc('a'), { map: {} }, { merge: true });
      equal(await db.get(doc('a')), { map: {} });
    },
  },
  {
    name: 'merge deletes fields marked for it',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1, map: { y: 2, z: 3 } });
      await db.set(doc('a'), { x: deleteField, map: { y: deleteField } }, { merge: true });
      equal(await db.get(doc('a')), { map: { z: 3 } });
    },
  },
  {
    name: 'mergeFields writes only the fields it names',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1, y: 1, map: { p: 1, q: 1 } });
      await db.set(doc('a'), { x: 2, y: 2, map: { p: 2, q: 2 } }, { mergeFields: ['x', 'map.p'] });
      equal(await db.get(doc('a')), { x: 2, y: 1, map: { p: 2, q: 1 } });
    },
  },
  {
    name: 'mergeFields removes a named field that has no value',
    only: 'admin',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1, y: 1 });
      await db.set(doc('a'), { x: deleteField }, { mergeFields: ['x'] });
      equal(await db.get(doc('a')), { y: 1 });
    },
  },
  {
    name: 'update changes only what its field paths name',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1, map: { p: 1, q: 1 } });
      await db.update(doc('a'), { 'map.p': 2, fresh: true });
      equal(await db.get(doc('a')), { x: 1, map: { p: 2, q: 1 }, fresh: true });
    },
  },
  {
    name: 'update with a map replaces the map',
    async run(db, { doc }) {
      await db.set(doc('a'), { map: { p: 1, q: 1 } });
      await db.update(doc('a'), { map: { p: 2 } });
      equal(await db.get(doc('a')), { map: { p: 2 } });
    },
  },
  {
    name: 'update through a field that is no map makes it one',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1 });
      await db.update(doc('a'), { 'x.y.z': 2 });
      equal(await db.get(doc('a')), { x: { y: { z: 2 } } });
    },
  },
  {
    name: 'update deletes fields, also nested ones and absent ones',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1, map: { p: 1, q: 1 } });
      await db.update(doc('a'), { x: deleteField, 'map.p': deleteField, never: deleteField });
      equal(await db.get(doc('a')), { map: { q: 1 } });
    },
  },
  {
    name: 'update of an absent document fails and creates nothing',
    async run(db, { doc }) {
      await fails(db, db.update(doc('a'), { x: 1 }), 'NOT_FOUND');
      equal(await db.get(doc('a')), null);
    },
  },
  {
    name: 'delete removes the document and is content when there is none',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1 });
      await db.delete(doc('a'));
      equal(await db.get(doc('a')), null);
      await db.delete(doc('a'));
    },
  },
  {
    name: 'deleting a document leaves its subcollections',
    async run(db, { doc }) {
      await db.set(doc('a'), { x: 1 });
      await db.set(`${doc('a')}/sub/b`, { y: 1 });
      await db.delete(doc('a'));
      equal(await db.get(`${doc('a')}/sub/b`), { y: 1 });
    },
  },
  {
    name: 'a document below an absent one can be written and read',
    async run(db, { doc, collection }) {
      await db.set(`${doc('ghost')}/sub/b`, { y: 1 });
      equal(await db.get(doc('ghost')), null);
      equal(await db.query({ collection }), []);
      equal((await db.query({ collection: `${doc('ghost')}/sub` })).length, 1);
    },
  },
  {
    name: 'a document written by one client is read by another',
    async run(db, { doc }) {
      const other = db.another();
      await db.set(doc('a'), { x: 1 });
      equal(await other.get(doc('a')), { x: 1 });
      await other.close();
    },
  },
];
