import { comparisons, isInequality } from './checkQuery';
import type { IndexDefinitions, IndexField } from './indexDefinitions';
import { NAME_FIELD } from './queryFilter';
import type { QueryPlan } from './queryPlan';
import type { Filter } from './types';
import { vectorElements } from './vectors';

type Comparison = ReturnType<typeof comparisons>[number];
type Direction = 'ASCENDING' | 'DESCENDING';

/** What one index, or several that Firestore merges, must hold to answer a query. */
export interface IndexNeed {
  collectionGroup: string;
  queryScope: 'COLLECTION' | 'COLLECTION_GROUP';
  /** Fields with one value each: in any order, spread over the merged indexes. */
  equal: IndexField[];
  /** Fields that every merged index holds last, in this order. */
  sorted: IndexField[];
  /** Order of `__name__`, with which every index ends. */
  nameOrder: Direction;
  /** For a vector search: the field and its dimensions. Needs one index that holds it and every filtered field. */
  vector?: { fieldPath: string; dimension: number };
}

const direction = (descending: boolean): Direction => (descending ? 'DESCENDING' : 'ASCENDING');

/** The conjunctions of the filter's disjunctive normal form: Firestore plans each by itself. */
function conjunctions(filter: Filter | undefined): Comparison[][] {
  if (!filter?.compositeFilter) return [comparisons(filter)];
  const parts = (filter.compositeFilter.filters ?? []).map(conjunctions);
  if (filter.compositeFilter.op === 'OR') return parts.flat();
  return parts.reduce<Comparison[][]>(
    (products, part) => products.flatMap((left) => part.map((right) => [...left, ...right])),
    [[]],
  );
}

const isArray = ({ op }: Comparison): boolean => op === 'ARRAY_CONTAINS' || op === 'ARRAY_CONTAINS_ANY';

/** A query for several values is one query for each of them, merged; with an order it needs the same index. */
function needOf(
  leaves: readonly Comparison[],
  plan: QueryPlan,
  aggregated: readonly string[],
): Omit<IndexNeed, 'collectionGroup' | 'queryScope'> {
  const equal = new Map<string, IndexField>();
  for (const leaf of leaves) {
    if (leaf.fieldPath === NAME_FIELD || isInequality(leaf)) continue;
    const { fieldPath } = leaf;
    const key = isArray(leaf) ? `${fieldPath} contains` : fieldPath;
    equal.set(key, isArray(leaf) ? { fieldPath, arrayConfig: 'CONTAINS' } : { fieldPath, order: 'ASCENDING' });
  }
  const sorted: IndexField[] = [];
  for (const { fieldPath, descending } of plan.orders) {
    // One value alone needs no order.
    if (fieldPath === NAME_FIELD || equal.has(fieldPath)) continue;
    sorted.push({ fieldPath, order: direction(descending) });
  }
  const known = new Set([...equal.values(), ...sorted].map(({ fieldPath }) => fieldPath));
  for (const fieldPath of aggregated) {
    if (!known.has(fieldPath)) sorted.push({ fieldPath, order: 'ASCENDING' });
    known.add(fieldPath);
  }
  return { equal: [...equal.values()], sorted, nameOrder: direction(plan.orders.at(-1)?.descending ?? false) };
}

/** What each part of a query needs. A query over all collections at once needs none. */
export function indexNeeds(plan: QueryPlan, aggregated: readonly string[] = []): IndexNeed[] {
  const { collectionId, allDescendants } = plan.query.from?.[0] ?? {};
  if (!collectionId) return [];
  const queryScope = allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION';
  const { vectorField, queryVector } = plan.query.findNearest ?? {};
  const dimension = vectorElements(queryVector)?.length ?? 0;
  return conjunctions(plan.query.where).map((leaves) => ({
    collectionGroup: collectionId,
    queryScope,
    ...needOf(leaves, plan, aggregated),
    ...(vectorField && { vector: { fieldPath: vectorField.fieldPath, dimension } }),
  }));
}

const modeOf = ({ order, arrayConfig }: Omit<IndexField, 'fieldPath'>) => arrayConfig ?? order ?? 'ASCENDING';

