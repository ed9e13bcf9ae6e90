import { deleteApp, initializeApp } from 'firebase/app';
import {
  addDoc,
  and,
  arrayRemove,
  arrayUnion,
  average,
  Bytes,
  collection,
  collectionGroup,
  connectFirestoreEmulator,
  count,
  DocumentReference,
  deleteDoc,
  deleteField,
  disableNetwork,
  doc,
  documentId,
  enableNetwork,
  endAt,
  endBefore,
  type Firestore,
  GeoPoint,
  getAggregateFromServer,
  getDocFromServer,
  getDocsFromServer,
  increment,
  initializeFirestore,
  limit,
  limitToLast,
  query as makeQuery,
  onSnapshot,
  or,
  orderBy,
  type QueryConstraint,
  type QueryDocumentSnapshot,
  runTransaction,
  serverTimestamp,
  setDoc,
  setLogLevel,
  startAfter,
  startAt,
  sum,
  Timestamp,
  terminate,
  updateDoc,
  VectorValue,
  vector,
  type Query as WebQuery,
  where,
  writeBatch,
} from 'firebase/firestore';
import type { Driver, Query, Snapshot, Where } from '../harness/driver';
import { type Data, joinTimestamp, type Plain, splitTimestamp, tagOf } from '../harness/values';

export interface WebOptions {
  host: string;
  port: number;
  projectId: string;
  /** Signs in as this user with an unsigned token. Absent: signed out. */
  uid?: string;
  databaseId?: string;
}

let apps = 0;
// Expected errors would fill the test log.
setLogLevel('silent');

/** The web SDK's Firestore against a local host: gRPC in Node, WebChannel and REST in a browser. */
function openWeb({ host, port, projectId, uid, databaseId }: WebOptions): {
  firestore: Firestore;
  close(): Promise<void>;
} {
  const app = initializeApp({ projectId, apiKey: 'local' }, `conformance-${apps++}`);
  const firestore = databaseId ? initializeFirestore(app, {}, databaseId) : initializeFirestore(app, {});
  connectFirestoreEmulator(firestore, host, port, uid ? { mockUserToken: { sub: uid } } : {});
  const close = async () => {
    await terminate(firestore);
    await deleteApp(app);
  };
  return { firestore, close };
}

