import { invalidArgument } from './errors';

const MAX_ID_BYTES = 1500;
const RESERVED = /^__.*__$/;
const NUMERIC_ID = /^__id-?\d+__$/;

/** The path of a document's collection: its name without the last segment. */
export const collectionOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));

/** The last segment of a resource name. */
export const lastSegment = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * Checks the full name of a document: it must belong to this database and consist of collection/document pairs with
 * valid ids. Throws INVALID_ARGUMENT.
 * Source: https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
 */
export function checkDocumentName(database: string, name: string): void {
  const segments = relativeSegments(database, name);
  if (segments.length === 0 || segments.length % 2 !== 0) {
    throw invalidArgument(`Document name "${name}" lacks "/" at index ${name.length}.`);
  }
  for (const segment of segments) checkResourceId(segment);
}

/** Checks a parent, which is the documents root or a document of this database. Throws INVALID_ARGUMENT. */
export function checkParent(database: string, parent: string): void {
  if (parent === `${database}/documents`) return;
  checkDocumentName(database, parent);
}

/** Throws INVALID_ARGUMENT for a collection that cannot exist. */
export function checkCollectionId(id: string): void {
  if (RESERVED.test(id)) throw invalidArgument(`Collection id "${id}" is invalid because it is reserved.`);
  if (id.includes('/')) throw invalidArgument(`Collection id "${id}" is invalid because it contains "/".`);
}

function checkResourceId(id: string): void {
  if (id === '') throw invalidArgument('Resource id must not be empty.');
  if (id === '.' || id === '..') throw invalidArgument(`Resource id "${id}" is invalid because it is "." or "..".`);
  if (RESERVED.test(id) && !NUMERIC_ID.test(id)) {
    throw invalidArgument(`Resource id "${id}" is invalid because it is reserved.`);
  }
  if (Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw invalidArgument(`Resource id "${id.slice(0, 20)}…" is longer than ${MAX_ID_BYTES} bytes.`);
  }
}

function relativeSegments(database: string, name: string): string[] {
  const root = `${database}/documents/`;
  if (!name.startsWith(root)) {
    throw invalidArgument(`Resource name "${name}" does not belong to the database "${database}".`);
  }
  return name.slice(root.length).split('/');
}
