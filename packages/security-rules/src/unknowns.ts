import { compare, includes } from './values/compare';
import { isList, isMap, type Result, RulesError, type RulesValue, SetValue, UNKNOWN, Unknown } from './values/values';

/** Decides operators from what a query guarantees. What is not guaranteed is UNKNOWN. */

type Comparison = '==' | '<' | '<=' | '>' | '>=';
const MIRRORED = { '==': '==', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

export function decideComparison(operator: Comparison, left: RulesValue, right: RulesValue): Result {
  if (left instanceof Unknown && right instanceof Unknown) return UNKNOWN;
  if (left instanceof Unknown) return left.facts?.compare(operator, right) ?? UNKNOWN;
  return right instanceof Unknown ? (right.facts?.compare(MIRRORED[operator], left) ?? UNKNOWN) : UNKNOWN;
}

export function decideMembership(item: RulesValue, container: RulesValue): Result {
  if (container instanceof Unknown) {
    if (item instanceof Unknown) return UNKNOWN;
    const inList = container.facts?.contains(item);
    if (inList !== undefined) return inList;
    return typeof item === 'string' && container.facts?.field(item) !== undefined ? true : UNKNOWN;
  }
  const items = isList(container) ? container : container instanceof SetValue ? container.items : null;
  if (items === null || !(item instanceof Unknown)) return UNKNOWN;
  const decisions = items.map((candidate) => item.facts?.compare('==', candidate));
  if (decisions.includes(true)) return true;
  return decisions.every((decision) => decision === false) ? false : UNKNOWN;
}

export function decideType(value: Unknown, typeName: string): Result {
  return value.facts?.isType(typeName) ?? UNKNOWN;
}

/** Decides a method call whose receiver or argument is unknown. */
export function decideMethod(receiver: RulesValue, name: string, args: readonly RulesValue[]): Result {
  const facts = receiver instanceof Unknown ? receiver.facts : undefined;
  const [argument, otherwise] = args;
  if (facts === undefined || argument === undefined || argument instanceof Unknown) return UNKNOWN;
  if (name === 'get' && otherwise !== undefined) return getField(receiver, argument);
  const wanted = isList(argument) ? argument : argument instanceof SetValue ? argument.items : null;
  // Without wanted items, nothing proves that the field is a list.
  if (wanted === null || wanted.length === 0) return UNKNOWN;
  if (name === 'hasAll') return wanted.every((item) => facts.contains(item) === true) || UNKNOWN;
  if (name === 'hasAny') return wanted.some((item) => facts.contains(item) === true) || UNKNOWN;
  return UNKNOWN;
}

function getField(receiver: RulesValue, key: RulesValue): Result {
  let value: RulesValue = receiver;
  for (const name of isList(key) ? key : [key]) {
    if (typeof name !== 'string') return UNKNOWN;
    const next: RulesValue | undefined =
      value instanceof Unknown ? value.facts?.field(name) : isMap(value) ? value.get(name) : undefined;
    if (next === undefined) return UNKNOWN;
    value = next;
  }
  return value;
}

/** One end of the interval that range filters allow for a field. */
export interface Bound {
  value: RulesValue;
  inclusive: boolean;
}

/** Whether all values between the bounds, or none, satisfy `operator value`. Returns undefined if only some may. */
export function decideByBounds(
  known: { lower?: Bound | undefined; upper?: Bound | undefined; excluded: readonly RulesValue[] },
  operator: Comparison,
  value: RulesValue,
): boolean | undefined {
  const { lower, upper, excluded } = known;
  const below = upper === undefined ? null : compare(upper.value, value);
  const above = lower === undefined ? null : compare(lower.value, value);
  if (operator === '==') {
    const bounded = lower ?? upper;
    if (bounded !== undefined && value === null) return false;
    if (includes(excluded, value) || (value === null && excluded.length > 0)) return false;
    if (typeof below === 'number' && (below < 0 || (below === 0 && upper?.inclusive === false))) return false;
    if (typeof above === 'number' && (above > 0 || (above === 0 && lower?.inclusive === false))) return false;
    return undefined;
  }
  if (below instanceof RulesError || above instanceof RulesError) return undefined;
  const allBelow =
    below !== null &&
    (below < 0 || (below === 0 && (operator === '<=' || operator === '>' || upper?.inclusive === false)));
  const allAbove =
    above !== null &&
    (above > 0 || (above === 0 && (operator === '>=' || operator === '<' || lower?.inclusive === false)));
  if (operator === '<' || operator === '<=') return allBelow ? true : allAbove ? false : undefined;
  return allAbove ? true : allBelow ? false : undefined;
}