export function webDriver(options: WebOptions): Driver {
  const { firestore: db, close } = openWeb(options);
  const encode = encoder(db);
  const build = (query: Query) => buildQuery(db, encode, query);
  const data = (input: Data) => encode(input) as Record<string, never>;

  return {
    kind: 'web',
    get: async (path) => decodeOrNull((await getDocFromServer(doc(db, path))).data()),
    set: (path, input, merge) => setDoc(doc(db, path), data(input), merge ?? {}),
    add: async (path, input) => (await addDoc(collection(db, path), data(input))).path,
    update: (path, input) => updateDoc(doc(db, path), data(input)),
    delete: (path) => deleteDoc(doc(db, path)),
    query: async (query) => (await getDocsFromServer(await build(query))).docs.map(snapshotOf),
    count: async (query) => (await getAggregateFromServer(await build(query), { it: count() })).data().it,
    sum: async (query, field) => (await getAggregateFromServer(await build(query), { it: sum(field) })).data().it,
    average: async (query, field) =>
      (await getAggregateFromServer(await build(query), { it: average(field) })).data().it,
    batch: async (operations) => {
      const batch = writeBatch(db);
      for (const operation of operations) {
        if ('set' in operation)
          batch.set(doc(db, operation.set), data(operation.data), { merge: operation.merge ?? false });
        else if ('update' in operation) batch.update(doc(db, operation.update), data(operation.data));
        else batch.delete(doc(db, operation.delete));
      }
      await batch.commit();
    },
    transaction: (body) =>
      runTransaction(
        db,
        (transaction) =>
          body({
            get: async (path) => decodeOrNull((await transaction.get(doc(db, path))).data()),
            set: (path, input) => void transaction.set(doc(db, path), data(input)),
            update: (path, input) => void transaction.update(doc(db, path), data(input)),
            delete: (path) => void transaction.delete(doc(db, path)),
          }),
        { maxAttempts: 20 },
      ),
    listen: (target, { next, error }) => {
      if (typeof target === 'string') {
        return onSnapshot(
          doc(db, target),
          { includeMetadataChanges: true },
          (snapshot) => {
            const found = snapshot.exists() ? [{ path: target, data: decode(snapshot.data()) as Data }] : [];
            next({ docs: found, changes: [], fromCache: snapshot.metadata.fromCache });
          },
          error,
        );
      }
      let stop: () => void = () => undefined;
      void build(target).then((query) => {
        stop = onSnapshot(
          query,
          { includeMetadataChanges: true },
          (snapshot) => {
            const changes = snapshot.docChanges().map(({ type, doc: changed, oldIndex, newIndex }) => ({
              type,
              path: changed.ref.path,
              oldIndex,
              newIndex,
            }));
            const pending = snapshot.metadata.hasPendingWrites;
            next({ docs: snapshot.docs.map(snapshotOf), changes, fromCache: snapshot.metadata.fromCache || pending });
          },
          error,
        );
      });
      return () => stop();
    },
    setOnline: (online) => (online ? enableNetwork(db) : disableNetwork(db)),
    codeOf: (error) =>
      String((error as { code?: string }).code ?? error)
        .replace(/^firestore\//, '')
        .replaceAll('-', '_')
        .toUpperCase(),
    another: () => webDriver(options),
    close,
  };
}

const snapshotOf = (found: QueryDocumentSnapshot): Snapshot => ({
  path: found.ref.path,
  data: decode(found.data()) as Data,
});

async function buildQuery(db: Firestore, encode: (value: Plain) => unknown, spec: Query): Promise<WebQuery> {
  const values = (items: Plain[]) => items.map(encode);
  const path = (field: string) => (field === '__name__' ? documentId() : field);
  const filter = (condition: Where): ReturnType<typeof where> => {
    if ('or' in condition) return or(...condition.or.map(filter)) as never;
    if ('and' in condition) return and(...condition.and.map(filter)) as never;
    return where(path(condition[0]), condition[1], encode(condition[2]));
  };
  const base = spec.group === undefined ? collection(db, spec.collection ?? '') : collectionGroup(db, spec.group);
  const rest: QueryConstraint[] = [];
  for (const [field, direction] of spec.orderBy ?? []) rest.push(orderBy(path(field), direction));
  if (spec.startAt) rest.push(startAt(...values(spec.startAt)));
  if (spec.startAfter) rest.push(startAfter(...values(spec.startAfter)));
  if (spec.startAfterDocument) rest.push(startAfter(await getDocFromServer(doc(db, spec.startAfterDocument))));
  if (spec.endAt) rest.push(endAt(...values(spec.endAt)));
  if (spec.endBefore) rest.push(endBefore(...values(spec.endBefore)));
  if (spec.limit !== undefined) rest.push(limit(spec.limit));
  if (spec.limitToLast !== undefined) rest.push(limitToLast(spec.limitToLast));
  const filters = (spec.where ?? []).map(filter);
  // The SDK accepts a composite filter only if it is the only filter.
  return filters.length === 0 ? makeQuery(base, ...rest) : makeQuery(base, and(...filters), ...(rest as never[]));
}

function encoder(db: Firestore): (value: Plain) => unknown {
  const encode = (value: Plain): unknown => {
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value !== 'object' || value === null) return value;
    const tagged = value as Record<string, Plain>;
    switch (tagOf(value)) {
      case '$timestamp': {
        const { seconds, nanoseconds } = splitTimestamp(tagged.$timestamp as string);
        return new Timestamp(seconds, nanoseconds);
      }
      case '$bytes':
        return Bytes.fromUint8Array(Uint8Array.from(tagged.$bytes as number[]));
      case '$geo':
        return new GeoPoint(...(tagged.$geo as [number, number]));
      case '$ref':
        return doc(db, tagged.$ref as string);
      case '$vector':
        return vector(tagged.$vector as number[]);
      case '$serverTimestamp':
        return serverTimestamp();
      case '$increment':
        return increment(tagged.$increment as number);
      case '$arrayUnion':
        return arrayUnion(...(tagged.$arrayUnion as Plain[]).map(encode));
      case '$arrayRemove':
        return arrayRemove(...(tagged.$arrayRemove as Plain[]).map(encode));
      case '$delete':
        return deleteField();
      default:
        return Object.fromEntries(Object.entries(tagged).map(([key, item]) => [key, encode(item)]));
    }
  };
  return encode;
}

const decodeOrNull = (data: unknown): Data | null => (data ? (decode(data) as Data) : null);

function decode(value: unknown): Plain {
  if (value instanceof Timestamp) return joinTimestamp(value);
  if (value instanceof GeoPoint) return { $geo: [value.latitude, value.longitude] };
  if (value instanceof VectorValue) return { $vector: value.toArray() };
  if (value instanceof Bytes) return { $bytes: [...value.toUint8Array()] };
  if (value instanceof DocumentReference) return { $ref: value.path };
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value as Plain;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]));
}
