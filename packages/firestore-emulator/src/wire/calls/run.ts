import { FirestoreError } from '../../database/errors';
import type { Call } from '../backend';
import { documentCalls } from './documents';
import type { Handler, Message } from './handler';
import { queryCalls } from './queries';

/** The unary and server-streaming methods of google.firestore.v1.Firestore, by name. */
const CALLS = new Map<string, Handler>(Object.entries({ ...documentCalls, ...queryCalls }));
export const CALL_NAMES = [...CALLS.keys()];

const COMMITS = new Set(['Commit', 'BatchWrite', 'CreateDocument', 'UpdateDocument', 'DeleteDocument']);

/** Runs one method under the planned faults. Returns a list for server streams. */
export async function runCall(call: Call, method: string, request: Message): Promise<object | object[]> {
  const run = CALLS.get(method);
  if (!run) throw new FirestoreError('UNIMPLEMENTED', `Method ${method} is not available in this local Firestore.`);
  return call.backend.faults.around(COMMITS.has(method) ? 'commit' : 'other', () => run(call, request));
}
