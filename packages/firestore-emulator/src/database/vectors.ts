import type { Fields, Value } from './types';

const MAX_DIMENSIONS = 2048;

/**
 * Returns the elements of a vector, or undefined for other values. On the wire a vector is a map with a reserved field.
 * Source: https://firebase.google.com/docs/firestore/vector-search
 */
export function vectorElements(value: Value | undefined): readonly Value[] | undefined {
  return value && 'mapValue' in value && isVector(value.mapValue.fields)
    ? elementsOf(value.mapValue.fields)
    : undefined;
}

/** Whether these fields of a map make it a vector. It may still be malformed. */
export function isVector(fields: Fields | undefined): fields is Fields {
  const type = fields?.__type__;
  return type !== undefined && 'stringValue' in type && type.stringValue === '__vector__';
}

/** Returns why these fields are no well-formed vector, or undefined if they are. */
export function vectorMistake(fields: Fields): string | undefined {
  const { value } = fields;
  if (Object.keys(fields).length !== 2 || !value || !('arrayValue' in value)) {
    return 'A vector must have exactly the fields __type__ and value, and its value must be an array.';
  }
  const elements = elementsOf(fields);
  if (elements.some((element) => !('doubleValue' in element || 'integerValue' in element))) {
    return 'The elements of a vector must be numbers.';
  }
  if (elements.length === 0) return 'A vector must not be empty.';
  if (elements.length > MAX_DIMENSIONS) return `A vector must have at most ${MAX_DIMENSIONS} dimensions.`;
  return undefined;
}

const elementsOf = ({ value }: Fields): readonly Value[] =>
  value && 'arrayValue' in value ? (value.arrayValue.values ?? []) : [];
