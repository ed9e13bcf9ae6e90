import type {
  BinaryExpression,
  CallExpression,
  Expression,
  FunctionDeclaration,
  MethodCallExpression,
  Owner,
  PathExpression,
} from './ast';
import { callBuiltin, callMethod } from './builtins/table';
import type { Resolution } from './check/scope';
import type { Coverage } from './coverage';
import { applyBinary, index, member, negate, not, range, typeError } from './operators';
import { Scope } from './scope';
import { decideMethod, decideType } from './unknowns';
import { equals } from './values/compare';
import { describe } from './values/describe';
import {
  fail,
  isOfType,
  PathValue,
  Placeholder,
  type Result,
  RulesError,
  type RulesValue,
  UNKNOWN,
  Unknown,
} from './values/values';

/** https://firebase.google.com/docs/firestore/quotas#security_rules */
const MAX_EXPRESSIONS = 1000;
const MAX_CALL_DEPTH = 20;

/** Thrown if a limit is exceeded. The whole request is denied, whatever other conditions evaluate to. */
export class LimitExceeded extends Error {}

/**
 * Calls `get`, `exists` and the like. Arguments are neither errors nor unknown. Returns undefined for other functions.
 */
export type ServiceCall = (name: string, args: readonly RulesValue[]) => Result | undefined;

/** Evaluates the conditions of one request, which share the limit of expressions. */
export class Evaluator {
  private expressions = 0;
  private callDepth = 0;
  /** The arguments of `debug()` calls. */
  readonly debug: string[] = [];

  constructor(
    private readonly callService: ServiceCall,
    readonly coverage: Coverage,
  ) {}

  evaluate(e: Expression, scope: Scope, resolution: Resolution): Result {
    return new Frame(this, resolution).evaluate(e, scope);
  }

  /** Every operation, access and call counts one; literals and names count nothing. */
  count(e: Expression): void {
    if (e.kind === 'literal' || e.kind === 'variable') return;
    if (++this.expressions > MAX_EXPRESSIONS)
      throw new LimitExceeded(`More than ${MAX_EXPRESSIONS} expressions evaluated.`);
  }

  nested<T>(run: () => T): T {
    if (++this.callDepth > MAX_CALL_DEPTH)
      throw new LimitExceeded(`Functions are called more than ${MAX_CALL_DEPTH} deep.`);
    const result = run();
    this.callDepth -= 1;
    return result;
  }

  builtin(name: string, args: readonly RulesValue[]): Result {
    if (name === 'debug') this.debug.push(args.map(describe).join(', '));
    if (args.some((arg) => arg instanceof Unknown)) return UNKNOWN;
    const answer = this.callService(name, args);
    return answer === undefined ? callBuiltin(name, args) : answer;
  }
}

/** Evaluates one condition, with the names that the checker resolved in its file. */
class Frame {
  constructor(
    private readonly evaluator: Evaluator,
    private readonly resolution: Resolution,
  ) {}

  evaluate(e: Expression, scope: Scope): Result {
    this.evaluator.count(e);
    const found = this.compute(e, scope);
    const result = found instanceof RulesError && found.at === undefined ? new RulesError(found.message, e.at) : found;
    this.evaluator.coverage.add(e, result);
    return result;
  }

  private compute(e: Expression, scope: Scope): Result {
    switch (e.kind) {
      case 'literal':
        return e.value;
      case 'variable': {
        const value = scope.find(e.name);
        return value === undefined ? fail(`Invalid variable name: ${e.name}.`) : value;
      }
      case 'list':
        return this.values(e.items, scope, (items) =>
          items.some((item) => item instanceof Unknown) ? UNKNOWN : items,
        );
      case 'map':
        return this.map(e.entries, scope);
      case 'path':
        return this.path(e, scope);
      case 'member':
        return this.values([e.object], scope, ([object = null]) => member(object, e.name));
      case 'index':
        return this.values([e.object, e.index], scope, ([object = null, key = null]) => index(object, key));
      case 'range':
        return this.range(e.object, e.from, e.to, scope);
      case 'call':
        return this.call(e, scope);
      case 'methodCall':
        return this.methodCall(e, scope);
      case 'unary':
        return this.values([e.operand], scope, ([value = null]) => (e.operator === '!' ? not(value) : negate(value)));
      case 'binary':
        return this.binary(e, scope);
      case 'is':
        return this.values([e.operand], scope, ([value = null]) =>
          value instanceof Unknown ? decideType(value, e.typeName) : isOfType(value, e.typeName),
        );
      case 'ternary':
        return this.ternary(e.test, e.then, e.otherwise, scope);
    }
  }

  /** Evaluates in order and stops at the first error. */
  private values(expressions: readonly Expression[], scope: Scope, use: (values: RulesValue[]) => Result): Result {
    const values: RulesValue[] = [];
    for (const expression of expressions) {
      const value = this.evaluate(expression, scope);
      if (value instanceof RulesError) return value;
      values.push(value);
    }
    return use(values);
  }

