import { AggregateField } from 'firebase-admin/firestore';
import type { Query } from './firestoreTypes';

/** How many documents a query finds. Counted by the database: one read for every 1,000. */
export async function countOf(query: Query): Promise<number> {
  return (await query.count().get()).data().count;
}

/** How many documents a query finds, and the sums of their fields. Only those that have all of the fields count. */
export async function countAndSum<Field extends string>(
  query: Query,
  ...fields: Field[]
): Promise<{ count: number } & Record<Field, number>> {
  const sums = Object.fromEntries(fields.map((field) => [field, AggregateField.sum(field)]));
  const found = (await query.aggregate({ ...sums, count: AggregateField.count() }).get()).data();
  return found as { count: number } & Record<Field, number>;
}
