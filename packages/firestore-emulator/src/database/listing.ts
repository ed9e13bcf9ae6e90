import { compareNames, compareStrings } from './compareValues';
import type { DocumentStore } from './documentStore';
import { invalidArgument } from './errors';
import { NAME_FIELD } from './queryFilter';
import { planQuery, type QueryPlan } from './queryPlan';
import type { Snapshot } from './snapshot';
import type { Document, Order, StructuredQuery, Value } from './types';

/** The API's default page size. */
const DEFAULT_PAGE_SIZE = 20;

interface ListRequest {
  parent: string;
  collectionId: string;
  pageSize?: number;
  pageToken?: string;
  orderBy?: string;
  showMissing?: boolean;
}

/** The query that a listing of documents is equivalent to. Throws INVALID_ARGUMENT. */
export function listingQuery(request: ListRequest): StructuredQuery {
  if (request.showMissing && request.orderBy) throw invalidArgument('show_missing cannot be used with order_by.');
  const from = request.collectionId ? [{ collectionId: request.collectionId }] : [];
  return {
    from,
    ...(request.orderBy && { orderBy: parseOrderBy(request.orderBy) }),
    ...(request.pageToken && { startAt: { values: decodeToken(request.pageToken), before: false } }),
  };
}

/** One page of a collection's documents. `showMissing` includes absent documents that have subcollections. */
export function listPage(
  request: ListRequest,
  snapshot: Snapshot,
  store: DocumentStore,
): { documents: (Document | { name: string })[]; nextPageToken?: string } {
  const size = pageSize(request.pageSize);
  const plan = planQuery(request.parent, { ...listingQuery(request), limit: size + 1 });
  const present = snapshot.run(plan).documents;
  const missing = request.showMissing ? missingDocuments(request, store, snapshot) : [];
  const all = [...present, ...missing];
  if (missing.length > 0) all.sort((a, b) => compareNames(a.name, b.name));
  const page = all.slice(0, size);
  const last = page.at(-1);
  if (all.length <= size || !last) return { documents: page };
  return { documents: page, nextPageToken: encodeToken(plan, last) };
}

/** The ids of a parent's own collections. */
export function listCollectionIds(
  request: { parent: string; pageSize?: number; pageToken?: string },
  store: DocumentStore,
): { collectionIds: string[]; nextPageToken?: string } {
  const paths = store.collectionPathsUnder(request.parent);
  const ids = new Set(paths.map((path) => path.slice(request.parent.length + 1).split('/')[0] as string));
  const after = request.pageToken ? Buffer.from(request.pageToken, 'base64').toString() : '';
  const rest = [...ids].sort(compareStrings).filter((id) => compareStrings(id, after) > 0);
  const size = request.pageSize ? pageSize(request.pageSize) : rest.length;
  const collectionIds = rest.slice(0, size);
  if (rest.length <= size) return { collectionIds };
  return { collectionIds, nextPageToken: Buffer.from(collectionIds.at(-1) ?? '').toString('base64') };
}

/**
 * Returns at most `partitionCount` cursors that split a query's documents into parts of about equal size.
 * Throws INVALID_ARGUMENT if the count is below one.
 */
export function partitionPoints(
  documents: readonly Document[],
  partitionCount: number,
): { values: Value[]; before: boolean }[] {
  if (!(partitionCount > 0)) throw invalidArgument('partition_count must be positive.');
  const count = Math.min(partitionCount, documents.length - 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const first = documents[Math.floor(((index + 1) * documents.length) / (count + 1))] as Document;
    return { values: [{ referenceValue: first.name }], before: true };
  });
}

function pageSize(asked: number | undefined): number {
  if (asked !== undefined && asked < 0) throw invalidArgument('page_size is negative.');
  return asked || DEFAULT_PAGE_SIZE;
}

/** Parses text such as `name desc, born`. */
function parseOrderBy(text: string): Order[] {
  return text.split(',').map((part) => {
    const match = /^\s*(\S+?)(?:\s+(asc|desc))?\s*$/i.exec(part);
    if (!match) throw invalidArgument(`Invalid order_by "${text}".`);
    const direction = match[2]?.toLowerCase() === 'desc' ? 'DESCENDING' : 'ASCENDING';
    return { field: { fieldPath: match[1] as string }, direction };
  });
}

function missingDocuments(request: ListRequest, store: DocumentStore, snapshot: Snapshot): { name: string }[] {
  const collection = `${request.parent}/${request.collectionId}`;
  const paths = store.collectionPathsUnder(collection);
  const names = new Set(paths.map((path) => `${collection}/${path.slice(collection.length + 1).split('/')[0]}`));
  const last = request.pageToken ? decodeToken(request.pageToken).at(-1) : undefined;
  const after = last && 'referenceValue' in last ? last.referenceValue : '';
  return [...names]
    .filter((name) => snapshot.get(name) === null && compareNames(name, after) > 0)
    .map((name) => ({ name }));
}

/** A token holds the last document's position, so pages stay correct while documents are added or deleted. */
function encodeToken(plan: QueryPlan, last: Document | { name: string }): string {
  const values = plan.orders.map((order) =>
    order.fieldPath === NAME_FIELD ? { referenceValue: last.name } : 'fields' in last ? order.read(last) : undefined,
  );
  return Buffer.from(JSON.stringify(values)).toString('base64');
}

function decodeToken(token: string): Value[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(token, 'base64').toString());
    if (Array.isArray(values)) return values;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalidArgument('Invalid page token.');
}