/**
 * Whether Firestore's own index of this one field serves the need. It has one of each kind for collections, unless the
 * definitions say otherwise; for collection groups it has none unless they say so.
 */
function hasFieldIndex(
  field: IndexField,
  { collectionGroup, queryScope }: IndexNeed,
  { fieldOverrides }: IndexDefinitions,
): boolean {
  const override = fieldOverrides.find(
    (one) => one.collectionGroup === collectionGroup && one.fieldPath === field.fieldPath,
  );
  if (!override) return queryScope === 'COLLECTION';
  return override.indexes.some(
    (index) => (index.queryScope ?? 'COLLECTION') === queryScope && modeOf(index) === modeOf(field),
  );
}

/** The composite indexes that a need can use, each as the equal fields that it covers. */
function usableIndexes(need: IndexNeed, { indexes }: IndexDefinitions): string[][] {
  const { equal, sorted, nameOrder } = need;
  return indexes.flatMap((index) => {
    if (index.fields.some(({ vectorConfig }) => vectorConfig)) return [];
    if (index.collectionGroup !== need.collectionGroup || (index.queryScope ?? 'COLLECTION') !== need.queryScope)
      return [];
    const fields = index.fields.filter(({ fieldPath }) => fieldPath !== NAME_FIELD);
    const named = index.fields.find(({ fieldPath }) => fieldPath === NAME_FIELD)?.order;
    // `__name__` follows the last field's order where an index does not name it.
    const lastOrder = fields.at(-1)?.order ?? 'ASCENDING';
    const head = fields.slice(0, Math.max(0, fields.length - sorted.length));
    const tail = fields.slice(head.length);
    const isSorted =
      tail.length === sorted.length &&
      sorted.every(({ fieldPath, order }, at) => tail[at]?.fieldPath === fieldPath && tail[at]?.order === order);
    const isNamed = sorted.length === 0 || (named ?? lastOrder) === nameOrder;
    const isCovered = head.every((field) =>
      equal.some((one) => one.fieldPath === field.fieldPath && one.arrayConfig === field.arrayConfig),
    );
    return isSorted && isNamed && isCovered ? [head.map(keyOf)] : [];
  });
}

const keyOf = ({ fieldPath, arrayConfig }: IndexField) => `${fieldPath} ${arrayConfig ?? ''}`;

/** Source: https://firebase.google.com/docs/firestore/vector-search#create_and_manage_vector_indexes */
function hasVectorIndex(need: IndexNeed, { indexes }: IndexDefinitions): boolean {
  const { vector, equal, sorted, collectionGroup, queryScope } = need;
  const wanted = [...equal, ...sorted].map(keyOf).sort();
  return indexes.some((index) => {
    if (index.collectionGroup !== collectionGroup || (index.queryScope ?? 'COLLECTION') !== queryScope) return false;
    const fields = index.fields.filter(({ fieldPath }) => fieldPath !== NAME_FIELD);
    const last = fields.at(-1);
    const head = fields.slice(0, -1).map(keyOf).sort();
    return (
      last?.fieldPath === vector?.fieldPath &&
      Number(last?.vectorConfig?.dimension) === vector?.dimension &&
      head.length === wanted.length &&
      head.every((key, at) => key === wanted[at])
    );
  });
}

/**
 * Whether Firestore could answer this. Equality alone is served by merging the fields' own indexes; one order alone by
 * that field's. Everything else needs composite indexes, which together hold every equal field.
 * Source: https://firebase.google.com/docs/firestore/query-data/index-overview
 */
export function isServed(need: IndexNeed, definitions: IndexDefinitions): boolean {
  if (need.vector) return hasVectorIndex(need, definitions);
  const { equal, sorted, nameOrder } = need;
  const [only] = sorted;
  if (sorted.length === 1 && equal.length === 0 && only?.order === nameOrder)
    return hasFieldIndex(only, need, definitions);
  const covered = new Set(usableIndexes(need, definitions).flat());
  if (sorted.length === 0) {
    return equal.every((field) => covered.has(keyOf(field)) || hasFieldIndex(field, need, definitions));
  }
  return usableIndexes(need, definitions).length > 0 && equal.every((field) => covered.has(keyOf(field)));
}
