import { documentSize } from './documentSize';
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
/** Of the replaced and deleted versions, which only the history keeps. */
const MAX_BYTES = 64 * 1024 * 1024;

interface Kept extends CommitRecord {
  bytes: number;
}

/** The recent commits. A past state is the current state with the later commits undone. */
export class History {
  private records: Kept[] = [];
  private changeCount = 0;
  private bytes = 0;

  /** @param horizon microseconds; earlier states are unknown */
  constructor(private horizon: number) {}

  append(record: CommitRecord): void {
    const bytes = record.changes.reduce((sum, { before }) => sum + sizeOf(before), 0);
    this.records.push({ ...record, bytes });
    this.changeCount += record.changes.length;
    this.bytes += bytes;
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
    const overflowing = this.changeCount > MAX_CHANGES || this.bytes > MAX_BYTES;
    const first = this.records[0];
    if (!first || (first.time > oldest - RETENTION_MICROS / 10 && !overflowing)) return;
    const kept = overflowing ? this.halved() : bisect(this.records, (record) => record.time > oldest);
    const dropped = this.records.slice(0, kept);
    this.records = this.records.slice(kept);
    for (const { changes, bytes } of dropped) {
      this.changeCount -= changes.length;
      this.bytes -= bytes;
    }
    this.horizon = dropped.at(-1)?.time ?? this.horizon;
  }

  /** The index of the first record to keep, so that what is kept is at most half of each limit. */
  private halved(): number {
    let [changes, bytes] = [this.changeCount, this.bytes];
    const first = this.records.findIndex((record) => {
      if (changes <= MAX_CHANGES / 2 && bytes <= MAX_BYTES / 2) return true;
      changes -= record.changes.length;
      bytes -= record.bytes;
      return false;
    });
    return first < 0 ? this.records.length : first;
  }
}

const sizeOf = (document: Document | null): number => (document ? documentSize(document.name, document.fields) : 0);
