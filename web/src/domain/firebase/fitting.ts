import { custom, type GenericSchema, getDotPath, type InferOutput, pipe, safeParse, transform } from 'valibot';

/** The snapshot of a document, from either Firestore SDK. */
export interface DocumentLike {
  id: string;
  ref: { path: string };
  data(): unknown;
}

/** Each Firestore SDK has its own Timestamp class; this is the part that is needed. */
interface TimestampLike {
  toDate(): Date;
}
const isTimestamp = (value: unknown): value is TimestampLike =>
  typeof value === 'object' && value !== null && 'toDate' in value && typeof value.toDate === 'function';

/** A time: a timestamp in the database, a Date here. */
export const time: GenericSchema<unknown, Date> = pipe(
  custom<TimestampLike>(isTimestamp, 'Expected a timestamp'),
  transform((timestamp) => timestamp.toDate()),
);

/**
 * Returns the document with the schema's defaults and without fields that the schema does not know. If it does not fit,
 * logs its path, the field and what is wrong with it, and returns null.
 */
export function fitting<Schema extends GenericSchema>(
  schema: Schema,
  document: DocumentLike,
): InferOutput<Schema> | null {
  const result = safeParse(schema, document.data());
  if (result.success) return result.output;
  const [issue] = result.issues;
  console.error(`${document.ref.path} cannot be shown. ${getDotPath(issue) ?? 'The document'}: ${issue.message}`);
  return null;
}
