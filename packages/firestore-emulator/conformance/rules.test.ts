import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  collection,
  doc,
  getDoc,
  getDocs,
  onSnapshot,
  query,
  setDoc,
  setLogLevel,
  where,
  writeBatch,
} from 'firebase/firestore';
import { openTarget, type Target } from './harness/server';

const RULES = `
rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /users/{uid} {
      allow read: if request.auth.uid == uid;
      allow create: if request.auth.uid == uid && request.resource.data.credits == 0;
      allow update: if request.auth.uid == uid && request.resource.data.credits == resource.data.credits;
    }
    match /photos/{photo} {
      allow read: if resource.data.owner == request.auth.uid;
      allow write: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.credits > 0;
    }
    match /staff/{id} { allow read: if request.auth.token.staff == true; }
    match /pairs/{id} { allow write: if existsAfter(/databases/$(database)/documents/pairs/$(id + 'x')) || id.matches('.*x'); }
  }
}`;

setLogLevel('silent');

/** Security rules as clients see them, set up with Firebase's own testing library. */
describe('rules-unit-testing over gRPC', () => {
  let target: Target;
  let environment: RulesTestEnvironment;

  beforeAll(async () => {
    target = await openTarget();
    const { host, port } = target;
    environment = await initializeTestEnvironment({ projectId: 'demo-rules', firestore: { host, port, rules: RULES } });
    await environment.withSecurityRulesDisabled(async (context) => {
      const db = context.firestore();
      await db.doc('users/ada').set({ credits: 2 });
      await db.doc('users/eve').set({ credits: 0 });
      await db.doc('photos/p1').set({ owner: 'ada' });
      await db.doc('photos/p2').set({ owner: 'eve' });
      await db.doc('staff/s').set({});
    });
  });
  afterAll(async () => {
    await environment.cleanup();
    await target.close();
  });

  const as = (uid: string | null, claims?: Record<string, unknown>) =>
    (uid ? environment.authenticatedContext(uid, claims) : environment.unauthenticatedContext()).firestore() as never;
  const denied = (promise: Promise<unknown>) => expect(promise).rejects.toMatchObject({ code: 'permission-denied' });

  it('lets a user read their own document only', async () => {
    expect((await getDoc(doc(as('ada'), 'users/ada'))).data()).toEqual({ credits: 2 });
    await denied(getDoc(doc(as('ada'), 'users/eve')));
    await denied(getDoc(doc(as(null), 'users/ada')));
  });

  it('compares the stored document with the new one', async () => {
    await setDoc(doc(as('ada'), 'users/ada'), { name: 'Ada' }, { merge: true });
    await denied(setDoc(doc(as('ada'), 'users/ada'), { credits: 99 }, { merge: true }));
    await setDoc(doc(as('new'), 'users/new'), { credits: 0 });
    await denied(setDoc(doc(as('rich'), 'users/rich'), { credits: 5 }));
  });

  it('looks up other documents', async () => {
    await setDoc(doc(as('ada'), 'photos/p3'), { owner: 'ada' });
    await denied(setDoc(doc(as('eve'), 'photos/p4'), { owner: 'eve' }));
  });

  it('allows a query only if its filters guarantee the rule', async () => {
    const photos = (uid: string) => collection(as(uid), 'photos');
    const own = await getDocs(query(photos('eve'), where('owner', '==', 'eve')));
    expect(own.docs.map(({ id }) => id)).toEqual(['p2']);
    await denied(getDocs(photos('eve')));
    await denied(getDocs(query(photos('eve'), where('owner', '==', 'ada'))));
  });

  it('refuses a listener with an error, and goes on serving others', async () => {
    const db = as('eve') as Parameters<typeof doc>[0] & object;
    const rejection = await new Promise<{ code: string }>((resolve) => {
      onSnapshot(collection(db as never, 'photos'), () => undefined, resolve);
    });
    expect(rejection.code).toBe('permission-denied');
    expect((await getDoc(doc(db as never, 'users/eve'))).exists()).toBe(true);
  });

  it('reads custom claims', async () => {
    expect((await getDoc(doc(as('ada', { staff: true }), 'staff/s'))).exists()).toBe(true);
    await denied(getDoc(doc(as('ada'), 'staff/s')));
  });

  it('decides on a batch as a whole, by the state after it', async () => {
    const db = as('ada');
    await denied(setDoc(doc(db, 'pairs/a'), {}));
    const batch = writeBatch(db);
    batch.set(doc(db, 'pairs/a'), {});
    batch.set(doc(db, 'pairs/ax'), {});
    await batch.commit();
  });

  it('denies a whole batch for one forbidden write', async () => {
    const db = as('ada');
    const batch = writeBatch(db);
    batch.set(doc(db, 'users/ada'), { both: true }, { merge: true });
    batch.set(doc(db, 'users/eve'), { both: true });
    await denied(batch.commit());
    expect((await getDoc(doc(db, 'users/ada'))).data()?.both).toBeUndefined();
  });

  it('denies what no rule mentions', async () => {
    await denied(getDoc(doc(as('ada'), 'elsewhere/x')));
  });

  it('keeps the old rules when the new ones have errors, and says where', async () => {
    const url = `http://${target.address}/emulator/v1/projects/demo-rules:securityRules`;
    const content = "rules_version = '2';\nservice cloud.firestore {\n  match /x/{y} { allow read, wrte: if true; }\n}";
    const reply = await fetch(url, {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ name: 'r', content }] } }),
    });
    expect(reply.status).toBe(400);
    const { issues } = (await reply.json()) as { issues: { severity: string; sourcePosition: { line: number } }[] };
    expect(issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ severity: 'ERROR', sourcePosition: expect.objectContaining({ line: 3 }) }),
      ]),
    );
    expect((await getDoc(doc(as('ada'), 'users/ada'))).exists()).toBe(true);
  });
});
