import type { Filter, Order, UnaryOperator, Value } from '../database/types';
import { bool, bytes, double, geo, int, list, map, nothing, ref, set, testDatabase, text, time } from './database';

export const where = (fieldPath: string, op: NonNullable<Filter['fieldFilter']>['op'], value: Value): Filter => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
export const unary = (fieldPath: string, op: UnaryOperator): Filter => ({ unaryFilter: { field: { fieldPath }, op } });
export const and = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'AND', filters } });
export const or = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'OR', filters } });
export const by = (fieldPath: string, direction: Order['direction'] = 'ASCENDING'): Order => ({
  field: { fieldPath },
  direction,
});

/** Values of every type, some of them equal or adjacent, by the id of their document. */
export const VALUES: Record<string, Value> = {
  array: list(int(1), text('x')),
  bytes: bytes('b'),
  double: double(1.5),
  false: bool(false),
  geo: geo(1, 2),
  int1: int(1),
  int2: int(2),
  map: map({ k: int(1) }),
  nan: double('NaN'),
  null: nothing,
  one: double(1),
  ref: ref('c/array'),
  text: text('m'),
  textz: text('z'),
  time: time('2026-01-01T00:00:00Z'),
};

/** A database whose collection `c` holds these values, and one document without the field. */
export async function withValues() {
  const db = testDatabase();
  await db.write(
    ...Object.entries(VALUES).map(([id, v]) => set(`c/${id}`, { v })),
    set('c/without', { other: int(1) }),
  );
  return db;
}
