import { randomBytes } from 'node:crypto';
import type { Clock } from './clock';
import { contention, type FirestoreError, invalidArgument } from './errors';
import type { LockOwner, Locks } from './locks';
import { toMicros } from './timestamps';
import type { TransactionOptions } from './types';

/** Source: https://firebase.google.com/docs/firestore/quotas#writes_and_transactions */
export const IDLE_MILLIS = 60_000;
const LIFETIME_MILLIS = 270_000;
const SWEEP_MILLIS = 1_000;
const REMEMBERED = 10_000;

export interface Transaction extends LockOwner {
  id: string;
  /** The read time of a read-only transaction in microseconds; undefined for read-write ones. */
  snapshot?: number;
  /** A retry takes exclusive locks on what it reads, so that retries queue instead of colliding again. */
  retried: boolean;
  startedAt: number;
  usedAt: number;
  /** The documents that the rules looked up for its requests, which share one limit. */
  lookedUp: Set<string>;
}

type Ending = 'done' | 'aborted' | 'expired';

/** The active transactions, and how the recent ones ended. */
export class Transactions {
  private readonly active = new Map<string, Transaction>();
  private readonly ended = new Map<string, { ending: Ending; age: number }>();
  private nextAge = 1;
  private sweep: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly locks: Locks,
    private readonly idleMillis: () => number,
  ) {}

  /** @param lookedUp the documents that the rules looked up for the read that begins it */
  begin(options: TransactionOptions = {}, lookedUp = new Set<string>()): Transaction {
    const retryOf = options.readWrite?.retryTransaction;
    const age = retryOf ? (this.active.get(retryOf)?.age ?? this.ended.get(retryOf)?.age) : undefined;
    const now = this.clock.now();
    const transaction: Transaction = {
      id: Buffer.concat([Buffer.from('tx'), randomBytes(14)]).toString('base64'),
      age: age ?? this.nextAge++,
      retried: age !== undefined,
      startedAt: now,
      usedAt: now,
      lookedUp,
      abort: () => this.end(transaction, 'aborted'),
    };
    if (options.readOnly) {
      const { readTime } = options.readOnly;
      transaction.snapshot = readTime ? toMicros(readTime) : this.clock.readTime();
    }
    if (retryOf && this.active.has(retryOf)) this.rollback(retryOf);
    this.active.set(transaction.id, transaction);
    this.keepSweeping();
    return transaction;
  }

  /** Returns the transaction, marked as used. Throws ABORTED if it lost a contention, INVALID_ARGUMENT if it ended. */
  use(id: string): Transaction {
    this.expire();
    const transaction = this.active.get(id);
    if (!transaction) throw this.ended.get(id)?.ending === 'aborted' ? contention() : expired();
    transaction.usedAt = this.clock.now();
    return transaction;
  }

  /** The documents that the rules have looked up in this transaction; an empty set for a request without one. */
  lookedUp(id: string | undefined): Set<string> {
    return this.active.get(id ?? '')?.lookedUp ?? new Set();
  }

  finish(transaction: Transaction): void {
    this.end(transaction, 'done');
  }

  /** Rolling back a transaction that has ended does nothing. Throws INVALID_ARGUMENT for an unknown id. */
  rollback(id: string): void {
    const transaction = this.active.get(id);
    if (transaction) this.end(transaction, 'done');
    else if (!this.ended.has(id)) throw expired();
  }

  /** Ends transactions that have been idle or open for too long. */
  expire(): void {
    const now = this.clock.now();
    for (const transaction of this.active.values()) {
      if (now - transaction.usedAt > this.idleMillis() || now - transaction.startedAt > LIFETIME_MILLIS) {
        this.end(transaction, 'expired');
      }
    }
  }

  close(): void {
    clearInterval(this.sweep);
    this.active.clear();
  }

  private end(transaction: Transaction, ending: Ending): void {
    if (!this.active.delete(transaction.id)) return;
    this.ended.set(transaction.id, { ending, age: transaction.age });
    const oldest = this.ended.keys().next().value;
    if (this.ended.size > REMEMBERED && oldest !== undefined) this.ended.delete(oldest);
    this.locks.release(transaction);
  }

  /** Frees the locks of abandoned transactions even if no other request arrives. */
  private keepSweeping(): void {
    if (this.sweep) return;
    this.sweep = setInterval(() => {
      this.expire();
      if (this.active.size > 0) return;
      clearInterval(this.sweep);
      this.sweep = undefined;
    }, SWEEP_MILLIS);
    this.sweep.unref();
  }
}

const expired = (): FirestoreError => invalidArgument('The referenced transaction has expired or is no longer valid.');
