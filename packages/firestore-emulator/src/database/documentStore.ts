import { CollectionIndex } from './collectionIndex';
import { History, type StoredChange } from './history';
import { collectionOf, lastSegment } from './names';
import type { Document } from './types';

const NOTHING = new CollectionIndex(0);

/** The current documents, indexed by collection and by collection id, and the recent history. */
export class DocumentStore {
  readonly history: History;
  private readonly documents = new Map<string, Document>();
  private readonly collections = new Map<string, CollectionIndex>();
  private readonly groups = new Map<string, CollectionIndex>();

  /** @param startTime microseconds; the store is empty at this time, and earlier states are unknown */
  constructor(startTime: number) {
    this.history = new History(startTime);
  }

  get(name: string): Document | null {
    return this.documents.get(name) ?? null;
  }

  all(): Iterable<Document> {
    return this.documents.values();
  }

  collection(path: string): CollectionIndex {
    return this.collections.get(path) ?? NOTHING;
  }

  group(collectionId: string): CollectionIndex {
    return this.groups.get(collectionId) ?? NOTHING;
  }

  /** Paths of the collections that have a document, anywhere below `parent`. */
  collectionPathsUnder(parent: string): string[] {
    return [...this.collections.keys()].filter((path) => path.startsWith(`${parent}/`));
  }

  /** Applies the changes of one commit. */
  apply(time: number, changes: readonly StoredChange[]): void {
    for (const change of changes) this.replace(change);
    if (changes.length > 0) this.history.append({ time, changes });
  }

  private replace({ name, before, after }: StoredChange): void {
    if (after) this.documents.set(name, after);
    else this.documents.delete(name);
    const path = collectionOf(name);
    const change = { before, after };
    replaceIn(this.collections, { key: path, shared: path.length + 1, ...change });
    replaceIn(this.groups, { key: lastSegment(path), shared: name.indexOf('/documents/') + 1, ...change });
  }
}

interface IndexedChange {
  key: string;
  shared: number;
  before: Document | null;
  after: Document | null;
}

function replaceIn(indexes: Map<string, CollectionIndex>, { key, shared, before, after }: IndexedChange): void {
  let index = indexes.get(key);
  if (!index) {
    index = new CollectionIndex(shared);
    indexes.set(key, index);
  }
  index.replace(before, after);
  if (index.byName.size === 0) indexes.delete(key);
}
