import { describe, expect, test } from '@jest/globals';
import { firestoreRules } from '../testing/cases/firestore';
import { conditionRules, document, firestoreRequest, ruleset } from '../testing/harness';

/** A list is allowed if the query proves the rule for all possible documents. */

type Filter = Record<string, unknown>;
const lists = ruleset(firestoreRules('lists'));

const value = (plain: unknown): Filter => {
  if (plain === null) return { nullValue: null };
  if (typeof plain === 'boolean') return { booleanValue: plain };
  if (typeof plain === 'number')
    return Number.isInteger(plain) ? { integerValue: String(plain) } : { doubleValue: plain };
  if (plain instanceof Date) return { timestampValue: plain.toISOString() };
  if (Array.isArray(plain)) return { arrayValue: { values: plain.map(value) } };
  return String(plain).startsWith('projects/') ? { referenceValue: plain } : { stringValue: plain };
};
const where = (fieldPath: string, op: string, operand: unknown): Filter => ({
  fieldFilter: { field: { fieldPath }, op, value: value(operand) },
});
const unary = (fieldPath: string, op: string): Filter => ({ unaryFilter: { field: { fieldPath }, op } });
const both = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'AND', filters } });
const either = (...filters: Filter[]): Filter => ({ compositeFilter: { op: 'OR', filters } });
const name = (path: string) => `projects/demo/databases/(default)/documents/${path}`;

const decide = (path: string, query: Filter) => lists.evaluate(firestoreRequest({ method: 'list', path, query }));

