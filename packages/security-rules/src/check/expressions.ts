import type { CallExpression, Expression, MethodCallExpression, PathExpression } from '../ast';
import { aritiesOf, isMethodName, NAMESPACES } from '../builtins/table';
import { patternError } from '../builtins/text';
import { TESTABLE_TYPES } from '../values/values';
import type { Issues } from './issues';
import type { CheckScope, Resolution } from './scope';

/** The methods whose first argument is a regular expression. */
const PATTERN_METHODS = new Set(['matches', 'replace', 'split']);
const MAX_INT = 9223372036854775807n;

/** Resolves the names in expressions and reports those that lead nowhere. */
export class ExpressionChecker {
  constructor(
    private readonly issues: Issues,
    private readonly resolution: Resolution,
    private readonly serviceFunctions: ReadonlyMap<string, number>,
    private readonly onCall: (expression: CallExpression) => void,
  ) {}

  check(e: Expression, scope: CheckScope): void {
    if (e.kind === 'path') this.path(e, scope, false);
    else if (e.kind === 'call') this.call(e, scope);
    else if (e.kind === 'methodCall') this.methodCall(e, scope);
    else {
      this.itself(e, scope);
      this.all(operandsOf(e), scope);
    }
  }

  private itself(e: Expression, scope: CheckScope): void {
    if (e.kind === 'literal' && typeof e.value === 'bigint' && e.value > MAX_INT) {
      this.issues.error(e.at, `Integer out of range: ${e.value}.`);
    } else if (e.kind === 'variable' && !scope.use(e.name)) {
      this.issues.error(e.at, `Invalid variable name: ${e.name}.`);
    } else if (e.kind === 'is' && !TESTABLE_TYPES.has(e.typeName)) {
      this.issues.error(e.at, `Unknown type: ${e.typeName}.`);
    }
  }

  private all(expressions: readonly Expression[], scope: CheckScope): void {
    for (const expression of expressions) this.check(expression, scope);
  }

  private path(e: PathExpression, scope: CheckScope, bound: boolean): void {
    for (const part of e.segments) {
      if (part.kind === 'placeholder') this.resolution.placeholders.set(part, part.name);
      if (part.kind !== 'interpolation') continue;
      const { expression } = part;
      if (bound && expression.kind === 'variable' && !scope.use(expression.name)) {
        this.resolution.placeholders.set(part, expression.name);
      } else this.check(expression, scope);
    }
  }

  private call(e: CallExpression, scope: CheckScope): void {
    this.all(e.args, scope);
    const found = scope.findFunction(e.name);
    if (found !== null) {
      this.resolution.calls.set(e, found);
      this.onCall(e);
      this.arity(e, [found.declaration.parameters.length]);
      return;
    }
    const service = this.serviceFunctions.get(e.name);
    this.arity(e, service === undefined ? aritiesOf(e.name) : [service]);
  }

  private methodCall(e: MethodCallExpression, scope: CheckScope): void {
    this.all(e.args, scope);
    const { object } = e;
    if (object.kind === 'variable' && !scope.use(object.name) && this.isNamespace(object.name)) {
      const name = `${object.name}.${e.name}`;
      this.resolution.namespaced.set(e, name);
      const service = this.serviceFunctions.get(name);
      this.arity({ ...e, name }, service === undefined ? aritiesOf(name) : [service]);
      return;
    }
    if (object.kind === 'path') this.path(object, scope, e.name === 'bind');
    else this.check(object, scope);
    this.pattern(e);
    if (!isMethodName(e.name)) this.issues.error(e.at, `Invalid function name: ${e.name}.`);
  }

  /** A condition with such a pattern could never be true. */
  private pattern(e: MethodCallExpression): void {
    const [source] = e.args;
    if (!PATTERN_METHODS.has(e.name) || source?.kind !== 'literal' || typeof source.value !== 'string') return;
    const error = patternError(source.value);
    if (error !== null) this.issues.warning(source.at, error);
  }

  private isNamespace(name: string): boolean {
    return NAMESPACES.has(name) || [...this.serviceFunctions.keys()].some((known) => known.startsWith(`${name}.`));
  }

  private arity(e: { name: string; args: Expression[]; at: Expression['at'] }, expected: number[]): void {
    if (expected.length === 0) this.issues.error(e.at, `Invalid function name: ${e.name}.`);
    else if (!expected.includes(e.args.length)) {
      const wanted = [...new Set(expected)].join(' or ');
      this.issues.error(e.at, `Function ${e.name} takes ${wanted} argument(s) but was called with ${e.args.length}.`);
    }
  }
}

/** The expressions directly inside one that has no names of its own to resolve. */
export function operandsOf(
  e: Exclude<Expression, PathExpression | CallExpression | MethodCallExpression>,
): Expression[] {
  switch (e.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'list':
      return e.items;
    case 'map':
      return e.entries.flatMap(({ key, value }) => [key, value]);
    case 'member':
      return [e.object];
    case 'index':
      return [e.object, e.index];
    case 'range':
      return [e.object, e.from, e.to].filter((part) => part !== null);
    case 'unary':
    case 'is':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'ternary':
      return [e.test, e.then, e.otherwise];
  }
}
