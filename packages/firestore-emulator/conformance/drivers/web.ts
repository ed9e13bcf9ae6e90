import { deleteApp, initializeApp } from 'firebase/app';
import type { Firestore, QueryConstraint, QueryDocumentSnapshot, QueryFilterConstraint } from 'firebase/firestore';
import * as complete from 'firebase/firestore';
import type { Driver, Query, Snapshot, Where } from '../harness/driver';
import { type Data, encoder, joinTimestamp, type Plain } from '../harness/values';

export interface WebOptions {
  host: string;
  port: number;
  projectId: string;
  /** Signs in as this user with an unsigned token. Absent: signed out. */
  uid?: string;
  databaseId?: string;
  /** In a browser: one request for each batch of messages, as behind a proxy that holds streams back. */
  longPolling?: boolean;
}

/** The complete web SDK, or the lite one under the same names. */
export type WebSdk = typeof complete;

let apps = 0;

/** The web SDK's Firestore against a local host: gRPC in Node, WebChannel and REST in a browser. */
function openWeb(
  { host, port, projectId, uid, databaseId, longPolling = false }: WebOptions,
  sdk: WebSdk,
): { firestore: Firestore; close(): Promise<void> } {
  const app = initializeApp({ projectId, apiKey: 'local' }, `conformance-${apps++}`);
  const settings = longPolling ? { experimentalForceLongPolling: true } : {};
  // Expected errors would fill the test log.
  sdk.setLogLevel('silent');
  const firestore = databaseId
    ? sdk.initializeFirestore(app, settings, databaseId)
    : sdk.initializeFirestore(app, settings);
  sdk.connectFirestoreEmulator(firestore, host, port, uid ? { mockUserToken: { sub: uid } } : {});
  const close = async () => {
    await sdk.terminate(firestore);
    await deleteApp(app);
  };
  return { firestore, close };
}

