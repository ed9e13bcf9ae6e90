import { generateKeyPairSync } from 'node:crypto';
import { type AppOptions, cert, deleteApp, initializeApp } from 'firebase-admin/app';
import {
  type Query as AdminQuery,
  AggregateField,
  type CollectionGroup,
  type DocumentData,
  type DocumentReference,
  FieldPath,
  FieldValue,
  Filter,
  type Firestore,
  GeoPoint,
  initializeFirestore,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Driver, Query, Snapshot, Where } from '../harness/driver';
import { type Data, encoder, joinTimestamp, type Plain } from '../harness/values';

const CODES: Record<number, string> = {
  1: 'CANCELLED',
  3: 'INVALID_ARGUMENT',
  4: 'DEADLINE_EXCEEDED',
  5: 'NOT_FOUND',
  6: 'ALREADY_EXISTS',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  9: 'FAILED_PRECONDITION',
  10: 'ABORTED',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
  16: 'UNAUTHENTICATED',
};

let apps = 0;

export interface AdminOptions {
  /** `127.0.0.1:8080` */
  host: string;
  projectId: string;
  /** Everything but listeners goes over REST, without gRPC. */
  preferRest?: boolean;
}

/** Over REST the SDK signs its requests even for an emulator. Nobody checks the signature. */
function someCredential(projectId: string): AppOptions {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { credential: cert({ projectId, clientEmail: 'nobody@example.com', privateKey }) };
}

/** A firebase-admin Firestore against a local host. */
export function openAdmin({ host, projectId, preferRest = false }: AdminOptions): {
  firestore: Firestore;
  close(): Promise<void>;
} {
  process.env.FIRESTORE_EMULATOR_HOST = host;
  // The SDK must not look for Google's metadata server, which exists only in the cloud.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const app = initializeApp({ projectId, ...(preferRest && someCredential(projectId)) }, `conformance-${apps++}`);
  const firestore = initializeFirestore(app, { preferRest });
  return { firestore, close: () => deleteApp(app) };
}

export function adminDriver(options: AdminOptions): Driver {
  const { firestore: db, close } = openAdmin(options);
  const encode = encoder({
    timestamp: (seconds, nanoseconds) => new Timestamp(seconds, nanoseconds),
    bytes: (octets) => Buffer.from(octets),
    geo: (latitude, longitude) => new GeoPoint(latitude, longitude),
    ref: (path) => db.doc(path),
    vector: (elements) => FieldValue.vector(elements),
    serverTimestamp: () => FieldValue.serverTimestamp(),
    increment: (by) => FieldValue.increment(by),
    arrayUnion: (...items) => FieldValue.arrayUnion(...items),
    arrayRemove: (...items) => FieldValue.arrayRemove(...items),
    deleteField: () => FieldValue.delete(),
  });
  const build = (query: Query) => buildQuery(db, encode, query);
  const data = (input: Data) => encode(input) as DocumentData;

  return {
    kind: 'admin',
    get: async (path) => decodeOrNull((await db.doc(path).get()).data()),
    set: async (path, input, options) => {
      await (options ? db.doc(path).set(data(input), options as { merge: boolean }) : db.doc(path).set(data(input)));
    },
    add: async (collection, input) => (await db.collection(collection).add(data(input))).path,
    update: async (path, input) => {
      await db.doc(path).update(data(input));
    },
    delete: async (path) => {
      await db.doc(path).delete();
    },
    query: async (query) => (await (await build(query)).get()).docs.map(snapshotOf),
    nearest: async (query, { field, to, by, limit, distance, threshold, select }) => {
      const filtered = await build(query);
      const search = (select ? filtered.select(...select) : filtered).findNearest({
        vectorField: field,
        queryVector: to,
        distanceMeasure: by,
        limit,
        ...(distance !== undefined && { distanceResultField: distance }),
        ...(threshold !== undefined && { distanceThreshold: threshold }),
      });
      return (await search.get()).docs.map(snapshotOf);
    },
    count: async (query) => (await (await build(query)).count().get()).data().count,
    sum: async (query, field) => {
      const result = await (await build(query)).aggregate({ it: AggregateField.sum(field) }).get();
      return result.data().it;
    },
    average: async (query, field) => {
      const result = await (await build(query)).aggregate({ it: AggregateField.average(field) }).get();
      return result.data().it;
    },
    batch: async (operations) => {
      const batch = db.batch();
      for (const operation of operations) {
        if ('set' in operation)
          batch.set(db.doc(operation.set), data(operation.data), { merge: operation.merge ?? false });
        else if ('update' in operation) batch.update(db.doc(operation.update), data(operation.data));
        else batch.delete(db.doc(operation.delete));
      }
      await batch.commit();
    },
    transaction: (body) =>
      db.runTransaction(
        (transaction) =>
          body({
            get: async (path) => decodeOrNull((await transaction.get(db.doc(path))).data()),
            set: (path, input) => void transaction.set(db.doc(path), data(input)),
            update: (path, input) => void transaction.update(db.doc(path), data(input)),
            delete: (path) => void transaction.delete(db.doc(path)),
          }),
        { maxAttempts: 20 },
      ),
    listen: (target, { next, error }) => {
      if (typeof target === 'string') {
        return db.doc(target).onSnapshot((snapshot) => {
          const found = snapshot.exists ? [{ path: target, data: decode(snapshot.data()) as Data }] : [];
          next({ docs: found, changes: [], fromCache: false });
        }, error);
      }
      let stop: () => void = () => undefined;
      void build(target).then((query) => {
        stop = query.onSnapshot((snapshot) => {
          const changes = snapshot
            .docChanges()
            .map(({ type, doc, oldIndex, newIndex }) => ({ type, path: doc.ref.path, oldIndex, newIndex }));
          next({ docs: snapshot.docs.map(snapshotOf), changes, fromCache: false });
        }, error);
      });
      return () => stop();
    },
    codeOf: (error) => CODES[(error as { code: number }).code] ?? `${String(error)}`,
    another: () => adminDriver(options),
    close,
  };
}

