import type { Database } from './api';
import { FirestoreError } from './errors';

export interface DatabaseOptions {
  /** `projects/{p}/databases/{d}` */
  name: string;
  /** Milliseconds since the epoch; the tests hand in their own clock. */
  now?: () => number;
}

/** Makes an empty database that lives in memory. */
export function createDatabase(options: DatabaseOptions): Database {
  throw new FirestoreError('UNIMPLEMENTED', `${options.name} is being built`);
}
