import { getField, parseFieldPath, setField } from './fieldPath';
import { NAME_FIELD } from './queryFilter';
import type { Document, DocumentMask, Fields, StructuredQuery } from './types';

/** The document with only the masked fields, or with all of them if there is no mask. */
export function maskDocument(document: Document, mask: DocumentMask | undefined): Document {
  return mask ? project(document, mask.fieldPaths ?? []) : document;
}

/** The document with the fields that the query selects. `__name__` alone selects no field. */
export function selectFields(document: Document, query: StructuredQuery): Document {
  if (!query.select) return document;
  const paths = (query.select.fields ?? []).map((field) => field.fieldPath);
  return paths.length === 0 ? document : project(document, paths);
}

function project(document: Document, fieldPaths: readonly string[]): Document {
  let fields: Fields = {};
  for (const text of fieldPaths) {
    if (text === NAME_FIELD) continue;
    const path = parseFieldPath(text);
    const value = getField(document.fields, path);
    if (value) fields = setField(fields, path, value);
  }
  return { ...document, fields };
}
