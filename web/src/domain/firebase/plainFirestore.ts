import { PHOTOS } from '@heirlight/contract/paths';
import { loadConfig } from '../../lib/config';
import { appCheckToken } from './app';
import { idToken } from './auth';
import { type Photo, toPhotos } from './photoDocument';

/**
 * Firestore by plain requests: Google's REST interface. The SDK sends every query over its stream, which takes 100 kB
 * of code and may be down.
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

interface Refusal {
  error?: { status?: string; message?: string };
}

/** With a code, as the SDK's errors have it: the page shows the words of those. */
const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });

/** The network failed; the SDK says it in these words. */
function lost(error: unknown): never {
  throw withCode(`Request failed with error: ${error instanceof Error ? error.message : error}`, 'unavailable');
}

async function refusalOf(response: Response): Promise<Error> {
  const answer: Refusal | Refusal[] = await response.json().catch(() => ({}));
  const { status, message } = (Array.isArray(answer) ? answer[0] : answer)?.error ?? {};
  return withCode(message ?? `HTTP ${response.status}`, (status ?? 'UNKNOWN').toLowerCase().replaceAll('_', '-'));
}

async function query(structuredQuery: Record<string, unknown>): Promise<RestDocument[]> {
  const [{ firebase, endpoints }, token, appCheck] = await Promise.all([loadConfig(), idToken(), appCheckToken()]);
  const root = `${endpoints?.firestore ?? PRODUCTION}/v1/projects/${firebase.projectId}/databases/(default)/documents`;
  const response = await fetch(`${root}:runQuery`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(appCheck && { 'x-firebase-appcheck': appCheck }),
    },
    body: JSON.stringify({ structuredQuery }),
  }).catch(lost);
  if (!response.ok) throw await refusalOf(response);
  const results: { document?: RestDocument }[] = await response.json();
  return results.flatMap(({ document }) => document ?? []);
}

const from = [{ collectionId: PHOTOS }];
const orderBy = [{ field: { fieldPath: 'created_at' }, direction: 'DESCENDING' }];
const compared = (fieldPath: string, op: string, value: RestValue) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const isEqual = (fieldPath: string, stringValue: string) => compared(fieldPath, 'EQUAL', { stringValue });
const allOf = (...filters: object[]) => ({ compositeFilter: { op: 'AND', filters } });
const isAt = (op: 'GREATER_THAN_OR_EQUAL' | 'LESS_THAN', at: Date) =>
  compared('created_at', op, { timestampValue: at.toISOString() });

async function newest(where: object, count: number): Promise<Photo[]> {
  const documents = await query({ from, where, orderBy, limit: count });
  return toPhotos(
    documents.map(({ name, fields }) => ({
      id: name.slice(name.lastIndexOf('/') + 1),
      ref: { path: name.slice(name.indexOf('/documents/') + '/documents/'.length) },
      data: () => fieldsOf(fields),
    })),
  );
}

/** Reads a user's newest photos with one request. @throws Error with Firestore's `code` and message */
export function readPhotos({ userId, count }: { userId: string; count: number }): Promise<Photo[]> {
  return newest(isEqual('user_id', userId), count);
}

/** Reads the newest photos of a user that are found by a word, with one request. Throws as `readPhotos`. */
export function photosWithWord(asked: { userId: string; word: string; count: number }): Promise<Photo[]> {
  const { userId, word, count } = asked;
  const hasWord = compared('search_words', 'ARRAY_CONTAINS', { stringValue: word });
  return newest(allOf(isEqual('user_id', userId), hasWord), count);
}

/** Reads the newest photos of a user that were made in a time, with one request. Throws as `readPhotos`. */
export function photosMadeIn(asked: { userId: string; from: Date; until: Date; count: number }): Promise<Photo[]> {
  const { userId, from: start, until, count } = asked;
  const times = [isAt('GREATER_THAN_OR_EQUAL', start), isAt('LESS_THAN', until)];
  return newest(allOf(isEqual('user_id', userId), ...times), count);
}

/**
 * Reads the photos of these groups that are older than a time, with one request. Throws as `readPhotos`.
 *
 * @param groupIds at most 30, as many values as Firestore compares a field with in one query
 */
export function photosOfGroups(asked: {
  userId: string;
  groupIds: readonly string[];
  before: Date;
  count: number;
}): Promise<Photo[]> {
  const { userId, groupIds, before, count } = asked;
  const values = groupIds.map((stringValue) => ({ stringValue }));
  const isOneOf = compared('group_id', 'IN', { arrayValue: { values } });
  return newest(allOf(isEqual('user_id', userId), isOneOf, isAt('LESS_THAN', before)), count);
}

/** Returns whether any photo of the user is processing, with one request. Throws as `readPhotos`. */
export async function hasProcessing(userId: string): Promise<boolean> {
  const where = allOf(isEqual('user_id', userId), isEqual('status', 'processing'));
  return (await query({ from, where })).length > 0;
}
