import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { PHOTOS } from '@heirlight/contract/paths';
import { noteServerTime } from '../../lib/serverClock';
import { type Photo, toPhotos } from './photoDocument';

/**
 * Google's REST interface of Firestore, without any SDK: plainFirestore.ts and firstLook.ts ask it.
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/runQuery
 */
const PRODUCTION = 'https://firestore.googleapis.com';

/** A value as REST writes it: an object whose only key says its type. */
type RestValue = Record<string, unknown>;
type RestFields = Record<string, RestValue>;
interface RestDocument {
  /** projects/…/documents/{collection}/{id} */
  name: string;
  fields?: RestFields;
}

const fieldsOf = (fields: RestFields = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, decoded(value)]));

/**
 * Times become what `fitting` takes for a timestamp. Bytes, references and places stay as they are: no photo has any.
 */
function decoded(value: RestValue): unknown {
  const [[type, content] = ['nullValue', null]] = Object.entries(value);
  switch (type) {
    case 'integerValue':
    case 'doubleValue':
      return Number(content);
    case 'timestampValue':
      return { toDate: () => new Date(String(content)) };
    case 'mapValue':
      return fieldsOf((content as { fields?: RestFields }).fields);
    case 'arrayValue':
      return ((content as { values?: RestValue[] }).values ?? []).map(decoded);
    default:
      return content;
  }
}

/** What Google's interfaces answer in place of a result. */
interface ErrorBody {
  error?: { status?: string; message?: string };
}

/** With a code, as the SDK's errors have it: the page shows the words of those. */
const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });

/** The network failed; the SDK says it in these words. */
function lost(error: unknown): never {
  throw withCode(`Request failed with error: ${error instanceof Error ? error.message : error}`, 'unavailable');
}

async function errorOf(response: Response): Promise<Error> {
  const answer: ErrorBody | ErrorBody[] = await response.json().catch(() => ({}));
  const { status, message } = (Array.isArray(answer) ? answer[0] : answer)?.error ?? {};
  return withCode(message ?? `HTTP ${response.status}`, (status ?? 'UNKNOWN').toLowerCase().replaceAll('_', '-'));
}

/** How requests carry App Check's token. https://firebase.google.com/docs/app-check/web/custom-resource */
export const appCheckHeader = (token: string | null): Record<string, string> =>
  token ? { 'x-firebase-appcheck': token } : {};

/** What a request needs beside its question. */
export interface Access {
  config: Pick<ClientConfig, 'firebase' | 'endpoints'>;
  /** Of the signed-in user. */
  token: string | null;
  /** What App Check vouches for the page with; null without it. */
  appCheck: string | null;
}

/** Returns the documents that a query finds, with one request. @throws Error with Firestore's `code` and message */
export async function query(access: Access, structuredQuery: Record<string, unknown>): Promise<RestDocument[]> {
  const { firebase, endpoints } = access.config;
  const root = `${endpoints?.firestore ?? PRODUCTION}/v1/projects/${firebase.projectId}/databases/(default)/documents`;
  const response = await fetch(`${root}:runQuery`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(access.token && { authorization: `Bearer ${access.token}` }),
      ...appCheckHeader(access.appCheck),
    },
    body: JSON.stringify({ structuredQuery }),
  }).catch(lost);
  if (!response.ok) throw await errorOf(response);
  const results: { document?: RestDocument; readTime?: string }[] = await response.json();
  const readTime = results.at(-1)?.readTime;
  if (readTime) noteServerTime(readTime);
  return results.flatMap(({ document }) => document ?? []);
}

export const inPhotos = [{ collectionId: PHOTOS }];
const newestFirst = [{ field: { fieldPath: 'created_at' }, direction: 'DESCENDING' }];
export const compared = (fieldPath: string, op: string, value: RestValue) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
export const isEqual = (fieldPath: string, stringValue: string) => compared(fieldPath, 'EQUAL', { stringValue });
export const allOf = (...filters: object[]) => ({ compositeFilter: { op: 'AND', filters } });
export const isAt = (op: 'GREATER_THAN_OR_EQUAL' | 'LESS_THAN', at: Date) =>
  compared('created_at', op, { timestampValue: at.toISOString() });

/** Reads photos that a condition holds for, the newest unless ordered otherwise. One request. Throws as `query`. */
export async function photosWhere(
  access: Access,
  where: object,
  count: number,
  orderBy: object[] = newestFirst,
): Promise<Photo[]> {
  const documents = await query(access, { from: inPhotos, where, orderBy, limit: count });
  return toPhotos(
    documents.map(({ name, fields }) => ({
      id: name.slice(name.lastIndexOf('/') + 1),
      ref: { path: name.slice(name.indexOf('/documents/') + '/documents/'.length) },
      data: () => fieldsOf(fields),
    })),
  );
}
