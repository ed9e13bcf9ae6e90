import type { Database } from '../../database/api';
import { FirestoreError } from '../../database/errors';
import type { StructuredAggregationQuery, StructuredQuery } from '../../database/types';
import { requireAdmin } from '../backend';
import { enter, handler } from './handler';

type RunQuery = Parameters<Database['runQuery']>[0] & { explainOptions?: object };
type RunAggregation = Parameters<Database['runAggregationQuery']>[0] & { explainOptions?: object };

/** Reads of more than one document. */
export const queryCalls = {
  BatchGetDocuments: handler(async (call, request: Parameters<Database['batchGet']>[0] & { database: string }) => {
    const { database, auth } = enter(call, request.database);
    const { transaction, results } = await database.batchGet({ ...request, documents: request.documents ?? [] }, auth);
    return [...(transaction ? [{ transaction }] : []), ...results];
  }),
  ListDocuments: handler(async (call, request: Parameters<Database['listDocuments']>[0]) => {
    const { database, auth } = enter(call, request.parent);
    return database.listDocuments(request, auth);
  }),
  RunQuery: handler(async (call, request: RunQuery) => {
    demandQuery(request.structuredQuery, request.explainOptions);
    const { database, auth } = enter(call, request.parent);
    const { transaction, documents, readTime, skippedResults } = await database.runQuery(request, auth);
    const skipped = skippedResults > 0 ? { skippedResults } : {};
    const found = documents.map((document) => ({ document, readTime }));
    const rest =
      found.length > 0 ? found.with(0, { ...found[0], ...skipped } as (typeof found)[0]) : [{ readTime, ...skipped }];
    return [...(transaction ? [{ transaction }] : []), ...rest];
  }),
  RunAggregationQuery: handler(async (call, request: RunAggregation) => {
    demandQuery(request.structuredAggregationQuery?.structuredQuery, request.explainOptions);
    const { database, auth } = enter(call, request.parent);
    const { transaction, aggregateFields, readTime } = await database.runAggregationQuery(request, auth);
    return [{ result: { aggregateFields }, readTime, ...(transaction && { transaction }) }];
  }),
  PartitionQuery: handler(
    async (call, request: { parent: string; structuredQuery: StructuredQuery; partitionCount?: string }) => {
      requireAdmin(call);
      demandQuery(request.structuredQuery, undefined);
      const partitionCount = Number(request.partitionCount ?? 0);
      return enter(call, request.parent).database.partitionQuery({ ...request, partitionCount });
    },
  ),
  ListCollectionIds: handler(async (call, request: Parameters<Database['listCollectionIds']>[0]) => {
    requireAdmin(call);
    return enter(call, request.parent).database.listCollectionIds(request);
  }),
};

/** Throws for queries that this server would otherwise get wrong. */
function demandQuery(
  query: StructuredQuery | StructuredAggregationQuery['structuredQuery'] | undefined,
  explain: object | undefined,
): void {
  if (!query) throw new FirestoreError('INVALID_ARGUMENT', 'A structured query is required.');
  if (explain) throw new FirestoreError('UNIMPLEMENTED', 'Query explain is not available in this local Firestore.');
}