describe('filters prove conditions', () => {
  test.each<[string, string, Filter | null, boolean]>([
    ['equality with the caller', 'owned', where('owner', 'EQUAL', 'alice'), true],
    ['equality with someone else', 'owned', where('owner', 'EQUAL', 'bob'), false],
    ['no filter', 'owned', null, false],
    ['a filter on another field', 'owned', where('title', 'EQUAL', 'alice'), false],
    ['equality among others', 'owned', both(where('a', 'EQUAL', 1), where('owner', 'EQUAL', 'alice')), true],
    ['OR with one open side', 'owned', either(where('a', 'EQUAL', 1), where('owner', 'EQUAL', 'alice')), false],
    [
      'OR with both sides',
      'owned',
      either(both(where('owner', 'EQUAL', 'alice'), where('a', 'EQUAL', 1)), where('owner', 'EQUAL', 'alice')),
      true,
    ],
    ['in with only the caller', 'owned', where('owner', 'IN', ['alice']), true],
    ['in with more', 'owned', where('owner', 'IN', ['alice', 'bob']), false],
    ['a rule without data', 'open', null, true],
    ['in within the allowed', 'status', where('status', 'IN', ['public', 'shared']), true],
    ['in beyond the allowed', 'status', where('status', 'IN', ['public', 'secret']), false],
    ['equality with one of the allowed', 'status', where('status', 'EQUAL', 'shared'), true],
    ['not equal to the forbidden', 'notStatus', where('status', 'NOT_EQUAL', 'secret'), true],
    ['not equal to something else', 'notStatus', where('status', 'NOT_EQUAL', 'other'), false],
    ['not in with the forbidden', 'notStatus', where('status', 'NOT_IN', ['secret', 'x']), true],
    ['not in without the forbidden', 'notStatus', where('status', 'NOT_IN', ['x']), false],
    ['equal to something allowed', 'notStatus', where('status', 'EQUAL', 'open'), true],
    ['a range above the forbidden', 'notStatus', where('status', 'GREATER_THAN', 'secret'), true],
    ['>= at the bound', 'age', where('age', 'GREATER_THAN_OR_EQUAL', 18), true],
    ['> below the bound', 'age', where('age', 'GREATER_THAN', 17), false],
    ['> at the bound', 'age', where('age', 'GREATER_THAN', 18), true],
    ['= above the bound', 'age', where('age', 'EQUAL', 20), true],
    ['a range between', 'age', both(where('age', 'GREATER_THAN', 18), where('age', 'LESS_THAN', 30)), true],
    ['only an upper bound', 'age', where('age', 'LESS_THAN', 30), false],
    ['a bound of another type', 'age', where('age', 'GREATER_THAN', 'x'), false],
    ['< at the bound', 'young', where('age', 'LESS_THAN', 18), true],
    ['<= at the bound', 'young', where('age', 'LESS_THAN_OR_EQUAL', 18), false],
    ['<= below the bound', 'young', where('age', 'LESS_THAN_OR_EQUAL', 17), true],
    ['a range is no equality', 'exact', where('age', 'GREATER_THAN_OR_EQUAL', 18), false],
    ['a range tells the type', 'typed', where('age', 'GREATER_THAN', 1), true],
    ['a range of strings', 'typed', where('age', 'GREATER_THAN', 'a'), false],
    ['array-contains the caller', 'members', where('members', 'ARRAY_CONTAINS', 'alice'), true],
    ['array-contains another', 'members', where('members', 'ARRAY_CONTAINS', 'bob'), false],
    ['array-contains-any with another', 'members', where('members', 'ARRAY_CONTAINS_ANY', ['alice', 'bob']), false],
    ['array-contains for hasAny', 'anyOf', where('tags', 'ARRAY_CONTAINS', 'b'), true],
    ['array-contains-any for hasAny', 'anyOf', where('tags', 'ARRAY_CONTAINS_ANY', ['a', 'b']), true],
    ['array-contains-any beyond hasAny', 'anyOf', where('tags', 'ARRAY_CONTAINS_ANY', ['a', 'c']), false],
    ['one of two for hasAll', 'allOf', where('tags', 'ARRAY_CONTAINS', 'a'), false],
    ['the whole list for hasAll', 'allOf', where('tags', 'EQUAL', ['b', 'a']), true],
    ['a hasAll of nothing', 'noneOf', where('tags', 'NOT_EQUAL', 1), false],
    ['a filter implies the field', 'has', where('age', 'GREATER_THAN', 1), true],
    ['no filter implies no field', 'has', null, false],
    ['a nested field', 'nested', where('access.level', 'EQUAL', 'public'), true],
    ['a nested field with quotes', 'nested', where('`access`.`level`', 'EQUAL', 'public'), true],
    ['another nested field', 'nested', where('access.name', 'EQUAL', 'public'), false],
    ['get() of a known field', 'got', where('access.level', 'EQUAL', 'public'), true],
    ['get() of an open field', 'got', null, false],
    ['the first alternative', 'either', where('public', 'EQUAL', true), true],
    ['the second alternative', 'either', where('owner', 'EQUAL', 'alice'), true],
    ['one alternative each', 'either', either(where('public', 'EQUAL', true), where('owner', 'EQUAL', 'alice')), true],
    ['neither alternative', 'either', where('public', 'EQUAL', false), false],
    ['both branches of an open ternary', 'ternary', null, true],
    ['a negation that is decided', 'negated', where('owner', 'EQUAL', 'alice'), true],
    ['a negation of the forbidden', 'negated', where('owner', 'EQUAL', 'bob'), false],
    ['a negation that is open', 'negated', null, false],
    ['is null', 'nullable', unary('deleted', 'IS_NULL'), true],
    ['nothing about null', 'nullable', null, false],
    ['is not null', 'notNull', unary('deleted', 'IS_NOT_NULL'), true],
    ['a range is not null', 'notNull', where('deleted', 'GREATER_THAN', 1), true],
    ['!= of a value is not null, either', 'notNull', where('deleted', 'NOT_EQUAL', 5), true],
    ['is null is not "not null"', 'notNull', unary('deleted', 'IS_NULL'), false],
    ['a bound after now', 'fresh', where('expires', 'GREATER_THAN', new Date('2026-02-04')), true],
    ['a bound before now', 'fresh', where('expires', 'GREATER_THAN', new Date('2026-02-01')), false],
    ['the document by name', 'byId', where('__name__', 'EQUAL', name('byId/d1')), true],
    ['another document by name', 'byId', where('__name__', 'EQUAL', name('byId/d2')), false],
    [
      'two documents by name, of which none can be found',
      'byId',
      both(where('__name__', 'EQUAL', name('byId/d1')), where('__name__', 'EQUAL', name('byId/d2'))),
      false,
    ],
    ['an open id', 'byId', null, false],
    ['the type of an open id', 'idType', null, true],
    ['a lookup by an open id', 'looked', null, false],
    ['a list that holds something open', 'wrapped', null, false],
    ["one's own subcollection", 'users/alice/photos', null, true],
    ["another's subcollection", 'users/bob/photos', null, false],
  ])('%s (%s)', (_, path, filter, allowed) => {
    expect(decide(path, filter === null ? {} : { where: filter }).allow).toBe(allowed);
  });

  test.each<[string, string, boolean]>([
    ['LESS_THAN', 'v < 5', true],
    ['LESS_THAN', '!(v > 5)', true],
    ['LESS_THAN', '!(v >= 5)', true],
    ['LESS_THAN', '!(v == 5)', true],
    ['LESS_THAN', 'v < 4', false],
    ['LESS_THAN_OR_EQUAL', 'v <= 5', true],
    ['LESS_THAN_OR_EQUAL', '!(v > 5)', true],
    ['LESS_THAN_OR_EQUAL', '!(v >= 5)', false],
    ['LESS_THAN_OR_EQUAL', '!(v == 5)', false],
    ['LESS_THAN_OR_EQUAL', 'v < 5', false],
    ['GREATER_THAN', 'v > 5', true],
    ['GREATER_THAN', '!(v < 5)', true],
    ['GREATER_THAN', '!(v <= 5)', true],
    ['GREATER_THAN', '!(v == 5)', true],
    ['GREATER_THAN', 'v > 6', false],
    ['GREATER_THAN_OR_EQUAL', 'v >= 5', true],
    ['GREATER_THAN_OR_EQUAL', '!(v < 5)', true],
    ['GREATER_THAN_OR_EQUAL', '!(v <= 5)', false],
    ['GREATER_THAN_OR_EQUAL', '!(v == 5)', false],
    ['GREATER_THAN_OR_EQUAL', 'v > 5', false],
  ])('%s 5 proves %s: %s', (op, condition, allowed) => {
    const rules = ruleset(conditionRules(condition.replace('v', 'resource.data.v')));
    const query = { where: where('v', op, 5) };
    expect(rules.evaluate(firestoreRequest({ method: 'list', path: 'things', query })).allow).toBe(allowed);
  });

  test('too many disjunctions are refused', () => {
    const many = both(
      ...['a', 'b'].map((field) =>
        where(
          field,
          'IN',
          Array.from({ length: 10 }, (_, i) => i),
        ),
      ),
    );
    expect(decide('open', { where: many })).toEqual({
      allow: false,
      reason: "The query has too many disjunctions. for 'list'",
    });
  });

  test.each<[string, Filter]>([
    ['an OR of nothing', either()],
    ['an in of nothing', where('a', 'IN', [])],
    ['an unknown combination', { compositeFilter: { op: 'XOR', filters: [] } }],
    ['an unknown unary filter', unary('a', 'IS_ODD')],
    ['a filter of no kind', {}],
    ['a filter with an impossible value', { fieldFilter: { field: { fieldPath: 'a' }, op: 'EQUAL', value: {} } }],
  ])('%s is refused, even where everything is allowed', (_, filter) => {
    expect(decide('flat', { where: filter }).allow).toBe(false);
    expect(decide('flat', {}).allow).toBe(true);
  });

  test('ten different documents may be looked up for a query, including all its alternatives', () => {
    const shared = (count: number) =>
      firestoreRequest({
        method: 'list',
        path: 'looked',
        query: {
          where: where(
            '__name__',
            'IN',
            Array.from({ length: count }, (_, i) => name(`looked/d${i}`)),
          ),
        },
        lookup: (path) => document(path),
      });
    expect(lists.evaluate(shared(10)).allow).toBe(true);
    expect(lists.evaluate(shared(11))).toEqual({
      allow: false,
      reason: "More than 10 document access calls. for 'list'",
    });
  });

  test('the reason says that the query does not prove the condition', () => {
    expect(decide('owned', {}).reason).toBe("The query's constraints do not prove the condition for 'list' @ L5");
  });
});

