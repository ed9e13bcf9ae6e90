import type { RulesService } from '../api';
import type { CallExpression, FunctionDeclaration, MethodCallExpression, Owner, PathPart } from '../ast';

/** What the checker resolved for the evaluator. */
export interface Resolution {
  /** Calls of functions that the rules declare. All other calls are builtins. */
  calls: Map<CallExpression, { declaration: FunctionDeclaration; owner: Owner }>;
  /** Method calls whose receiver is a namespace, such as `math.abs(…)`. */
  namespaced: Map<MethodCallExpression, string>;
  /** `$(name)` in a path on which `bind` is called, where `name` is not a variable. */
  placeholders: Map<PathPart, string>;
}

/** The functions that each service adds to the language, with their numbers of arguments. */
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

/** The names and functions that are visible at a position, innermost first. */
export class CheckScope {
  readonly used = new Set<string>();

  constructor(
    readonly names: ReadonlySet<string>,
    readonly parent: CheckScope | null = null,
    readonly owner: Owner | null = null,
  ) {}

  /** Marks the innermost declaration of `name` as used. Returns false if there is none. */
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
