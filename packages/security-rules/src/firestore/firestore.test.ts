import { describe, expect, test } from '@jest/globals';
import type { FirestoreRulesRequest, RulesDocument, RulesMethod } from '../api';
import { type FirestoreRulesName, firestoreRules } from '../testing/cases/firestore';
import { conditionRules, document, evaluateCondition, firestoreRequest, ruleset } from '../testing/harness';

const METHODS: RulesMethod[] = ['get', 'list', 'create', 'update', 'delete'];

/** The decision of a named ruleset. `path` is relative to the database. */
function decide(rules: FirestoreRulesName, given: Parameters<typeof firestoreRequest>[0]) {
  return ruleset(firestoreRules(rules)).evaluate(firestoreRequest(given));
}
const string = (stringValue: string) => ({ stringValue });

describe('operations', () => {
  test.each<[string, RulesMethod[]]>([
    ['reads', ['get', 'list']],
    ['writes', ['create', 'update', 'delete']],
    ['gets', ['get']],
    ['lists', ['list']],
    ['creates', ['create']],
    ['updates', ['update']],
    ['deletes', ['delete']],
    ['mixed', ['get', 'create', 'delete']],
    ['unnamed', []],
  ])('%s allows exactly %j', (collection, allowed) => {
    const path = (method: RulesMethod) => (method === 'list' ? collection : `${collection}/x`);
    const actual = METHODS.filter((method) => decide('methods', { method, path: path(method), query: {} }).allow);
    expect(actual).toEqual(allowed);
  });
});

describe('paths', () => {
  test.each([
    ['cities/SF', true],
    ['cities/LA', false],
    ['cities/SF/landmarks/bridge', true],
    ['cities/LA/landmarks/bridge', false],
    ['cities/SF/landmarks/bridge/more/x', false],
    ['literal/one', true],
    ['literal/two', false],
    ['deep/a/b/c', true],
    ['deep/a', false],
    ['users/u1/posts/p1', true],
    ['users/u2/posts/p1', false],
    ['users/u1/posts/p1/comments/c1', false],
    ['outer/o/inner/i', true],
    ['outer/x/inner/i', false],
    ['outer/o', false],
  ])('%s is %s', (path, allowed) => {
    expect(decide('paths', { path }).allow).toBe(allowed);
  });

  test.each([
    ['wildcardV1', 'cities/SF', false],
    ['wildcardV1', 'cities/SF/landmarks/x', true],
    ['wildcardV1', 'cities/SF/landmarks/x/y/z', true],
    ['wildcardV2', 'cities/SF', true],
    ['wildcardV2', 'cities/SF/landmarks/x', true],
    ['wildcardV2', 'towns/SF', false],
  ] as const)('under %s, %s is %s', (rules, path, allowed) => {
    expect(decide(rules, { path }).allow).toBe(allowed);
  });
});

describe('functions', () => {
  test.each<[string, Partial<FirestoreRulesRequest>, boolean]>([
    ['their own capture', { path: 'users/alice' }, true],
    ["another's capture", { path: 'users/bob' }, false],
    ['nobody signed in', { path: 'users/alice', auth: null }, false],
    ['let bindings', { path: 'users/alice', method: 'update' }, true],
  ])('see %s', (_, given, allowed) => {
    expect(decide('functions', given).allow).toBe(allowed);
  });

  test('may be nested 20 deep, and not deeper', () => {
    const chain = (depth: number) =>
      Array.from(
        { length: depth },
        (_, i) => `function f${i}() { return ${i + 1 === depth ? 'true' : `f${i + 1}()`}; }`,
      );
    expect(evaluateCondition('f0()', {}, chain(20).join('\n')).allow).toBe(true);
    expect(evaluateCondition('f0()', {}, chain(21).join('\n'))).toEqual({
      allow: false,
      reason: "Functions are called more than 20 deep. for 'get'",
    });
  });

  test('may be called more often than they may be nested', () => {
    const calls = Array.from({ length: 25 }, () => 'yes()').join(' && ');
    expect(evaluateCondition(calls, {}, 'function yes() { return true; }').allow).toBe(true);
  });

  test('share a limit of 1000 expressions, and exceeding it denies even if another condition holds', () => {
    const sum = (additions: number) => `0${' + 1'.repeat(additions)} > 0`;
    expect(evaluateCondition(sum(999)).allow).toBe(true);
    expect(evaluateCondition(sum(1000)).allow).toBe(false);
    const balanced = (count: number) => Array.from({ length: count }, () => `(${sum(99)})`).join(' && ');
    expect(evaluateCondition(balanced(9)).allow).toBe(true);
    expect(evaluateCondition(`${balanced(10)} || true`)).toEqual({
      allow: false,
      reason: "More than 1000 expressions evaluated. for 'get'",
    });
  });
});

