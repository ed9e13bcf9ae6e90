import { compareNames } from './compareValues';
import { FieldIndex } from './fieldIndex';
import { SortedList } from './sortedList';
import type { Document } from './types';

/** The present documents of one collection, or of all collections of one id, by name and by the fields asked for. */
export class CollectionIndex {
  readonly byName: SortedList<Document>;
  private readonly fields = new Map<string, FieldIndex>();

  /** @param shared how many characters all names here begin with in common, so that none is compared in vain */
  constructor(private readonly shared: number) {
    this.byName = new SortedList((a, b) => compareNames(a.name, b.name, shared));
  }

  replace(before: Document | null, after: Document | null): void {
    if (before && !after) this.byName.delete(before);
    if (after) this.byName.insert(after);
    for (const index of this.fields.values()) {
      if (before) index.delete(before);
      if (after) index.insert(after);
    }
  }

  /** The index on a field, built from all documents the first time a query wants it and kept up to date from then on. */
  field(fieldPath: string): FieldIndex {
    let index = this.fields.get(fieldPath);
    if (!index) {
      index = new FieldIndex(fieldPath, this.shared);
      for (const document of this.byName.ascending()) index.insert(document);
      this.fields.set(fieldPath, index);
    }
    return index;
  }
}
