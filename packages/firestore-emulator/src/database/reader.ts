import type { Clock } from './clock';
import type { DocumentStore } from './documentStore';
import { FirestoreError, invalidArgument } from './errors';
import type { Locks } from './locks';
import type { QueryPlan } from './queryPlan';
import { Snapshot } from './snapshot';
import { toMicros } from './timestamps';
import type { Transaction, Transactions } from './transactions';
import type { ReadConsistency, TransactionOptions } from './types';

/** What a read in a transaction locks: documents by name, or the result of a query. */
interface ReadScope {
  names?: readonly string[];
  plan?: QueryPlan;
  /** The documents that the rules looked up for it. They count towards the limit of a transaction that it begins. */
  lookedUp?: Set<string>;
}

type ReadRequest = ReadConsistency & { newTransaction?: TransactionOptions };

/** Gives each read its snapshot. Reads in a transaction take their locks first. */
export class Reader {
  constructor(
    private readonly parts: { store: DocumentStore; clock: Clock; locks: Locks; transactions: Transactions },
  ) {}

  /** The returned `transaction` is the id of the one that this read began. */
  async read<T>(
    request: ReadRequest,
    scope: ReadScope,
    work: (snapshot: Snapshot) => T,
  ): Promise<{ transaction?: string; result: T }> {
    const { transactions } = this.parts;
    if (request.newTransaction) {
      const begun = transactions.begin(request.newTransaction, scope.lookedUp);
      try {
        return { transaction: begun.id, result: await this.within(begun, scope, work) };
      } catch (error) {
        // The caller never receives this transaction's id, so it could not end it.
        transactions.finish(begun);
        throw error;
      }
    }
    if (request.transaction) return { result: await this.within(transactions.use(request.transaction), scope, work) };
    const time = request.readTime ? this.pastTime(toMicros(request.readTime)) : this.parts.clock.readTime();
    return { result: work(this.at(time)) };
  }

  private async within<T>(transaction: Transaction, scope: ReadScope, work: (snapshot: Snapshot) => T): Promise<T> {
    const { locks, clock } = this.parts;
    if (transaction.snapshot !== undefined) return work(this.at(this.pastTime(transaction.snapshot)));
    const mode = transaction.retried ? 'exclusive' : 'shared';
    const names = () => [...(scope.names ?? []), ...this.returnedNames(scope.plan)];
    return locks.run({
      owner: transaction,
      names: scope.names ?? [],
      blockers: () => (locks.idle ? new Set() : locks.readBlockers(transaction, names(), mode)),
      proceed: () => {
        locks.hold(transaction, names(), mode);
        if (scope.plan) locks.holdQuery(transaction, scope.plan.selects);
        return work(this.at(clock.readTime()));
      },
    });
  }

  private returnedNames(plan: QueryPlan | undefined): string[] {
    return plan
      ? this.at(this.parts.clock.readTime())
          .run(plan)
          .documents.map((document) => document.name)
      : [];
  }

  private at(time: number): Snapshot {
    return new Snapshot(this.parts.store, time);
  }

  private pastTime(time: number): number {
    if (time > this.parts.clock.readTime()) throw invalidArgument('The requested read time is in the future.');
    if (!this.parts.store.history.knows(time)) {
      throw new FirestoreError('FAILED_PRECONDITION', 'The requested snapshot version is too old.');
    }
    return time;
  }
}
