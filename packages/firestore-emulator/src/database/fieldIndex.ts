import { compareNames, compareValues } from './compareValues';
import { type FieldPath, getField, parseFieldPath } from './fieldPath';
import { SortedList } from './sortedList';
import type { Document, Value } from './types';

interface Entry {
  value: Value;
  document: Document;
}

/** A range of values. A missing end is open. */
export interface ValueRange {
  from?: Value;
  to?: Value;
}

/** The documents that have a field, ordered by its value and then by name. */
export class FieldIndex {
  private readonly path: FieldPath;
  private readonly entries: SortedList<Entry>;

  /** @param shared length of the prefix that all names in this index share */
  constructor(fieldPath: string, shared: number) {
    this.path = parseFieldPath(fieldPath);
    this.entries = new SortedList(
      (a, b) => compareValues(a.value, b.value) || compareNames(a.document.name, b.document.name, shared),
    );
  }

  insert(document: Document): void {
    const value = getField(document.fields, this.path);
    if (value) this.entries.insert({ value, document });
  }

  delete(document: Document): void {
    const value = getField(document.fields, this.path);
    if (value) this.entries.delete({ value, document });
  }

  /** Yields the documents with a value from `from` to `to`, both included. */
  *range({ from, to }: ValueRange, descending: boolean): Generator<Document> {
    const reachedFrom = (entry: Entry) => from === undefined || compareValues(entry.value, from) >= 0;
    const passedTo = (entry: Entry) => to !== undefined && compareValues(entry.value, to) > 0;
    const walk = descending ? this.entries.descending(passedTo) : this.entries.ascending(reachedFrom);
    for (const entry of walk) {
      if (descending ? !reachedFrom(entry) : passedTo(entry)) return;
      yield entry.document;
    }
  }
}
