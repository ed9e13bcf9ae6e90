import { type Bound, decideByBounds } from './unknowns';
import { equals, includes } from './values/compare';
import { fromFirestore, MalformedRequest } from './values/json';
import { type Facts, isOfType, type RulesValue, typeOf, Unknown } from './values/values';

/**
 * What a structured query guarantees about every document that it can return. A list rule is not evaluated on
 * documents: it must hold for all that the query could find. Source:
 * https://firebase.google.com/docs/firestore/security/rules-query
 */

type Json = Record<string, unknown>;
interface Condition {
  field: string;
  operator: string;
  value: RulesValue;
}

/** Twice Firestore's own limit of 30 disjunctions, so that the database reports its limit first. */
const MAX_DISJUNCTIONS = 60;

/**
 * Splits a filter into alternatives (OR, in, array-contains-any). Each is a list of conditions that all hold. A rule
 * must hold for every alternative. Throws `MalformedRequest`.
 */
export function alternatives(filter: unknown): Condition[][] {
  if (filter === undefined || filter === null) return [[]];
  const { compositeFilter, fieldFilter, unaryFilter } = filter as Json;
  if (compositeFilter !== undefined) {
    const { op, filters } = compositeFilter as Json;
    const parts = (Array.isArray(filters) ? filters : []).map(alternatives);
    if (op !== 'AND' && op !== 'OR') throw new MalformedRequest(`Unknown composite filter: ${String(op)}.`);
    const combined = op === 'OR' ? parts.flat() : parts.reduce(product, [[]]);
    if (combined.length > MAX_DISJUNCTIONS) throw new MalformedRequest('The query has too many disjunctions.');
    return combined;
  }
  if (fieldFilter !== undefined) return fieldAlternatives(fieldFilter as Json);
  if (unaryFilter !== undefined) return [[unaryCondition(unaryFilter as Json)]];
  throw new MalformedRequest('Unknown filter in the query.');
}

function product(left: Condition[][], right: Condition[][]): Condition[][] {
  if (left.length * right.length > MAX_DISJUNCTIONS) throw new MalformedRequest('The query has too many disjunctions.');
  return left.flatMap((a) => right.map((b) => [...a, ...b]));
}

function fieldAlternatives(filter: Json): Condition[][] {
  const field = fieldName(filter.field);
  const operator = String(filter.op);
  const value = fromFirestore(filter.value);
  const each = (name: string): Condition[][] =>
    Array.isArray(value) ? value.map((item: RulesValue) => [{ field, operator: name, value: item }]) : [];
  if (operator === 'IN') return each('EQUAL');
  if (operator === 'ARRAY_CONTAINS_ANY') return each('ARRAY_CONTAINS');
  return [[{ field, operator, value }]];
}

function unaryCondition(filter: Json): Condition {
  const field = fieldName(filter.field);
  switch (filter.op) {
    case 'IS_NULL':
      return { field, operator: 'EQUAL', value: null };
    case 'IS_NAN':
      return { field, operator: 'EQUAL', value: Number.NaN };
    case 'IS_NOT_NULL':
      return { field, operator: 'NOT_EQUAL', value: null };
    case 'IS_NOT_NAN':
      return { field, operator: 'NOT_EQUAL', value: Number.NaN };
    default:
      throw new MalformedRequest(`Unknown unary filter: ${String(filter.op)}.`);
  }
}

function fieldName(field: unknown): string {
  return String((field as Json | undefined)?.fieldPath ?? '');
}

/** Dots separate names, backticks quote them, and a backslash escapes inside backticks. */
function splitFieldPath(path: string): string[] {
  const parts = path.match(/`(?:[^`\\]|\\.)*`|[^.`]+/g) ?? [];
  return parts.map((part) => (part.startsWith('`') ? part.slice(1, -1).replace(/\\(.)/g, '$1') : part));
}

/** What the conditions of one alternative guarantee about one field and its nested fields. */
export class FieldFacts implements Facts {
  private readonly children = new Map<string, FieldFacts>();
  private readonly equalTo: RulesValue[] = [];
  private readonly excluded: RulesValue[] = [];
  private readonly items: RulesValue[] = [];
  private lower: Bound | undefined;
  private upper: Bound | undefined;