describe('request.query', () => {
  test.each<[string, string, Filter, boolean]>([
    ['a limit', 'limited', { limit: 50 }, true],
    ['a wrapped limit', 'limited', { limit: { value: 50 } }, true],
    ['a larger limit', 'limited', { limit: 51 }, false],
    ['no limit', 'limited', {}, false],
    [
      'offset and order',
      'paged',
      { offset: 0, orderBy: [{ field: { fieldPath: 'age' }, direction: 'DESCENDING' }] },
      true,
    ],
    ['another order', 'paged', { offset: 0, orderBy: [{ field: { fieldPath: 'age' } }] }, false],
    ['an order implies the field', 'has', { orderBy: [{ field: { fieldPath: 'age' } }] }, true],
    ['another order does not', 'has', { orderBy: [{ field: { fieldPath: 'name' } }] }, false],
  ])('%s (%s)', (_, path, query, allowed) => {
    expect(decide(path, query).allow).toBe(allowed);
  });
});

describe('collection groups', () => {
  const mine = where('author', 'EQUAL', 'alice');
  const group = (collectionId: string) => ({ from: [{ collectionId, allDescendants: true }] });
  test.each<[string, string, Filter, boolean]>([
    ['a recursive rule and its filter', 'comments', { ...group('comments'), where: mine }, true],
    ['a recursive rule without its filter', 'comments', group('comments'), false],
    ['a group below one document', 'posts/p1/comments', { ...group('comments'), where: mine }, true],
    ['said by allDescendants alone', 'comments', { allDescendants: true, where: mine }, true],
    ['a rule for the root collection only', 'flat', group('flat'), false],
    ['that rule and a plain query', 'flat', { from: [{ collectionId: 'flat' }] }, true],
    ['a plain query under a recursive rule', 'comments', { where: mine }, true],
    ['every collection at once', '', { from: [{ allDescendants: true }], where: mine }, false],
  ])('%s', (_, path, query, allowed) => {
    expect(decide(path, query).allow).toBe(allowed);
  });

  test.each([
    ['', '/{any}', false],
    ['', '/flat/{id}', false],
    ['', '/{collection}/{id}', true],
    ['', '/{all=**}', true],
    ['users/u1', '/users/{uid}/{any}', false],
    ['users/u1', '/users/u1/{collection}/{id}', true],
    ['users/u1', '/users/u2/{collection}/{id}', false],
  ])('a query of all collections below "%s" under %s: %s', (path, pattern, allowed) => {
    const rules = ruleset(`rules_version = '2';
service cloud.firestore { match /databases/{db}/documents { match ${pattern} { allow list; } } }`);
    expect(rules.evaluate(firestoreRequest({ method: 'list', path, query: { from: [] } })).allow).toBe(allowed);
  });

  test.each([
    ['/{parent}/x/{id}', false],
    ['/{a}/{b}/x/{id}', false],
    ['/{path=**}/x/{id}', true],
  ])('a group under %s: %s', (pattern, allowed) => {
    const rules = ruleset(`rules_version = '2';
service cloud.firestore { match /databases/{db}/documents { match ${pattern} { allow list; } } }`);
    expect(rules.evaluate(firestoreRequest({ method: 'list', path: 'x', query: group('x') })).allow).toBe(allowed);
  });

  test.each([
    ['1', false],
    ['2', true],
  ])('under rules_version %s, /{all=**} covers a group: %s', (version, allowed) => {
    const rules = ruleset(`rules_version = '${version}';
service cloud.firestore { match /databases/{db}/documents { match /{all=**} { allow list; } } }`);
    expect(rules.evaluate(firestoreRequest({ method: 'list', path: 'x', query: group('x') })).allow).toBe(allowed);
  });
});
