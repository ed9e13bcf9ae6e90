import { expect, test } from '@jest/globals';
import { evaluateCondition, firestoreRequest, ruleset } from './testing';

test.each([
  ['true'],
  ['1 + 1 == 2'],
  ["request.auth.uid == 'alice'"],
  ["'abc'.matches('[a-c]+')"],
  ['request.path == /databases/(default)/documents/things/t1'],
  ["request.path == /databases/$(database)/documents/things/$('t1')"],
  ['[1,2,3][1:3] == [2,3]'],
  ["{'a': 1}.a == 1"],
  ["{'a': 1}.diff({}).affectedKeys().hasOnly(['a'])"],
  ['timestamp.date(2026,2,3) < request.time'],
  ["(/a/$(foo)/b).bind({'foo':'x'}) == /a/x/b"],
  ['math.abs(-3) == 3'],
  ['!exists(/databases/$(database)/documents/users/u1)'],
  ['4/2 == 2'],
  ['null == null'],
])('%s', (c) => {
  expect(evaluateCondition(c)).toEqual({ allow: true, reason: '' });
});
test('list', () => {
  const r = ruleset(
    "rules_version='2'; service cloud.firestore { match /databases/{d}/documents { match /photos/{id} { allow list: if resource.data.owner == request.auth.uid; } } }",
  );
  const where = { fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL', value: { stringValue: 'alice' } } };
  expect(r.evaluate(firestoreRequest({ method: 'list', path: 'photos', query: { where } })).allow).toBe(true);
  expect(r.evaluate(firestoreRequest({ method: 'list', path: 'photos', query: {} }))).toMatchObject({ allow: false });
});
