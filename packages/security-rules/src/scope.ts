import type { Owner } from './ast';
import type { Result } from './values/values';

/** Variables at run time, innermost first. A block's scope names its block, so that its functions find their own. */
export class Scope {
  constructor(
    private readonly variables: ReadonlyMap<string, Result>,
    readonly parent: Scope | null = null,
    readonly owner: Owner | null = null,
  ) {}

  /** undefined when nothing of that name exists, which the checker has excluded for all but placeholders. */
  find(name: string): Result | undefined {
    const value = this.variables.get(name);
    return value === undefined ? this.parent?.find(name) : value;
  }

  /** The scope in which `owner`'s functions were declared. */
  declaring(owner: Owner): Scope {
    if (this.owner === owner || this.parent === null) return this;
    return this.parent.declaring(owner);
  }
}