const snapshotOf = (doc: { ref: { path: string }; data(): DocumentData }): Snapshot => ({
  path: doc.ref.path,
  data: decode(doc.data()) as Data,
});

async function buildQuery(db: Firestore, encode: (value: Plain) => unknown, spec: Query): Promise<AdminQuery> {
  const values = (items: Plain[]) => items.map(encode);
  const path = (field: string) => (field === '__name__' ? FieldPath.documentId() : field);
  const filter = (where: Where): Filter => {
    if ('or' in where) return Filter.or(...where.or.map(filter));
    if ('and' in where) return Filter.and(...where.and.map(filter));
    return Filter.where(path(where[0]), where[1], encode(where[2]));
  };
  let query: AdminQuery | CollectionGroup =
    spec.group === undefined ? db.collection(spec.collection ?? '') : db.collectionGroup(spec.group);
  for (const where of spec.where ?? []) query = query.where(filter(where));
  for (const [field, direction] of spec.orderBy ?? []) query = query.orderBy(path(field), direction);
  if (spec.startAt) query = query.startAt(...values(spec.startAt));
  if (spec.startAfter) query = query.startAfter(...values(spec.startAfter));
  if (spec.startAfterDocument) query = query.startAfter(await db.doc(spec.startAfterDocument).get());
  if (spec.endAt) query = query.endAt(...values(spec.endAt));
  if (spec.endBefore) query = query.endBefore(...values(spec.endBefore));
  if (spec.limit !== undefined) query = query.limit(spec.limit);
  if (spec.limitToLast !== undefined) query = query.limitToLast(spec.limitToLast);
  return query;
}

const decodeOrNull = (data: DocumentData | undefined): Data | null => (data ? (decode(data) as Data) : null);

/** firebase-admin does not export this class. */
const VectorValue = FieldValue.vector([0]).constructor;
const isVector = (value: unknown): value is ReturnType<typeof FieldValue.vector> => value instanceof VectorValue;

function decode(value: unknown): Plain {
  if (value instanceof Timestamp) return joinTimestamp(value);
  if (value instanceof GeoPoint) return { $geo: [value.latitude, value.longitude] };
  if (isVector(value)) return { $vector: value.toArray() };
  if (value instanceof Uint8Array) return { $bytes: [...value] };
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value as Plain;
  if ('firestore' in value && 'path' in value) return { $ref: (value as DocumentReference).path };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]));
}
