import { invalid, missing } from './stripeError';

export interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface StripeList<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
/** More objects of one kind than this are not kept: the oldest are dropped, so that memory stays bounded. */
const KEPT = 20_000;

/** The objects of one kind, in the order they were made. */
export class Collection<T extends { id: string }> {
  readonly #objects = new Map<string, T>();

  /** `kind` as error messages name it. */
  constructor(readonly kind: string) {}

  add(object: T): T {
    this.#objects.set(object.id, object);
    const [oldest] = this.#objects.keys();
    if (this.#objects.size > KEPT && oldest !== undefined) this.#objects.delete(oldest);
    return object;
  }

  find(id: string): T | undefined {
    return this.#objects.get(id);
  }

  /** @throws StripeApiError resource_missing, blaming `param` */
  get(id: string, param?: string): T {
    const object = this.#objects.get(id);
    if (!object) throw missing(this.kind, id, param);
    return object;
  }

  /** Adds objects of an export, oldest first. */
  restore(objects: readonly T[]): void {
    for (const object of objects) this.add(object);
  }

  delete(id: string): void {
    this.#objects.delete(id);
  }

  /** Newest first. */
  get all(): T[] {
    return this.oldestFirst.reverse();
  }

  get oldestFirst(): T[] {
    return [...this.#objects.values()];
  }

  /** Returns one page of the objects that `where` accepts, newest first: https://docs.stripe.com/api/pagination */
  page({
    url,
    paging,
    where = () => true,
  }: {
    url: string;
    paging: Paging;
    where?(object: T): boolean;
  }): StripeList<T> {
    const { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before } = paging;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw invalid(`Limit must be between 1 and ${MAX_LIMIT}`, { code: 'parameter_invalid_integer', param: 'limit' });
    }
    const all = this.all.filter(where);
    const indexOf = (id: string, param: string) => {
      const index = all.findIndex((object) => object.id === id);
      if (index < 0) throw missing(this.kind, id, param);
      return index;
    };
    const list = { object: 'list' as const, url };
    if (before !== undefined) {
      const end = indexOf(before, 'ending_before');
      return { ...list, data: all.slice(Math.max(0, end - limit), end), has_more: end > limit };
    }
    const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
    return { ...list, data: all.slice(start, start + limit), has_more: all.length > start + limit };
  }
}