  private map(entries: readonly { key: Expression; value: Expression }[], scope: Scope): Result {
    const parts = entries.flatMap(({ key, value }) => [key, value]);
    return this.values(parts, scope, (values) => {
      const fields = new Map<string, RulesValue>();
      for (let i = 0; i < values.length; i += 2) {
        const key = values[i] ?? null;
        const value = values[i + 1] ?? null;
        if (key instanceof Unknown || value instanceof Unknown) return UNKNOWN;
        if (typeof key !== 'string') return typeError('string', key);
        fields.set(key, value);
      }
      return fields;
    });
  }

  private path(e: PathExpression, scope: Scope): Result {
    const segments: PathValue['segments'][number][] = [];
    let open = false;
    for (const part of e.segments) {
      const placeholder = this.resolution.placeholders.get(part);
      if (placeholder !== undefined) segments.push(new Placeholder(placeholder));
      else if (part.kind === 'text') segments.push(part.text);
      else if (part.kind === 'interpolation') {
        const value = this.evaluate(part.expression, scope);
        if (value instanceof RulesError) return value;
        if (value instanceof Unknown) open = true;
        else if (value instanceof PathValue) segments.push(...value.segments);
        else if (typeof value === 'string') segments.push(...value.split('/').filter((text) => text !== ''));
        else if (typeof value === 'bigint') segments.push(String(value));
        else return typeError('string,path', value);
      }
    }
    return open ? UNKNOWN : new PathValue(segments);
  }

  private range(object: Expression, from: Expression | null, to: Expression | null, scope: Scope): Result {
    const parts = [object, from, to].filter((part) => part !== null);
    return this.values(parts, scope, ([value = null, first, second]) =>
      from === null ? range(value, undefined, first) : range(value, first, second),
    );
  }

  private call(e: CallExpression, scope: Scope): Result {
    return this.values(e.args, scope, (args) => {
      const declared = this.resolution.calls.get(e);
      return declared === undefined ? this.evaluator.builtin(e.name, args) : this.declared(declared, args, scope);
    });
  }

  private declared(
    called: { declaration: FunctionDeclaration; owner: Owner },
    args: RulesValue[],
    scope: Scope,
  ): Result {
    const { parameters, bindings, result } = called.declaration;
    const named = new Map(parameters.map(({ name }, i) => [name, args[i] ?? null]));
    return this.evaluator.nested(() => {
      let inner = new Scope(named, scope.declaring(called.owner));
      for (const { name, value } of bindings) inner = new Scope(new Map([[name, this.evaluate(value, inner)]]), inner);
      return this.evaluate(result, inner);
    });
  }

  private methodCall(e: MethodCallExpression, scope: Scope): Result {
    const namespaced = this.resolution.namespaced.get(e);
    if (namespaced !== undefined) return this.values(e.args, scope, (args) => this.evaluator.builtin(namespaced, args));
    return this.values([e.object, ...e.args], scope, ([receiver = null, ...args]) =>
      [receiver, ...args].some((value) => value instanceof Unknown)
        ? decideMethod(receiver, e.name, args)
        : callMethod(receiver, e.name, args),
    );
  }

  private binary(e: BinaryExpression, scope: Scope): Result {
    const { operator } = e;
    if (operator === '&&' || operator === '||') return this.logical(e, operator === '||', scope);
    return this.values([e.left, e.right], scope, ([left = null, right = null]) => applyBinary(operator, left, right));
  }

  /** If either operand is `deciding`, so is the result, even if the other operand is an error or unknown. */
  private logical(e: BinaryExpression, deciding: boolean, scope: Scope): Result {
    const left = asBoolean(this.evaluate(e.left, scope), e.left);
    if (left === deciding) return deciding;
    const right = asBoolean(this.evaluate(e.right, scope), e.right);
    if (right === deciding) return deciding;
    if (left instanceof RulesError) return left;
    if (right instanceof RulesError) return right;
    return left instanceof Unknown || right instanceof Unknown ? UNKNOWN : !deciding;
  }

  private ternary(test: Expression, then: Expression, otherwise: Expression, scope: Scope): Result {
    const decision = asBoolean(this.evaluate(test, scope), test);
    if (decision instanceof RulesError) return decision;
    if (typeof decision === 'boolean') return this.evaluate(decision ? then : otherwise, scope);
    return this.values([then, otherwise], scope, ([a = null, b = null]) => (equals(a, b) ? a : UNKNOWN));
  }
}

function asBoolean(value: Result, e: Expression): boolean | RulesError | Unknown {
  if (typeof value === 'boolean' || value instanceof RulesError || value instanceof Unknown) return value;
  return new RulesError(typeError('bool', value).message, e.at);
}