describe('writes', () => {
  const owned = (fields: RulesDocument['fields'] = {}) =>
    document('posts/p1', { owner: string('alice'), title: string('Hi'), ...fields });
  test.each<[string, Partial<FirestoreRulesRequest>, boolean]>([
    ['a good create', { method: 'create', newResource: owned() }, true],
    ['a create with one field too many', { method: 'create', newResource: owned({ admin: string('x') }) }, false],
    ["a create in another's name", { method: 'create', newResource: owned({ owner: string('bob') }) }, false],
    ['a create with a long title', { method: 'create', newResource: owned({ title: string('12345678901') }) }, false],
    ['a create with a wrong type', { method: 'create', newResource: owned({ title: { integerValue: '1' } }) }, false],
    [
      'an update of the title',
      { method: 'update', resource: owned(), newResource: owned({ title: string('Yo') }) },
      true,
    ],
    [
      'an update of the owner',
      { method: 'update', resource: owned(), newResource: owned({ owner: string('bob') }) },
      false,
    ],
    ["a delete of one's own", { method: 'delete', resource: owned() }, true],
    ["a delete of another's", { method: 'delete', resource: owned({ owner: string('bob') }) }, false],
    ['a delete of nothing', { method: 'delete' }, false],
  ])('%s: %#', (_, given, allowed) => {
    expect(decide('writes', { path: 'posts/p1', ...given }).allow).toBe(allowed);
  });
});

describe('other documents', () => {
  const member = document('members/alice', { room: string('r1') });
  const counter = (count: number) => document('counters/rooms', { count: { integerValue: String(count) } });

  test.each<[string, Parameters<typeof firestoreRequest>[0], boolean]>([
    ['get finds a field', { documents: [member] }, true],
    ['get of a missing document is null', {}, false],
    ['exists finds', { method: 'delete', documents: [document('admins/alice')] }, true],
    ['exists misses', { method: 'delete' }, false],
    [
      'getAfter sees the commit, get what was before',
      {
        method: 'create',
        lookup: (path, when) => (path.endsWith('counters/rooms') ? counter(when === 'after' ? 2 : 1) : null),
      },
      true,
    ],
    ['getAfter sees no change', { method: 'create', documents: [counter(1)] }, false],
    [
      'existsAfter sees the commit',
      { method: 'update', lookup: (_, when) => (when === 'after' ? document('logs/r1') : null) },
      true,
    ],
    ['existsAfter misses', { method: 'update' }, false],
  ])('%s', (_, given, allowed) => {
    expect(decide('access', { path: 'rooms/r1', ...given }).allow).toBe(allowed);
  });

  test.each([
    ['get', "get('users/u1') != null", 'Expected: [path]'],
    ['get', 'get(/users/u1) != null', "Not a document's path: /users/u1."],
    ['get', 'get(/databases/(default)/documents/users) != null', "Not a document's path"],
  ] as const)('%s refuses %s', (_, condition, reason) => {
    expect(evaluateCondition(condition).reason).toContain(reason);
  });

  test.each(['get', 'getAfter'])('%s of a missing document is null', (name) => {
    expect(evaluateCondition(`${name}(/databases/(default)/documents/a/b) == null`)).toEqual({
      allow: true,
      reason: '',
    });
    expect(evaluateCondition(`${name}(/databases/(default)/documents/a/b).data.x == 1`).reason).toContain(
      'Null value error.',
    );
  });

  test("a service's functions are unknown to the other service, even in a function of the file", () => {
    const rules = ruleset(`function found() { return firestore.exists(/databases/(default)/documents/a/b); }
service cloud.firestore { match /{all=**} { allow get: if found(); } }`);
    expect(rules.evaluate(firestoreRequest()).reason).toContain('Function not found error: Name: [firestore.exists].');
  });

  test('ten different ones may be looked up, each any number of times', () => {
    const ask = (count: number) =>
      Array.from({ length: count }, (_, i) => `!exists(/databases/(default)/documents/a/$('${i}'))`).join(' && ');
    expect(evaluateCondition(`${ask(10)} && ${ask(10)}`).allow).toBe(true);
    expect(evaluateCondition(ask(11))).toEqual({
      allow: false,
      reason: "More than 10 document access calls. for 'get'",
    });
  });

  test('the operations of one batch share a limit, and a document counts once', () => {
    const rules = ruleset(conditionRules('!exists(/databases/(default)/documents/a/$(request.path[4]))'));
    const accessBudget = { documents: new Set<string>(), limit: 20 };
    const ask = (i: number) => rules.evaluate(firestoreRequest({ path: `things/t${i}`, accessBudget })).allow;
    expect(Array.from({ length: 21 }, (_, i) => ask(i))).toEqual([...Array(20).fill(true), false]);
    expect(ask(19)).toBe(true);
  });

  test('an error of the lookup passes through', () => {
    const lookup = () => {
      throw new Error('database closed');
    };
    expect(() => evaluateCondition('exists(/databases/(default)/documents/a/b)', { lookup })).toThrow(
      'database closed',
    );
  });
});