export function webDriver(options: WebOptions, sdk: WebSdk = complete): Driver {
  const { firestore: db, close } = openWeb(options, sdk);
  const encode = encoder({
    timestamp: (seconds, nanoseconds) => new sdk.Timestamp(seconds, nanoseconds),
    bytes: (octets) => sdk.Bytes.fromUint8Array(Uint8Array.from(octets)),
    geo: (latitude, longitude) => new sdk.GeoPoint(latitude, longitude),
    ref: (path) => sdk.doc(db, path),
    vector: (elements) => sdk.vector(elements),
    serverTimestamp: sdk.serverTimestamp,
    increment: sdk.increment,
    arrayUnion: sdk.arrayUnion,
    arrayRemove: sdk.arrayRemove,
    deleteField: sdk.deleteField,
  });
  const decode = decoder(sdk);
  const decodeOrNull = (data: unknown): Data | null => (data ? (decode(data) as Data) : null);
  const snapshotOf = (found: QueryDocumentSnapshot): Snapshot => ({
    path: found.ref.path,
    data: decode(found.data()) as Data,
  });
  const build = (query: Query) => buildQuery(db, { sdk, encode }, query);
  const data = (input: Data) => encode(input) as Record<string, never>;

  return {
    kind: 'web',
    get: async (path) => decodeOrNull((await sdk.getDocFromServer(sdk.doc(db, path))).data()),
    set: (path, input, merge) => sdk.setDoc(sdk.doc(db, path), data(input), merge ?? {}),
    add: async (path, input) => (await sdk.addDoc(sdk.collection(db, path), data(input))).path,
    update: (path, input) => sdk.updateDoc(sdk.doc(db, path), data(input)),
    delete: (path) => sdk.deleteDoc(sdk.doc(db, path)),
    query: async (query) => (await sdk.getDocsFromServer(await build(query))).docs.map(snapshotOf),
    count: async (query) => (await sdk.getAggregateFromServer(await build(query), { it: sdk.count() })).data().it,
    sum: async (query, field) =>
      (await sdk.getAggregateFromServer(await build(query), { it: sdk.sum(field) })).data().it,
    average: async (query, field) =>
      (await sdk.getAggregateFromServer(await build(query), { it: sdk.average(field) })).data().it,
    batch: async (operations) => {
      const batch = sdk.writeBatch(db);
      for (const operation of operations) {
        if ('set' in operation)
          batch.set(sdk.doc(db, operation.set), data(operation.data), { merge: operation.merge ?? false });
        else if ('update' in operation) batch.update(sdk.doc(db, operation.update), data(operation.data));
        else batch.delete(sdk.doc(db, operation.delete));
      }
      await batch.commit();
    },
    transaction: (body) =>
      sdk.runTransaction(
        db,
        (transaction) =>
          body({
            get: async (path) => decodeOrNull((await transaction.get(sdk.doc(db, path))).data()),
            set: (path, input) => void transaction.set(sdk.doc(db, path), data(input)),
            update: (path, input) => void transaction.update(sdk.doc(db, path), data(input)),
            delete: (path) => void transaction.delete(sdk.doc(db, path)),
          }),
        { maxAttempts: 20 },
      ),
    listen: (target, { next, error }) => {
      if (typeof target === 'string') {
        return sdk.onSnapshot(
          sdk.doc(db, target),
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
        stop = sdk.onSnapshot(
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
    setOnline: (online) => (online ? sdk.enableNetwork(db) : sdk.disableNetwork(db)),
    codeOf: (error) =>
      String((error as { code?: string }).code ?? error)
        .replace(/^firestore\//, '')
        .replaceAll('-', '_')
        .toUpperCase(),
    another: () => webDriver(options, sdk),
    close,
  };
}

async function buildQuery(
  db: Firestore,
  { sdk, encode }: { sdk: WebSdk; encode(value: Plain): unknown },
  spec: Query,
): Promise<complete.Query> {
  const values = (items: Plain[]) => items.map(encode);
  const path = (field: string) => (field === '__name__' ? sdk.documentId() : field);
  const filter = (condition: Where): QueryFilterConstraint => {
    if ('or' in condition) return sdk.or(...condition.or.map(filter)) as never;
    if ('and' in condition) return sdk.and(...condition.and.map(filter)) as never;
    return sdk.where(path(condition[0]), condition[1], encode(condition[2]));
  };
  const base =
    spec.group === undefined ? sdk.collection(db, spec.collection ?? '') : sdk.collectionGroup(db, spec.group);
  const rest: QueryConstraint[] = [];
  for (const [field, direction] of spec.orderBy ?? []) rest.push(sdk.orderBy(path(field), direction));
  if (spec.startAt) rest.push(sdk.startAt(...values(spec.startAt)));
  if (spec.startAfter) rest.push(sdk.startAfter(...values(spec.startAfter)));
  if (spec.startAfterDocument)
    rest.push(sdk.startAfter(await sdk.getDocFromServer(sdk.doc(db, spec.startAfterDocument))));
  if (spec.endAt) rest.push(sdk.endAt(...values(spec.endAt)));
  if (spec.endBefore) rest.push(sdk.endBefore(...values(spec.endBefore)));
  if (spec.limit !== undefined) rest.push(sdk.limit(spec.limit));
  if (spec.limitToLast !== undefined) rest.push(sdk.limitToLast(spec.limitToLast));
  const filters = (spec.where ?? []).map(filter);
  // The SDK accepts a composite filter only if it is the only filter.
  return filters.length === 0 ? sdk.query(base, ...rest) : sdk.query(base, sdk.and(...filters), ...(rest as never[]));
}

function decoder(sdk: WebSdk): (value: unknown) => Plain {
  const decode = (value: unknown): Plain => {
    if (value instanceof sdk.Timestamp) return joinTimestamp(value);
    if (value instanceof sdk.GeoPoint) return { $geo: [value.latitude, value.longitude] };
    if (value instanceof sdk.VectorValue) return { $vector: value.toArray() };
    if (value instanceof sdk.Bytes) return { $bytes: [...value.toUint8Array()] };
    if (value instanceof sdk.DocumentReference) return { $ref: value.path };
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value as Plain;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]));
  };
  return decode;
}
