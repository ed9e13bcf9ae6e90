import type { Authorizer, Circumstances } from './api';
import { applyWrite, checkPrecondition, writtenName } from './applyWrite';
import { FirestoreError, invalidArgument, permissionDenied } from './errors';
import type { StoredChange } from './history';
import type { Document, Write, WriteResult } from './types';

export interface StagedCommit {
  changes: StoredChange[];
  writeResults: WriteResult[];
}

interface Staging {
  writes: readonly Write[];
  /** RFC 3339, the commit's time. */
  time: string;
  current: (name: string) => Document | null;
  auth?: Authorizer;
  /** The documents that the rules have looked up in the commit's transaction so far. Default: none. */
  lookedUp?: Set<string>;
}

/**
 * Computes what a commit would change, in the order of its writes, and checks the rules for each document. Changes
 * nothing. Throws the error with which the commit would fail.
 */
export function stageCommit({ writes, time, current, auth, lookedUp = new Set() }: Staging): StagedCommit {
  const asking = auth && { auth, circumstances: { time, lookedUp } };
  const after = new Map<string, Document | null>();
  const verified = new Set<string>();
  const stateOf = (name: string) => (after.has(name) ? (after.get(name) ?? null) : current(name));
  const writeResults = writes.map((write) => {
    const name = writtenName(write);
    // Source: firebase-js-sdk, packages/firestore/test/integration/api/transactions.test.ts (delete, then update)
    if (write.currentDocument?.exists === true && after.get(name) === null) {
      throw invalidArgument(`Cannot update a document that the same request deletes: ${name}`);
    }
    const before = stateOf(name);
    demand(write, before, asking);
    const applied = applyWrite(write, before, time);
    if (write.verify === undefined) after.set(name, applied.after);
    else verified.add(name);
    return writeResult(applied.after, applied.transformResults);
  });
  if (asking) authorize(asking, { after, verified, current });
  const changes = [...after].map(([name, state]) => ({ name, before: current(name), after: state }));
  return { changes: changes.filter((change) => change.before !== change.after), writeResults };
}

const writeResult = (after: Document | null, transformResults: WriteResult['transformResults']): WriteResult => ({
  ...(after && { updateTime: after.updateTime }),
  ...(transformResults && { transformResults }),
});

/** A failed precondition reveals whether a document exists, so it is reported only to callers who may read it. */
function demand(write: Write, before: Document | null, asking: Asking | undefined): void {
  const name = writtenName(write);
  try {
    checkPrecondition(name, before, write.currentDocument);
  } catch (error) {
    if (asking && !allows(() => asking.auth.get(name, before, asking.circumstances))) throw permissionDenied();
    throw error;
  }
}

function allows(ask: () => void): boolean {
  try {
    ask();
    return true;
  } catch (error) {
    if (error instanceof FirestoreError && error.status === 'PERMISSION_DENIED') return false;
    throw error;
  }
}

interface Asking {
  auth: Authorizer;
  circumstances: Circumstances;
}

interface Outcome {
  after: ReadonlyMap<string, Document | null>;
  verified: ReadonlySet<string>;
  current: (name: string) => Document | null;
}

function authorize({ auth, circumstances }: Asking, { after, verified, current }: Outcome): void {
  const lookup = (name: string, when: 'before' | 'after') =>
    when === 'after' && after.has(name) ? (after.get(name) ?? null) : current(name);
  for (const name of verified) auth.get(name, current(name), circumstances);
  for (const [name, state] of after) auth.write({ name, before: current(name), after: state, lookup }, circumstances);
}