  private constructor(private readonly isDocument: boolean) {}

  /** The facts about a document's data. */
  static ofDocument(conditions: readonly Condition[], orderBy: readonly string[]): FieldFacts {
    const root = new FieldFacts(true);
    for (const field of orderBy) if (field !== '__name__') root.descend(field);
    for (const condition of conditions) {
      if (condition.field !== '__name__') root.descend(condition.field).add(condition);
    }
    return root;
  }

  compare(operator: '==' | '<' | '<=' | '>' | '>=', value: RulesValue): boolean | undefined {
    if (operator === '==' && value === null && (this.isMap() || this.items.length > 0)) return false;
    return decideByBounds({ lower: this.lower, upper: this.upper, excluded: this.excluded }, operator, value);
  }

  isType(typeName: string): boolean | undefined {
    if (this.items.length > 0) return typeName === 'list';
    if (this.isMap()) return typeName === 'map';
    const bound = (this.lower ?? this.upper)?.value;
    if (bound === undefined) return undefined;
    const numeric = isOfType(bound, 'number');
    if (numeric && (typeName === 'int' || typeName === 'float')) return undefined;
    return isOfType(bound, typeName) || (numeric && typeName === 'number');
  }

  contains(value: RulesValue): boolean | undefined {
    return includes(this.items, value) ? true : undefined;
  }

  field(name: string): RulesValue | undefined {
    const child = this.children.get(name);
    if (child === undefined) return undefined;
    const [known] = child.equalTo;
    return known === undefined ? new Unknown(child) : known;
  }

  private isMap(): boolean {
    return this.isDocument || this.children.size > 0;
  }

  private descend(path: string): FieldFacts {
    let node: FieldFacts = this;
    for (const name of splitFieldPath(path)) {
      const next = node.children.get(name) ?? new FieldFacts(false);
      node.children.set(name, next);
      node = next;
    }
    return node;
  }

  private add({ operator, value }: Condition): void {
    if (operator === 'EQUAL') this.equalTo.push(value);
    else if (operator === 'NOT_EQUAL') this.excluded.push(value);
    else if (operator === 'NOT_IN' && Array.isArray(value)) this.excluded.push(...value);
    else if (operator === 'ARRAY_CONTAINS') this.items.push(value);
    else if (operator.startsWith('LESS_THAN')) this.upper = { value, inclusive: operator.endsWith('EQUAL') };
    else if (operator.startsWith('GREATER_THAN')) this.lower = { value, inclusive: operator.endsWith('EQUAL') };
  }
}

/** A map of which only these fields are known, such as `resource`. */
export class RecordFacts implements Facts {
  constructor(private readonly fields: ReadonlyMap<string, RulesValue>) {}

  compare(operator: '==' | '<' | '<=' | '>' | '>=', value: RulesValue): boolean | undefined {
    return operator === '==' && value === null ? false : undefined;
  }

  isType(typeName: string): boolean {
    return typeName === 'map';
  }

  contains(): undefined {
    return undefined;
  }

  field(name: string): RulesValue | undefined {
    return this.fields.get(name);
  }
}

/** A value of which only the type is known, such as the id of a document that a query finds. */
export class TypeFacts implements Facts {
  constructor(private readonly type: string) {}

  compare(operator: '==' | '<' | '<=' | '>' | '>=', value: RulesValue): boolean | undefined {
    return operator === '==' && typeOf(value) !== this.type ? false : undefined;
  }

  isType(typeName: string): boolean {
    return typeName === this.type;
  }

  contains(): undefined {
    return undefined;
  }

  field(): undefined {
    return undefined;
  }
}

/** The only document that a query by `__name__` can find, if it names one. */
export function namedDocument(conditions: readonly Condition[]): RulesValue | undefined {
  const names = conditions.filter(({ field, operator }) => field === '__name__' && operator === 'EQUAL');
  const [first] = names;
  return names.every(({ value }) => equals(value, first?.value ?? null)) ? first?.value : undefined;
}