describe('values', () => {
  const fields = {
    n: { nullValue: null },
    b: { booleanValue: true },
    i: { integerValue: '7' },
    f: { doubleValue: 1 },
    s: string('x'),
    y: { bytesValue: 'YWJj' },
    t: { timestampValue: '2026-01-02T00:00:00.000000001Z' },
    r: { referenceValue: 'projects/demo/databases/(default)/documents/a/b' },
    g: { geoPointValue: { latitude: 1, longitude: 2 } },
    l: { arrayValue: { values: [{ integerValue: '1' }, string('a')] } },
    m: { mapValue: { fields: { k: string('v') } } },
  };

  test('every Firestore type becomes its rules type', () => {
    expect(decide('types', { path: 'all/x', resource: document('all/x', fields) })).toEqual({
      allow: true,
      reason: '',
    });
  });

  test.each(Object.keys(fields))('field %s counts: without it the rule fails', (name) => {
    const { [name as keyof typeof fields]: _, ...others } = fields;
    expect(decide('types', { path: 'all/x', resource: document('all/x', others) }).allow).toBe(false);
  });

  test('request.time is as precise as a timestamp in a document', () => {
    const time = '2026-01-02T03:04:05.678901Z';
    const newResource = document('things/t1', { at: { timestampValue: time } });
    const condition = 'request.resource.data.at == request.time && request.time.nanos() == 678901000';
    expect(evaluateCondition(condition, { method: 'create', newResource, time })).toEqual({ allow: true, reason: '' });
  });

  test.each([
    ['an empty value', {}],
    ['an unknown kind', { uuidValue: '1' }],
    ['an integer that is none', { integerValue: '1.5' }],
    ['a timestamp that is none', { timestampValue: 'yesterday' }],
  ])('%s denies and does not throw', (_, value) => {
    const { allow, reason } = evaluateCondition('true', { resource: document('things/t1', { value }) });
    expect(allow).toBe(false);
    expect(reason).toMatch(/^Not an? /);
  });
});

describe('reasons', () => {
  test('name every statement that denied', () => {
    expect(decide('either', { path: 'a/x', resource: document('a/x') }).reason).toBe(
      "Property missing is undefined on object. at L5:49 for 'get' @ L5, false for 'get' @ L5, false for 'get' @ L6",
    );
  });

  test('an error in one statement does not stop another', () => {
    expect(decide('either', { path: 'a/open' })).toEqual({ allow: true, reason: '' });
    expect(decide('paths', { path: 'nowhere/x' }).reason).toBe("No matching allow statements for 'get'");
  });
});
