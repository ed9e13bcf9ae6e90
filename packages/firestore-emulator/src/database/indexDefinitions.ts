/** One field of an index, as in firestore.indexes.json. */
export interface IndexField {
  fieldPath: string;
  order?: 'ASCENDING' | 'DESCENDING';
  arrayConfig?: 'CONTAINS';
  /** For searches among vectors of this many dimensions. firebase-tools writes it as text, too. */
  vectorConfig?: { dimension: number | string };
}

export interface CompositeIndex {
  collectionGroup: string;
  queryScope: 'COLLECTION' | 'COLLECTION_GROUP';
  fields: IndexField[];
}

interface FieldOverride {
  collectionGroup: string;
  fieldPath: string;
  indexes: (Omit<IndexField, 'fieldPath'> & { queryScope?: CompositeIndex['queryScope'] })[];
}

/**
 * The content of firestore.indexes.json.
 * Source: https://firebase.google.com/docs/reference/firestore/indexes
 */
export interface IndexDefinitions {
  indexes: CompositeIndex[];
  fieldOverrides: FieldOverride[];
}

/** Reads firestore.indexes.json. Throws an Error for people. */
export function parseIndexes(name: string, content: string): IndexDefinitions {
  let read: Partial<IndexDefinitions> | null;
  try {
    read = JSON.parse(content) as Partial<IndexDefinitions> | null;
  } catch (error) {
    throw new Error(`${name} is not JSON: ${(error as Error).message}`);
  }
  const { indexes = [], fieldOverrides = [] } = read ?? {};
  if (!Array.isArray(indexes) || !Array.isArray(fieldOverrides)) {
    throw new Error(`${name} needs "indexes" and "fieldOverrides" to be lists.`);
  }
  for (const index of indexes) {
    if (!index.collectionGroup || !Array.isArray(index.fields)) {
      throw new Error(`${name}: an index needs "collectionGroup" and "fields".`);
    }
  }
  return { indexes, fieldOverrides };
}
