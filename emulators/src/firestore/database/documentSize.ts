import { invalidArgument } from './errors';
import type { Fields, Value } from './types';

export const MAX_DOCUMENT_BYTES = 1_048_576;
const NAME_OVERHEAD = 16;
const DOCUMENT_OVERHEAD = 32;

/** Bytes a document takes. Source: https://firebase.google.com/docs/firestore/storage-size */
export function documentSize(name: string, fields: Fields): number {
  return nameSize(name) + fieldsSize(fields) + DOCUMENT_OVERHEAD;
}

/** Throws INVALID_ARGUMENT when the document is larger than 1 MiB. */
export function checkDocumentSize(name: string, fields: Fields): void {
  const bytes = documentSize(name, fields);
  if (bytes <= MAX_DOCUMENT_BYTES) return;
  const [size, most] = [bytes, MAX_DOCUMENT_BYTES].map((count) => count.toLocaleString('en-US'));
  throw invalidArgument(
    `Document '${name}' cannot be written because its size (${size} bytes) exceeds the maximum allowed size of ${most} bytes.`,
  );
}

const stringSize = (text: string): number => Buffer.byteLength(text) + 1;

function nameSize(name: string): number {
  const relative = name.slice(name.indexOf('/documents/') + '/documents/'.length);
  return relative.split('/').reduce((sum, segment) => sum + stringSize(segment), NAME_OVERHEAD);
}

function fieldsSize(fields: Fields): number {
  return Object.entries(fields).reduce((sum, [name, value]) => sum + stringSize(name) + valueSize(value), 0);
}

function valueSize(value: Value): number {
  if ('nullValue' in value || 'booleanValue' in value) return 1;
  if ('stringValue' in value) return stringSize(value.stringValue);
  if ('bytesValue' in value) return Buffer.byteLength(value.bytesValue, 'base64');
  if ('referenceValue' in value) return nameSize(value.referenceValue);
  if ('geoPointValue' in value) return 16;
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).reduce((sum, item) => sum + valueSize(item), 0);
  if ('mapValue' in value) return fieldsSize(value.mapValue.fields ?? {});
  return 8;
}
