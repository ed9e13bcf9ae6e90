import type { RulesService } from '../api';
import type { CallExpression, FunctionDeclaration, MethodCallExpression, Owner, PathPart } from '../ast';

/** What the checker found out and the evaluator needs. */
export interface Resolution {
  /** Calls of functions that the rules declare. Calls that are missing here are builtins. */
  calls: Map<CallExpression, { declaration: FunctionDeclaration; owner: Owner }>;
  /** `math.abs(…)`: method calls whose receiver is a namespace and no value. */
  namespaced: Map<MethodCallExpression, string>;
  /** `$(name)` in the path that `bind` is called on, where `name` is nothing yet. */
  placeholders: Map<PathPart, string>;
}

/** The functions a service adds to the language, with the number of arguments each takes. */
export const SERVICE_FUNCTIONS: Record<RulesService, ReadonlyMap<string, number>> = {
  'cloud.firestore': new Map([
    ['get', 1],
    ['exists', 1],
    ['getAfter', 1],
    ['existsAfter', 1],
  ]),
  'firebase.storage': new Map([
    ['firestore.get', 1],
    ['firestore.exists', 1],
  ]),
};

export const GLOBAL_VARIABLES: readonly string[] = ['request', 'resource'];

/** Names and functions visible at a place, innermost first. */
export class CheckScope {
  readonly used = new Set<string>();

  constructor(
    readonly names: ReadonlySet<string>,
    readonly parent: CheckScope | null = null,
    readonly owner: Owner | null = null,
  ) {}

  /** Marks the innermost declaration of `name` as used; false when there is none. */
  use(name: string): boolean {
    if (this.names.has(name)) {
      this.used.add(name);
      return true;
    }
    return this.parent?.use(name) ?? false;
  }

  findFunction(name: string): { declaration: FunctionDeclaration; owner: Owner } | null {
    const declaration = this.owner?.functions.find((candidate) => candidate.name === name);
    if (declaration !== undefined && this.owner !== null) return { declaration, owner: this.owner };
    return this.parent?.findFunction(name) ?? null;
  }
}
