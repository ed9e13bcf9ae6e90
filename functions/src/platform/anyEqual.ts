import { Filter } from 'firebase-admin/firestore';

/** A filter for documents of which at least one of these fields has its value. */
export const anyEqual = (fields: Record<string, string>): Filter =>
  Filter.or(...Object.entries(fields).map(([field, value]) => Filter.where(field, '==', value)));
