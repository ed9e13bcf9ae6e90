import { invalidArgument } from './errors';
import { normalizeValue } from './normalizeValue';
import { fieldReader } from './queryFilter';
import type { Aggregation, Document, Value } from './types';

const MAX_AGGREGATIONS = 5;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * Computes counts, sums and averages over a query's documents. A sum of integers is an integer if it fits int64, else a
 * double. Values that are not numbers are skipped. The average of no numbers is null. Throws INVALID_ARGUMENT.
 * Source: https://firebase.google.com/docs/firestore/query-data/aggregation-queries#behavior_and_limitations
 */
export function aggregate(aggregations: readonly Aggregation[], documents: readonly Document[]): Record<string, Value> {
  if (aggregations.length === 0) throw invalidArgument('An aggregation query needs at least one aggregation.');
  if (aggregations.length > MAX_AGGREGATIONS) {
    throw invalidArgument(`The maximum number of aggregations allowed in an aggregation query is ${MAX_AGGREGATIONS}.`);
  }
  const result: Record<string, Value> = {};
  for (const [index, aggregation] of aggregations.entries()) {
    const alias = aggregation.alias || `field_${index + 1}`;
    if (Object.hasOwn(result, alias)) throw invalidArgument(`Duplicate aggregation alias "${alias}".`);
    result[alias] = evaluate(aggregation, documents);
  }
  return result;
}

/**
 * The fields that are summed or averaged. Only documents that have all of them are counted, even by a `count` beside
 * them, because one index over all these fields serves the query.
 */
export const aggregatedFields = (aggregations: readonly Aggregation[]): string[] =>
  aggregations.flatMap(({ sum, avg }) => (sum ?? avg)?.field.fieldPath ?? []);

function evaluate(aggregation: Aggregation, documents: readonly Document[]): Value {
  if (aggregation.count) return { integerValue: String(countUpTo(aggregation.count.upTo, documents.length)) };
  const field = aggregation.sum?.field ?? aggregation.avg?.field;
  if (!field) throw invalidArgument('An aggregation must be a count, a sum or an average.');
  const numbers = numbersAt(field.fieldPath, documents);
  return aggregation.sum ? sum(numbers) : average(numbers);
}

function countUpTo(upTo: string | { value: string } | undefined, count: number): number {
  if (upTo === undefined) return count;
  const most = Number(typeof upTo === 'object' ? upTo.value : upTo);
  if (!(most > 0)) throw invalidArgument('The up_to of a count must be greater than zero.');
  return Math.min(count, most);
}

type Numeric = { integerValue: string } | { doubleValue: number | string };

function numbersAt(fieldPath: string, documents: readonly Document[]): Numeric[] {
  const read = fieldReader(fieldPath);
  return documents.flatMap((document) => {
    const value = read(document);
    return value && ('integerValue' in value || 'doubleValue' in value) ? [value] : [];
  });
}

function sum(numbers: readonly Numeric[]): Value {
  const exact = numbers.reduce(
    (total, value) => ('integerValue' in value ? total + BigInt(value.integerValue) : total),
    0n,
  );
  const doubles = numbers.flatMap((value) => ('doubleValue' in value ? [Number(value.doubleValue)] : []));
  if (doubles.length === 0 && exact <= MAX_INT64 && exact >= MIN_INT64) return { integerValue: exact.toString() };
  return normalizeValue({ doubleValue: doubles.reduce((total, value) => total + value, Number(exact)) });
}

function average(numbers: readonly Numeric[]): Value {
  if (numbers.length === 0) return { nullValue: null };
  const total = sum(numbers);
  const value =
    'integerValue' in total ? Number(total.integerValue) : 'doubleValue' in total ? Number(total.doubleValue) : 0;
  return normalizeValue({ doubleValue: value / numbers.length });
}
