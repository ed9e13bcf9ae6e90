const CHUNK = 256;

/**
 * A set in the order of `compare`, split into chunks so that an insert moves few entries.
 * Two items are the same if `compare` returns 0.
 */
export class SortedList<T> {
  private chunks: T[][] = [];
  private length = 0;

  constructor(private readonly compare: (a: T, b: T) => number) {}

  get size(): number {
    return this.length;
  }

  /** Adds the item, or replaces the one that compares equal. */
  insert(item: T): void {
    if (this.chunks.length === 0) {
      this.chunks.push([item]);
      this.length = 1;
      return;
    }
    const { chunk, at } = this.locate((other) => this.compare(other, item) >= 0);
    const list = this.chunks[Math.min(chunk, this.chunks.length - 1)] as T[];
    const index = chunk === this.chunks.length ? list.length : at;
    const present = list[index];
    if (present !== undefined && this.compare(present, item) === 0) {
      list[index] = item;
      return;
    }
    list.splice(index, 0, item);
    this.length += 1;
    if (list.length > CHUNK) this.chunks.splice(this.chunks.indexOf(list) + 1, 0, list.splice(CHUNK / 2));
  }

  /** Removes the item that compares equal. Returns whether there was one. */
  delete(item: T): boolean {
    const { chunk, at } = this.locate((other) => this.compare(other, item) >= 0);
    const list = this.chunks[chunk];
    const present = list?.[at];
    if (!list || present === undefined || this.compare(present, item) !== 0) return false;
    list.splice(at, 1);
    if (list.length === 0) this.chunks.splice(chunk, 1);
    this.length -= 1;
    return true;
  }

  /** Yields items from the first for which `reached` holds. `reached` must hold for all later items, too. */
  *ascending(reached: (item: T) => boolean = () => true): Generator<T> {
    const start = this.locate(reached);
    for (let chunk = start.chunk; chunk < this.chunks.length; chunk += 1) {
      const list = this.chunks[chunk] as T[];
      for (let at = chunk === start.chunk ? start.at : 0; at < list.length; at += 1) yield list[at] as T;
    }
  }

  /** Yields items backwards, from the last for which `passed` does not hold. */
  *descending(passed: (item: T) => boolean = () => false): Generator<T> {
    const end = this.locate(passed);
    for (let chunk = Math.min(end.chunk, this.chunks.length - 1); chunk >= 0; chunk -= 1) {
      const list = this.chunks[chunk] as T[];
      for (let at = (chunk === end.chunk ? end.at : list.length) - 1; at >= 0; at -= 1) yield list[at] as T;
    }
  }

  private locate(reached: (item: T) => boolean): { chunk: number; at: number } {
    const chunk = bisect(this.chunks, (list) => reached(list[list.length - 1] as T));
    const list = this.chunks[chunk];
    return { chunk, at: list ? bisect(list, reached) : 0 };
  }
}

/** Returns the first index at which `reached` holds, or the length. */
export function bisect<T>(list: readonly T[], reached: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (reached(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
