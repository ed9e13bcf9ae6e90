import { bisect } from './sortedList';
import type { Document } from './types';

/** One document's state before and after a commit. */
export interface StoredChange {
  name: string;
  before: Document | null;
  after: Document | null;
}

interface CommitRecord {
  /** Microseconds since the epoch. */
  time: number;
  changes: readonly StoredChange[];
}

/** Longer than a transaction may live (270 s), so that its snapshot stays readable. */
const RETENTION_MICROS = 300 * 1e6;
const MAX_CHANGES = 100_000;

/** The recent commits. A past state is the current state with the later commits undone. */
export class History {
  private records: CommitRecord[] = [];
  private changeCount = 0;

  /** @param horizon microseconds; earlier states are unknown */
  constructor(private horizon: number) {}

  append(record: CommitRecord): void {
    this.records.push(record);
    this.changeCount += record.changes.length;
    this.prune(record.time - RETENTION_MICROS);
  }

  knows(time: number): boolean {
    return time >= this.horizon;
  }

  /** Commits later than `time`, oldest first. */
  since(time: number): readonly CommitRecord[] {
    return this.records.slice(bisect(this.records, (record) => record.time > time));
  }

  /** The state at `time` of the documents that have changed since then. */
  stateAt(time: number): Map<string, Document | null> {
    const states = new Map<string, Document | null>();
    for (const { changes } of this.since(time)) {
      for (const { name, before } of changes) if (!states.has(name)) states.set(name, before);
    }
    return states;
  }

  /** Works in batches, so that not every commit copies the whole array. */
  private prune(oldest: number): void {
    const first = this.records[0];
    if (!first || (first.time > oldest - RETENTION_MICROS / 10 && this.changeCount <= MAX_CHANGES)) return;
    const overflowing = this.changeCount > MAX_CHANGES;
    const kept = overflowing ? this.records.length >> 1 : bisect(this.records, (record) => record.time > oldest);
    const dropped = this.records.slice(0, kept);
    this.records = this.records.slice(kept);
    this.changeCount -= dropped.reduce((sum, record) => sum + record.changes.length, 0);
    this.horizon = dropped.at(-1)?.time ?? this.horizon;
  }
}
