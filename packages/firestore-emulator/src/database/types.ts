/**
 * Firestore's own messages in proto3 JSON (google.firestore.v1). REST and WebChannel pass them through; only gRPC
 * converts. int64 is a decimal string, bytes are base64, timestamps are RFC 3339 with up to nine fractional digits
 * (compare them as numbers, not as strings).
 * Source: https://firebase.google.com/docs/firestore/reference/rest
 */

export type Value =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' }
  | { timestampValue: string }
  | { stringValue: string }
  | { bytesValue: string }
  | { referenceValue: string }
  | { geoPointValue: { latitude?: number; longitude?: number } }
  | { arrayValue: { values?: Value[] } }
  | { mapValue: { fields?: Fields } };

export type Fields = Record<string, Value>;

/** `name` is `projects/{p}/databases/{d}/documents/{path}`. */
export interface Document {
  name: string;
  fields: Fields;
  createTime: string;
  updateTime: string;
}

export interface Precondition {
  exists?: boolean;
  updateTime?: string;
}

export interface DocumentMask {
  fieldPaths?: string[];
}

export interface FieldTransform {
  fieldPath: string;
  setToServerValue?: 'REQUEST_TIME' | 'SERVER_VALUE_UNSPECIFIED';
  increment?: Value;
  maximum?: Value;
  minimum?: Value;
  appendMissingElements?: { values?: Value[] };
  removeAllFromArray?: { values?: Value[] };
}

export interface Write {
  update?: { name: string; fields?: Fields };
  delete?: string;
  verify?: string;
  transform?: { document: string; fieldTransforms?: FieldTransform[] };
  updateMask?: DocumentMask;
  updateTransforms?: FieldTransform[];
  currentDocument?: Precondition;
}

export interface WriteResult {
  updateTime?: string;
  transformResults?: Value[];
}

export interface CommitResult {
  commitTime: string;
  writeResults: WriteResult[];
}

export type FieldOperator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'ARRAY_CONTAINS_ANY'
  | 'NOT_IN';

export type UnaryOperator = 'IS_NAN' | 'IS_NULL' | 'IS_NOT_NAN' | 'IS_NOT_NULL';

interface FieldReference {
  fieldPath: string;
}

export interface Filter {
  compositeFilter?: { op: 'AND' | 'OR'; filters: Filter[] };
  fieldFilter?: { field: FieldReference; op: FieldOperator; value: Value };
  unaryFilter?: { field: FieldReference; op: UnaryOperator };
}

export interface Order {
  field: FieldReference;
  direction?: 'ASCENDING' | 'DESCENDING' | 'DIRECTION_UNSPECIFIED';
}

export interface Cursor {
  values?: Value[];
  before?: boolean;
}

export interface FindNearest {
  vectorField?: FieldReference;
  queryVector?: Value;
  distanceMeasure?: 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT' | 'DISTANCE_MEASURE_UNSPECIFIED';
  limit?: number | { value?: number };
  distanceResultField?: string;
  distanceThreshold?: number | string | { value?: number | string };
}

export interface StructuredQuery {
  select?: { fields?: FieldReference[] };
  from?: { collectionId?: string; allDescendants?: boolean }[];
  where?: Filter;
  orderBy?: Order[];
  startAt?: Cursor;
  endAt?: Cursor;
  offset?: number;
  /** JSON writes an Int32Value as a plain number, but some clients send `{value: n}`. */
  limit?: number | { value: number };
  findNearest?: FindNearest;
}

export interface Aggregation {
  alias?: string;
  count?: { upTo?: string | { value: string } };
  sum?: { field: FieldReference };
  avg?: { field: FieldReference };
}

export interface StructuredAggregationQuery {
  structuredQuery: StructuredQuery;
  aggregations: Aggregation[];
}

export interface TransactionOptions {
  readOnly?: { readTime?: string };
  readWrite?: { retryTransaction?: string };
}

/** The point in time of a read: a transaction (base64 id), a past time, or now. */
export interface ReadConsistency {
  transaction?: string;
  readTime?: string;
}

export interface Target {
  query?: { parent: string; structuredQuery: StructuredQuery };
  documents?: { documents?: string[] };
  resumeToken?: string;
  readTime?: string;
  targetId?: number;
  once?: boolean;
  expectedCount?: number | { value: number };
}

export interface Status {
  code: number;
  message: string;
}

export interface ListenResponse {
  targetChange?: {
    targetChangeType?: 'NO_CHANGE' | 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET';
    targetIds?: number[];
    cause?: Status;
    resumeToken?: string;
    readTime?: string;
  };
  documentChange?: { document: Document; targetIds?: number[]; removedTargetIds?: number[] };
  documentDelete?: { document: string; removedTargetIds?: number[]; readTime: string };
  documentRemove?: { document: string; removedTargetIds?: number[]; readTime: string };
  filter?: { targetId: number; count: number };
}
