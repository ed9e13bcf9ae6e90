import { FirestoreError } from '../../database/errors';

/** The RPC that a REST request stands for. */
export interface Route {
  method: string;
  /** Request fields known from the URL. */
  fields: Record<string, unknown>;
  /** What the JSON body is: the request, which `fields` complete; its field `document`; or nothing. */
  body: 'request' | 'document' | 'none';
}

const BASE = /^\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents(.*)$/s;

/** Custom methods, and whether they apply to the database or to a parent. */
const VERBS: Record<string, { method: string; at: 'database' | 'parent' }> = {
  batchGet: { method: 'BatchGetDocuments', at: 'database' },
  batchWrite: { method: 'BatchWrite', at: 'database' },
  beginTransaction: { method: 'BeginTransaction', at: 'database' },
  commit: { method: 'Commit', at: 'database' },
  rollback: { method: 'Rollback', at: 'database' },
  listCollectionIds: { method: 'ListCollectionIds', at: 'parent' },
  partitionQuery: { method: 'PartitionQuery', at: 'parent' },
  runAggregationQuery: { method: 'RunAggregationQuery', at: 'parent' },
  runQuery: { method: 'RunQuery', at: 'parent' },
};

/**
 * Firestore's REST bindings.
 * Source: the google.api.http options in firestore.proto, and https://firebase.google.com/docs/firestore/reference/rest
 * @returns undefined if the path does not belong to Firestore
 */
export function routeOf(httpMethod: string, url: URL): Route | undefined {
  const match = BASE.exec(url.pathname);
  if (!match) return undefined;
  const database = decode(match[1] ?? '');
  const rest = match[2] ?? '';
  const root = `${database}/documents`;

  const verb = httpMethod === 'POST' ? /^(.*):([A-Za-z]+)$/s.exec(rest) : null;
  const custom = VERBS[verb?.[2] ?? ''];
  if (verb && custom) {
    const parent = root + decode(verb[1] ?? '');
    return { method: custom.method, fields: custom.at === 'parent' ? { parent } : { database }, body: 'request' };
  }

  const segments = rest.split('/').slice(1).map(decode);
  if (segments.length === 0 || segments.some((segment) => segment === '')) return undefined;
  const name = `${root}/${segments.join('/')}`;
  const query = url.searchParams;
  if (segments.length % 2 === 1) {
    const collectionId = segments.at(-1) ?? '';
    const parent = [root, ...segments.slice(0, -1)].join('/');
    if (httpMethod === 'GET')
      return { method: 'ListDocuments', fields: listFields(parent, collectionId, query), body: 'none' };
    if (httpMethod === 'POST') {
      const documentId = query.get('documentId');
      const fields = { parent, collectionId, ...(documentId && { documentId }), ...mask(query, 'mask') };
      return { method: 'CreateDocument', fields, body: 'document' };
    }
    return undefined;
  }
  if (httpMethod === 'GET') {
    return { method: 'GetDocument', fields: { name, ...mask(query, 'mask'), ...consistency(query) }, body: 'none' };
  }
  if (httpMethod === 'DELETE') {
    return { method: 'DeleteDocument', fields: { name, ...precondition(query) }, body: 'none' };
  }
  if (httpMethod === 'PATCH') {
    const fields = { document: { name }, ...mask(query, 'updateMask'), ...mask(query, 'mask'), ...precondition(query) };
    return { method: 'UpdateDocument', fields, body: 'document' };
  }
  return undefined;
}

/** @throws FirestoreError INVALID_ARGUMENT if the percent encoding is invalid */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new FirestoreError('INVALID_ARGUMENT', `The path is not well encoded: ${part}`);
  }
}

function listFields(parent: string, collectionId: string, query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = { parent, collectionId, ...mask(query, 'mask'), ...consistency(query) };
  for (const key of ['pageSize', 'pageToken', 'orderBy']) {
    const value = query.get(key);
    if (value !== null) fields[key] = value;
  }
  if (query.has('showMissing')) fields.showMissing = query.get('showMissing') === 'true';
  return fields;
}

function mask(query: URLSearchParams, key: 'mask' | 'updateMask'): Record<string, unknown> {
  const fieldPaths = query.getAll(`${key}.fieldPaths`);
  return fieldPaths.length > 0 ? { [key]: { fieldPaths } } : {};
}

function consistency(query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const key of ['transaction', 'readTime']) if (query.get(key)) fields[key] = query.get(key);
  return fields;
}

function precondition(query: URLSearchParams): Record<string, unknown> {
  const exists = query.get('currentDocument.exists');
  const updateTime = query.get('currentDocument.updateTime');
  if (exists === null && updateTime === null) return {};
  const currentDocument = { ...(exists !== null && { exists: exists === 'true' }), ...(updateTime && { updateTime }) };
  return { currentDocument };
}
