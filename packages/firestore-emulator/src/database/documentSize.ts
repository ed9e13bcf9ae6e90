import { invalidArgument } from './errors';
import type { Fields, FieldTransform, Value, Write } from './types';

const MAX_DOCUMENT_BYTES = 1_048_576;
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
const NAME_OVERHEAD = 16;
const DOCUMENT_OVERHEAD = 32;

/** The size of a document in bytes. Source: https://firebase.google.com/docs/firestore/storage-size */
export function documentSize(name: string, fields: Fields): number {
  return nameSize(name) + fieldsSize(fields) + DOCUMENT_OVERHEAD;
}

/** Throws INVALID_ARGUMENT if the document is larger than 1 MiB. */
export function checkDocumentSize(name: string, fields: Fields): void {
  const bytes = documentSize(name, fields);
  if (bytes <= MAX_DOCUMENT_BYTES) return;
  const [size, most] = [bytes, MAX_DOCUMENT_BYTES].map((count) => count.toLocaleString('en-US'));
  throw invalidArgument(
    `Document '${name}' cannot be written because its size (${size} bytes) exceeds the maximum allowed size of ${most} bytes.`,
  );
}

/**
 * Throws INVALID_ARGUMENT if a request's writes are larger than 10 MiB in total. The size is that of the stored form,
 * because the size on the wire is unknown here. The wording is production's. Production has been seen to accept 11 MiB;
 * this applies the documented limit, so that nobody relies on more.
 * Source: https://firebase.google.com/docs/firestore/quotas#writes_and_transactions
 */
export function checkRequestSize(writes: readonly Write[]): void {
  if (writes.reduce((sum, write) => sum + writeSize(write), 0) <= MAX_REQUEST_BYTES) return;
  throw invalidArgument(`Request payload size exceeds the limit: ${MAX_REQUEST_BYTES} bytes.`);
}

function writeSize({ update, transform, updateMask, updateTransforms = [], ...named }: Write): number {
  const name = update?.name ?? transform?.document ?? named.delete ?? named.verify ?? '';
  const transforms = transform?.fieldTransforms ?? updateTransforms;
  return (
    documentSize(name, update?.fields ?? {}) +
    (updateMask?.fieldPaths ?? []).reduce((sum, path) => sum + stringSize(path), 0) +
    transforms.reduce((sum, one) => sum + transformSize(one), 0)
  );
}

function transformSize({ fieldPath, appendMissingElements, removeAllFromArray, ...others }: FieldTransform): number {
  const operand = others.increment ?? others.maximum ?? others.minimum;
  const elements = appendMissingElements ?? removeAllFromArray;
  return (
    stringSize(fieldPath) + (operand ? valueSize(operand) : 0) + (elements ? valueSize({ arrayValue: elements }) : 0)
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
