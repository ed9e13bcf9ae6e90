import { identicalFields } from './compareValues';
import { checkDocumentSize } from './documentSize';
import { FirestoreError, invalidArgument } from './errors';
import { deleteField, getField, parseFieldPath, setField } from './fieldPath';
import { checkFieldName, normalizeFields } from './normalizeValue';
import { compareTimestamps, toMicros } from './timestamps';
import { applyTransforms } from './transforms';
import type { Document, Fields, Precondition, Value, Write } from './types';

/** The result of one write. `after` is the same object as `before` if nothing changed. */
interface AppliedWrite {
  after: Document | null;
  transformResults?: Value[];
}

/** The name of the document that a write concerns. Throws INVALID_ARGUMENT if it names none or several. */
export function writtenName(write: Write): string {
  const names = [write.update?.name, write.delete, write.verify, write.transform?.document].filter(Boolean);
  if (names.length !== 1) throw invalidArgument('A write must have exactly one operation.');
  return names[0] as string;
}

/** Throws Firestore's error if the stored document does not meet the precondition. */
export function checkPrecondition(name: string, before: Document | null, condition: Precondition | undefined): void {
  if (condition?.exists === true && !before) throw new FirestoreError('NOT_FOUND', `No document to update: ${name}`);
  if (condition?.exists === false && before) {
    throw new FirestoreError('ALREADY_EXISTS', `Document already exists: ${name}`);
  }
  if (condition?.updateTime === undefined) return;
  // An absent document has version 0, which older SDKs require for documents they found missing.
  const version = before?.updateTime ?? '1970-01-01T00:00:00Z';
  if (compareTimestamps(version, condition.updateTime) === 0) return;
  throw new FirestoreError(
    'FAILED_PRECONDITION',
    `the stored version (${toMicros(version)}) does not match the required base version (${toMicros(condition.updateTime)})`,
  );
}

/**
 * Computes the document after one write, without preconditions. A write that changes no field keeps `updateTime`.
 * Throws INVALID_ARGUMENT for a malformed write.
 *
 * @param time RFC 3339, the commit's time
 */
export function applyWrite(write: Write, before: Document | null, time: string): AppliedWrite {
  if (write.verify !== undefined) return { after: before };
  if (write.delete !== undefined) return { after: null };
  const name = writtenName(write);
  const transforms = write.transform?.fieldTransforms ?? write.updateTransforms ?? [];
  const base = write.update ? updatedFields(write, before) : (before?.fields ?? {});
  for (const { fieldPath } of transforms) for (const part of parseFieldPath(fieldPath)) checkFieldName(part);
  const { fields, results } = applyTransforms(base, transforms, time);
  checkDocumentSize(name, fields);
  const unchanged = before !== null && identicalFields(before.fields, fields);
  const after = unchanged ? before : { name, fields, createTime: before?.createTime ?? time, updateTime: time };
  return transforms.length > 0 ? { after, transformResults: results } : { after };
}

/** Without a mask, the new fields replace all. With one, each masked path is set, or deleted if it has no new value. */
function updatedFields(write: Write, before: Document | null): Fields {
  const given = normalizeFields(write.update?.fields);
  if (!write.updateMask) return given;
  let fields = before?.fields ?? {};
  for (const text of write.updateMask.fieldPaths ?? []) {
    const path = parseFieldPath(text);
    for (const part of path) checkFieldName(part);
    const value = getField(given, path);
    fields = value === undefined ? deleteField(fields, path) : setField(fields, path, value);
  }
  return fields;
}
