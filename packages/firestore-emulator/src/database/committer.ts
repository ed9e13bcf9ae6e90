import type { Authorizer, Change } from './api';
import { writtenName } from './applyWrite';
import { changedFieldPaths } from './changedFields';
import type { Clock } from './clock';
import { checkRequestSize } from './documentSize';
import type { DocumentStore } from './documentStore';
import { FirestoreError, invalidArgument } from './errors';
import type { StoredChange } from './history';
import type { LockOwner, Locks } from './locks';
import { checkDocumentName } from './names';
import { type StagedCommit, stageCommit } from './stagedCommit';
import { formatMicros } from './timestamps';
import type { Transaction, Transactions } from './transactions';
import type { CommitResult, Status, Write, WriteResult } from './types';

const MAX_WRITES = 500;

type CommitListener = (changes: Change[], commitTime: string) => void;

interface Parts {
  name: string;
  store: DocumentStore;
  clock: Clock;
  locks: Locks;
  transactions: Transactions;
  /** Called with every change as soon as it is made. */
  publish: (time: number, changes: readonly StoredChange[]) => void;
}

/** Applies commits atomically, once no other transaction's lock blocks them. */
export class Committer {
  private readonly listeners = new Set<CommitListener>();

  constructor(private readonly parts: Parts) {}

  onCommit(listener: CommitListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async commit(request: { writes: Write[]; transaction?: string }, auth?: Authorizer): Promise<CommitResult> {
    const { transactions } = this.parts;
    const transaction = request.transaction ? transactions.use(request.transaction) : undefined;
    try {
      this.check(request.writes, transaction);
      return await this.write(request.writes, transaction, auth);
    } finally {
      // A commit ends its transaction even if it fails, so that no locks remain.
      if (transaction) transactions.finish(transaction);
    }
  }

  async batchWrite(writes: Write[], auth?: Authorizer): Promise<{ writeResults: WriteResult[]; status: Status[] }> {
    this.check(writes);
    if (new Set(writes.map(writtenName)).size < writes.length) {
      throw invalidArgument('A batch may write each document only once.');
    }
    const settled = await Promise.allSettled(writes.map((write) => this.write([write], undefined, auth)));
    return {
      writeResults: settled.map((one) => (one.status === 'fulfilled' ? (one.value.writeResults[0] ?? {}) : {})),
      status: settled.map((one) => (one.status === 'fulfilled' ? { code: 0, message: '' } : statusOf(one.reason))),
    };
  }

  /** Applies administrative changes (clear, import). Listeners see them; triggers do not fire. */
  force(changes: readonly StoredChange[]): void {
    this.apply(this.parts.clock.commitTime(), changes);
  }

  private check(writes: readonly Write[], transaction?: Transaction): void {
    this.parts.transactions.expire();
    if (writes.length > MAX_WRITES) throw invalidArgument(`maximum ${MAX_WRITES} writes allowed per request`);
    checkRequestSize(writes);
    if (transaction?.snapshot !== undefined && writes.length > 0) {
      throw invalidArgument('Cannot modify entities in a read-only transaction.');
    }
    for (const write of writes) checkDocumentName(this.parts.name, writtenName(write));
  }

  private async write(
    writes: readonly Write[],
    transaction: Transaction | undefined,
    auth: Authorizer | undefined,
  ): Promise<CommitResult> {
    const { locks, clock } = this.parts;
    const owner: LockOwner = transaction ?? { age: Number.POSITIVE_INFINITY };
    return locks.run({
      owner,
      names: writes.map(writtenName),
      blockers: () => (locks.idle ? new Set() : locks.writeBlockers(owner, this.foreseen(writes))),
      proceed: () => {
        const time = clock.commitTime();
        const staged = this.stage(writes, time, { auth, lookedUp: transaction?.lookedUp });
        this.apply(time, staged.changes);
        this.announce(time, staged.changes);
        return { commitTime: formatMicros(time), writeResults: staged.writeResults };
      },
    });
  }

  /** What the commit would change now. A commit that would fail does not wait for locks. */
  private foreseen(writes: readonly Write[]): StoredChange[] {
    try {
      return this.stage(writes, this.parts.clock.readTime()).changes;
    } catch (error) {
      if (error instanceof FirestoreError) return [];
      throw error;
    }
  }

  private stage(
    writes: readonly Write[],
    time: number,
    asking: { auth?: Authorizer; lookedUp?: Set<string> } = {},
  ): StagedCommit {
    const { store } = this.parts;
    return stageCommit({ writes, time: formatMicros(time), current: (name) => store.get(name), ...asking });
  }

  private apply(time: number, changes: readonly StoredChange[]): void {
    this.parts.store.apply(time, changes);
    this.parts.publish(time, changes);
  }

  private announce(time: number, changes: readonly StoredChange[]): void {
    if (changes.length === 0 || this.listeners.size === 0) return;
    const described = changes.map((change) => ({
      ...change,
      updatedFieldPaths: changedFieldPaths(change.before, change.after),
    }));
    for (const listener of this.listeners) listener(described, formatMicros(time));
  }
}

function statusOf(error: unknown): Status {
  if (error instanceof FirestoreError) return { code: error.code, message: error.message };
  throw error;
}
