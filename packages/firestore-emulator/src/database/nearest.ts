import { toDouble } from './compareNumbers';
import { invalidArgument } from './errors';
import { parseFieldPath, setField } from './fieldPath';
import { checkFieldName, normalizeValue } from './normalizeValue';
import { fieldReader } from './queryFilter';
import type { Document, FindNearest, Value } from './types';
import { vectorElements, vectorMistake } from './vectors';

const MAX_LIMIT = 1000;

type Distance = (a: readonly number[], b: readonly number[]) => number;

const dot: Distance = (a, b) => a.reduce((sum, element, index) => sum + element * (b[index] as number), 0);

const DISTANCES: Record<string, Distance> = {
  EUCLIDEAN: (a, b) => Math.hypot(...a.map((element, index) => element - (b[index] as number))),
  /** NaN for a vector of length zero, which has no direction. */
  COSINE: (a, b) => 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)),
  DOT_PRODUCT: dot,
};

/** Takes documents in the query's order and returns the nearest, nearest first, with their distance if asked. */
export type Nearest = (documents: readonly Document[]) => Document[];

/**
 * Checks a search for the nearest vectors. Documents without a vector of as many dimensions are left out.
 * Throws INVALID_ARGUMENT.
 * Source: google/firestore/v1/query.proto, FindNearest
 */
export function planNearest(search: FindNearest): Nearest {
  const { distanceMeasure, distanceResultField, vectorField, queryVector } = search;
  const distanceOf = DISTANCES[distanceMeasure ?? ''];
  if (!distanceOf) throw invalidArgument('find_nearest requires a distance measure.');
  if (!vectorField?.fieldPath) throw invalidArgument('find_nearest requires a vector field.');
  const target = numbersOf(queryVector);
  if (!target) throw invalidArgument('Query Value must be of type vector.');
  const mistake = queryVector && 'mapValue' in queryVector && vectorMistake(queryVector.mapValue.fields ?? {});
  if (mistake) throw invalidArgument(mistake);
  const limit = unboxed(search.limit);
  if (limit === undefined || limit < 1 || limit > MAX_LIMIT) {
    throw invalidArgument(`The limit of find_nearest must be between 1 and ${MAX_LIMIT}.`);
  }
  const sign = distanceMeasure === 'DOT_PRODUCT' ? -1 : 1;
  const threshold = unboxed(search.distanceThreshold);
  const read = fieldReader(vectorField.fieldPath);
  const resultPath = distanceResultField ? parseFieldPath(distanceResultField) : undefined;
  for (const part of resultPath ?? []) checkFieldName(part);

  return (documents) =>
    documents
      .flatMap((document) => {
        const vector = numbersOf(read(document));
        return vector?.length === target.length ? [{ document, distance: distanceOf(vector, target) }] : [];
      })
      .filter(({ distance }) => threshold === undefined || distance * sign <= threshold * sign)
      .sort((a, b) => rank(a.distance * sign) - rank(b.distance * sign) || 0)
      .slice(0, limit)
      .map(({ document, distance }) =>
        resultPath
          ? { ...document, fields: setField(document.fields, resultPath, normalizeValue({ doubleValue: distance })) }
          : document,
      );
}

/** Puts NaN last. The difference of two infinities is NaN, which the caller takes as equal. */
const rank = (distance: number): number => (Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance);

function numbersOf(value: Value | undefined): number[] | undefined {
  return vectorElements(value)?.map((element) =>
    'doubleValue' in element
      ? toDouble(element.doubleValue)
      : 'integerValue' in element
        ? Number(element.integerValue)
        : NaN,
  );
}

function unboxed(value: number | string | { value?: number | string } | undefined): number | undefined {
  const inner = typeof value === 'object' ? (value.value ?? 0) : value;
  return inner === undefined ? undefined : Number(inner);
}
