import { aggregatedFields } from './aggregations';
import type { Database } from './api';
import { FirestoreError } from './errors';
import type { IndexDefinitions, IndexField } from './indexDefinitions';
import { type IndexNeed, indexNeeds, isServed } from './indexNeed';
import { NAME_FIELD } from './queryFilter';
import { planQuery } from './queryPlan';
import type { StructuredQuery } from './types';

type Vector = NonNullable<IndexNeed['vector']>;

/** A field of a protobuf message: `bytes` with their length, or a small number. */
function protoField(number: number, value: Buffer | number): Buffer {
  if (typeof value === 'number') return Buffer.from([number << 3, value]);
  const length = value.length < 128 ? [value.length] : [(value.length & 127) | 128, value.length >> 7];
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), value]);
}

/** google.firestore.admin.v1.Index, which the console reads from the link. */
function encodedIndex(name: string, { queryScope, fields }: { queryScope: string; fields: IndexField[] }): string {
  const field = ({ fieldPath, order, arrayConfig }: IndexField) =>
    Buffer.concat([
      protoField(1, Buffer.from(fieldPath)),
      arrayConfig ? protoField(3, 1) : protoField(2, order === 'DESCENDING' ? 2 : 1),
    ]);
  return Buffer.concat([
    protoField(1, Buffer.from(name)),
    protoField(2, queryScope === 'COLLECTION_GROUP' ? 2 : 1),
    ...fields.map((one) => protoField(3, field(one))),
  ]).toString('base64url');
}

/** Begins as production's message, which goes on with a gcloud command. */
function missingVectorIndex({ collectionGroup, queryScope, equal, sorted }: IndexNeed, vector: Vector) {
  const { fieldPath, dimension } = vector;
  const fields = [...equal, ...sorted, { fieldPath, vectorConfig: { dimension, flat: {} } }];
  return new FirestoreError(
    'FAILED_PRECONDITION',
    'Missing vector index configuration. Please add the required index to firestore.indexes.json: ' +
      JSON.stringify({ collectionGroup, queryScope, fields }),
  );
}

/** Production's message, with its link to the console. */
function rejection(databaseName: string, need: IndexNeed) {
  if (need.vector) return missingVectorIndex(need, need.vector);
  const { collectionGroup, queryScope, equal, sorted, nameOrder } = need;
  const [, project, , database] = databaseName.split('/');
  const fields = [...equal, ...sorted, { fieldPath: NAME_FIELD, order: nameOrder }];
  const index = encodedIndex(`${databaseName}/collectionGroups/${collectionGroup}/indexes/_`, { queryScope, fields });
  const path = database === '(default)' ? 'firestore' : `firestore/databases/${database}`;
  return new FirestoreError(
    'FAILED_PRECONDITION',
    'The query requires an index. You can create it here: ' +
      `https://console.firebase.google.com/v1/r/project/${project}/${path}/indexes?create_composite=${index}`,
  );
}

/**
 * The same database, but like production it refuses queries and listeners for which no index is defined. Whatever else
 * is wrong with a query is said first.
 */
export function requireIndexes(database: Database, definitions: IndexDefinitions): Database {
  const check = (parent: string, query: StructuredQuery, aggregated: readonly string[] = []) => {
    const missing = indexNeeds(planQuery(parent, query), aggregated).find((need) => !isServed(need, definitions));
    if (missing) throw rejection(database.name, missing);
  };
  return {
    ...database,
    async runQuery(request, auth) {
      check(request.parent, request.structuredQuery);
      return database.runQuery(request, auth);
    },
    async runAggregationQuery(request, auth) {
      const { structuredQuery, aggregations } = request.structuredAggregationQuery;
      check(request.parent, structuredQuery, aggregatedFields(aggregations));
      return database.runAggregationQuery(request, auth);
    },
    openListenStream(send, auth, congested) {
      const stream = database.openListenStream(send, auth, congested);
      return {
        ...stream,
        add(target) {
          try {
            if (target.query) check(target.query.parent, target.query.structuredQuery);
          } catch (error) {
            // What is not about an index, the database says itself.
            if (error instanceof FirestoreError && error.status === 'FAILED_PRECONDITION') {
              const { code, message } = error;
              const targetChange = { targetIds: [target.targetId], cause: { code, message } };
              send({ targetChange: { ...targetChange, targetChangeType: 'REMOVE' } });
              return;
            }
          }
          stream.add(target);
        },
      };
    },
  };
}
