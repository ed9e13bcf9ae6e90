import { createDatabase } from '../database/database';
import type { Document, Fields, ListenResponse, StructuredQuery, Value, Write } from '../database/types';

export const DATABASE = 'projects/demo/databases/(default)';
export const ROOT = `${DATABASE}/documents`;
/** A document's full name. */
export const at = (path: string): string => `${ROOT}/${path}`;

export const int = (value: number | bigint): Value => ({ integerValue: String(value) });
export const double = (value: number | 'NaN' | 'Infinity' | '-Infinity'): Value => ({ doubleValue: value });
export const text = (value: string): Value => ({ stringValue: value });
export const bool = (value: boolean): Value => ({ booleanValue: value });
export const nothing: Value = { nullValue: null };
export const time = (value: string): Value => ({ timestampValue: value });
export const bytes = (value: string): Value => ({ bytesValue: Buffer.from(value).toString('base64') });
export const ref = (path: string): Value => ({ referenceValue: at(path) });
export const geo = (latitude: number, longitude: number): Value => ({ geoPointValue: { latitude, longitude } });
export const list = (...values: Value[]): Value => ({ arrayValue: { values } });
export const map = (fields: Fields): Value => ({ mapValue: { fields } });

export const vector = (...elements: number[]): Value =>
  map({ __type__: text('__vector__'), value: list(...elements.map((element) => double(element))) });

export const set = (path: string, fields: Fields): Write => ({ update: { name: at(path), fields } });
export const remove = (path: string): Write => ({ delete: at(path) });

/** A database whose clock the test controls, with shorthands for reads and writes. */
export function testDatabase(options: { lockWaitMillis?: number; now?: number } = {}) {
  const clock = { now: options.now ?? Date.parse('2026-01-02T03:04:05.000Z') };
  const database = createDatabase({ name: DATABASE, now: () => clock.now, lockWaitMillis: options.lockWaitMillis });
  const write = (...writes: Write[]) => database.commit({ writes });
  return {
    clock,
    database,
    write,
    put: (path: string, fields: Fields) => write(set(path, fields)),
    get: (path: string): Document | null => database.peek(at(path)),
    fields: (path: string): Fields | undefined => database.peek(at(path))?.fields,
    async query(structuredQuery: StructuredQuery, parent = ROOT): Promise<Document[]> {
      return (await database.runQuery({ parent, structuredQuery })).documents;
    },
    async ids(structuredQuery: StructuredQuery, parent = ROOT): Promise<string[]> {
      const { documents } = await database.runQuery({ parent, structuredQuery });
      return documents.map((document) => document.name.slice(document.name.lastIndexOf('/') + 1));
    },
    /** Opens a stream. `take` returns what it has sent since the last `take`. */
    listen(congested?: () => boolean) {
      const sent: ListenResponse[] = [];
      const stream = database.openListenStream((response) => sent.push(response), undefined, congested);
      return { stream, take: () => sent.splice(0) };
    },
  };
}

/** Returns a call's error as `STATUS: message`, or 'accepted'. */
export async function rejection(call: () => unknown): Promise<string> {
  try {
    await call();
    return 'accepted';
  } catch (error) {
    if (error instanceof Error && 'status' in error) return `${error.status}: ${error.message}`;
    throw error;
  }
}

/** Abbreviates a listener's messages: `ADD 1`, `change a [1]`, `delete a [1]`, `NO_CHANGE`. */
export function brief(responses: readonly ListenResponse[]): string[] {
  const id = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  return responses.map(({ targetChange, documentChange, documentDelete, documentRemove, filter }) => {
    if (targetChange) {
      const { targetChangeType, targetIds = [], cause } = targetChange;
      return [targetChangeType, ...targetIds, ...(cause ? [cause.code] : [])].join(' ');
    }
    if (documentChange) {
      const { document, targetIds = [], removedTargetIds = [] } = documentChange;
      const removed = removedTargetIds.length > 0 ? ` -[${removedTargetIds}]` : '';
      return `change ${id(document.name)} [${targetIds}]${removed}`;
    }
    if (documentDelete) return `delete ${id(documentDelete.document)} [${documentDelete.removedTargetIds}]`;
    if (documentRemove) return `remove ${id(documentRemove.document)} [${documentRemove.removedTargetIds}]`;
    return `filter ${filter?.targetId}=${filter?.count}`;
  });
}
