import { identical } from './compareValues';
import { formatFieldPath } from './fieldPath';
import type { Document, Fields, Value } from './types';
import { isVector } from './vectors';

/**
 * Returns the field paths at which two states of a document differ. A map on both sides is compared field by field, a
 * vector as one value.
 */
export function changedFieldPaths(before: Document | null, after: Document | null): string[] {
  return differences(before?.fields ?? {}, after?.fields ?? {}, []).map(formatFieldPath);
}

function differences(before: Fields, after: Fields, path: string[]): string[][] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [left, right] = [before[name], after[name]];
    if (identical(left, right)) return [];
    const [leftMap, rightMap] = [mapFields(left), mapFields(right)];
    return leftMap && rightMap ? differences(leftMap, rightMap, [...path, name]) : [[...path, name]];
  });
}

const mapFields = (value: Value | undefined): Fields | undefined =>
  value && 'mapValue' in value && !isVector(value.mapValue.fields) ? (value.mapValue.fields ?? {}) : undefined;
