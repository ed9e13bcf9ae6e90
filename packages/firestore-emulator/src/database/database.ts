import { randomUUID } from 'node:crypto';
import { aggregate, aggregatedFields } from './aggregations';
import type { Database } from './api';
import { Clock } from './clock';
import { Committer } from './committer';
import { DocumentStore } from './documentStore';
import { FirestoreError, invalidArgument } from './errors';
import { ListenRegistry } from './listenRegistry';
import { TargetStream } from './listenStream';
import { listCollectionIds, listingQuery, listPage, partitionPoints } from './listing';
import { Locks } from './locks';
import { checkDocumentName, checkParent } from './names';
import { normalizeFields } from './normalizeValue';
import { maskDocument, selectFields } from './projection';
import { planQuery } from './queryPlan';
import { Reader } from './reader';
import { ResumeTokens } from './resumeToken';
import { Snapshot } from './snapshot';
import { IDLE_MILLIS, Transactions } from './transactions';
import type { Document } from './types';

/** How long a request waits for another transaction's lock before it fails as ABORTED. */
const LOCK_WAIT_MILLIS = 20_000;

interface DatabaseOptions {
  /** `projects/{p}/databases/{d}` */
  name: string;
  /** Returns milliseconds since the epoch. Tests pass their own clock. */
  now?: () => number;
  /** How long a request waits for another's lock. Default: 20,000. */
  lockWaitMillis?: number;
  /** How long an abandoned transaction keeps its locks. Default: 60,000. Called for every check. */
  transactionIdleMillis?: () => number;
}

/** Creates an empty in-memory database. */
export function createDatabase({
  name,
  now = Date.now,
  lockWaitMillis = LOCK_WAIT_MILLIS,
  transactionIdleMillis = () => IDLE_MILLIS,
}: DatabaseOptions): Database {
  const clock = new Clock(now);
  const store = new DocumentStore(clock.readTime());
  const locks = new Locks(lockWaitMillis);
  const transactions = new Transactions(clock, locks, transactionIdleMillis);
  const registry = new ListenRegistry();
  const reader = new Reader({ store, clock, locks, transactions });
  const committer = new Committer({
    name,
    store,
    clock,
    locks,
    transactions,
    publish: (time, changes) => registry.publish(time, changes),
  });
  const tokens = new ResumeTokens(randomUUID());
  const streams = new Set<TargetStream>();

  return {
    name,
    async getDocument(request, auth) {
      const { name: document, mask } = request;
      checkDocumentName(name, document);
      const lookedUp = transactions.lookedUp(request.transaction);
      const { result } = await reader.read(request, { names: [document] }, (snapshot) => snapshot.get(document));
      auth?.get(document, result, { lookedUp });
      if (!result) throw new FirestoreError('NOT_FOUND', `Document "${document}" not found.`);
      return maskDocument(result, mask);
    },
    async batchGet(request, auth) {
      const { documents, mask } = request;
      for (const document of documents) checkDocumentName(name, document);
      const lookedUp = transactions.lookedUp(request.transaction);
      const { transaction, result } = await reader.read(request, { names: documents, lookedUp }, (snapshot) =>
        documents.map((document) => {
          const found = snapshot.get(document);
          auth?.get(document, found, { lookedUp });
          const { readTime } = snapshot;
          return found ? { found: maskDocument(found, mask), readTime } : { missing: document, readTime };
        }),
      );
      return { transaction, results: result };
    },
    async listDocuments(request, auth) {
      checkParent(name, request.parent);
      const query = listingQuery(request);
      auth?.list(request.parent, query, { lookedUp: transactions.lookedUp(request.transaction) });
      const plan = planQuery(request.parent, query);
      const { result } = await reader.read(request, { plan }, (snapshot) => listPage(request, snapshot, store));
      const { documents, nextPageToken } = result;
      const masked = documents.map((document) =>
        'fields' in document ? maskDocument(document, request.mask) : document,
      );
      return { documents: masked, nextPageToken };
    },
    listCollectionIds(request) {
      checkParent(name, request.parent);
      return listCollectionIds(request, store);
    },
    async runQuery(request, auth) {
      const { parent, structuredQuery } = request;
      checkParent(name, parent);
      const plan = planQuery(parent, structuredQuery);
      const lookedUp = transactions.lookedUp(request.transaction);
      auth?.list(parent, structuredQuery, { lookedUp });
      const { transaction, result } = await reader.read(request, { plan, lookedUp }, (snapshot) => {
        const { documents, skipped } = snapshot.run(plan);
        return { documents, skippedResults: skipped, readTime: snapshot.readTime };
      });
      return {
        transaction,
        ...result,
        documents: result.documents.map((document) => selectFields(document, structuredQuery)),
      };
    },
    async runAggregationQuery(request, auth) {
      const { parent, structuredAggregationQuery } = request;
      const { structuredQuery, aggregations } = structuredAggregationQuery;
      checkParent(name, parent);
      const plan = planQuery(parent, structuredQuery, aggregatedFields(aggregations));
      const lookedUp = transactions.lookedUp(request.transaction);
      auth?.list(parent, structuredQuery, { lookedUp });
      const { transaction, result } = await reader.read(request, { plan, lookedUp }, (snapshot) => ({
        aggregateFields: aggregate(aggregations, snapshot.run(plan).documents),
        readTime: snapshot.readTime,
      }));
      return { transaction, ...result };
    },
    partitionQuery({ parent, structuredQuery, partitionCount }) {
      checkParent(name, parent);
      const plan = planQuery(parent, structuredQuery);
      if (plan.scope.kind !== 'group' || plan.orders.length > 1 || plan.orders[0]?.descending) {
        throw invalidArgument('Only a collection group ordered by __name__ can be partitioned.');
      }
      const { documents } = new Snapshot(store, clock.readTime()).run(plan);
      return { partitions: partitionPoints(documents, partitionCount) };
    },

    peek: (document) => store.get(document),
    beginTransaction: (options) => ({ transaction: transactions.begin(options).id }),
    commit: (request, auth) => committer.commit(request, auth),
    rollback: (transaction) => transactions.rollback(transaction),
    batchWrite: (request, auth) => committer.batchWrite(request.writes, auth),

    openListenStream(send, auth, congested) {
      const parts = { databaseName: name, store, clock, registry, tokens };
      const stream = new TargetStream(parts, { send, auth, congested });
      streams.add(stream);
      return {
        add: (target) => stream.add(target),
        remove: (targetId) => stream.remove(targetId),
        drained: () => stream.drained(),
        close() {
          streams.delete(stream);
          stream.close();
        },
      };
    },
    onCommit: (listener) => committer.onCommit(listener),

    clear() {
      committer.force([...store.all()].map((before) => ({ name: before.name, before, after: null })));
    },
    exportDocuments: () => store.all(),
    importDocuments(documents) {
      const imported = [...documents].map((document): Document => {
        checkDocumentName(name, document.name);
        return { ...document, fields: normalizeFields(document.fields) };
      });
      committer.force(imported.map((after) => ({ name: after.name, before: store.get(after.name), after })));
    },
    close() {
      for (const stream of streams) stream.close();
      streams.clear();
      locks.close();
      transactions.close();
    },
  };
}
