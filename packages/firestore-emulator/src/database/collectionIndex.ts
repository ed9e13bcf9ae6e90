import { compareNames } from './compareValues';
import { FieldIndex } from './fieldIndex';
import { SortedList } from './sortedList';
import type { Document } from './types';

/** The current documents of one collection, or of a collection group, indexed by name and by every queried field. */
export class CollectionIndex {
  readonly byName: SortedList<Document>;
  private readonly fields = new Map<string, FieldIndex>();

  /** @param shared length of the prefix that all names here share, which comparisons skip */
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

  /** Returns the index on a field. Builds it on first use; later commits keep it up to date. */
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
