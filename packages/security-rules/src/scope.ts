import type { Owner } from './ast';
import type { Result } from './values/values';

/**
 * Variables at run time, innermost first. A block's scope has the block as its owner, so that functions find their
 * scope.
 */
export class Scope {
  constructor(
    private readonly variables: ReadonlyMap<string, Result>,
    readonly parent: Scope | null = null,
    readonly owner: Owner | null = null,
  ) {}

  /** Returns undefined for unknown names. The checker excludes them, except for placeholders. */
  find(name: string): Result | undefined {
    const value = this.variables.get(name);
    return value === undefined ? this.parent?.find(name) : value;
  }

  /** Returns the scope in which `owner`'s functions were declared. */
  declaring(owner: Owner): Scope {
    if (this.owner === owner || this.parent === null) return this;
    return this.parent.declaring(owner);
  }
}
