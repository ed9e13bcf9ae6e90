import { expect, test } from '@jest/globals';
import type { ExpressionReport } from './api';
import { conditionRules, firestoreRequest, ruleset } from './testing/harness';

/** Each expression's text with its values, from outside to inside. */
function lines(report: readonly ExpressionReport[], content: string): string[] {
  return report.flatMap(({ sourcePosition: { currentOffset, endOffset }, values, children }) => [
    `${content.slice(currentOffset, endOffset)} → ${values.map(({ value, count }) => `${Object.values(value)} ×${count}`)}`,
    ...lines(children, content),
  ]);
}

function coverageOf(condition: string, functions = '', uids: (string | null)[] = ['u1', 'u1', 'u2', null]): string[] {
  const rules = ruleset(conditionRules(condition, functions));
  for (const uid of uids) rules.evaluate(firestoreRequest({ auth: uid === null ? null : { uid, token: {} } }));
  const [only] = rules.coverage();
  return lines(only?.expressions ?? [], only?.file.content ?? '');
}

test('counts the values of every expression and of its parts', () => {
  expect(coverageOf("request.auth != null && (request.auth.uid == 'u1')")).toEqual([
    "request.auth != null && (request.auth.uid == 'u1') → true ×2,false ×2",
    'request.auth != null → true ×3,false ×1',
    'request.auth → map ×3, ×1',
    'request → map ×4',
    "request.auth.uid == 'u1' → true ×2,false ×1",
    'request.auth.uid → u1 ×2,u2 ×1',
    'request.auth → map ×3',
    'request → map ×3',
  ]);
});

test('reports what was never evaluated, in functions too, and leaves out literals and placeholders', () => {
  const functions = `function own(uid) {
      let path = /databases/$(database)/documents/users/$(uid);
      return exists(path) ? math.abs(-uid.size()) > 3 : [uid, 1][0] != uid[0:1];
    }`;
  expect(coverageOf('!false || own(request.auth.uid)', functions)).toEqual([
    '/databases/$(database)/documents/users/$(uid) → ',
    'database → ',
    'uid → ',
    'exists(path) ? math.abs(-uid.size()) > 3 : [uid, 1][0] != uid[0:1] → ',
    'exists(path) → ',
    'path → ',
    'math.abs(-uid.size()) > 3 → ',
    'math.abs(-uid.size()) → ',
    '-uid.size() → ',
    'uid.size() → ',
    'uid → ',
    '[uid, 1][0] != uid[0:1] → ',
    '[uid, 1][0] → ',
    '[uid, 1] → ',
    'uid → ',
    'uid[0:1] → ',
    'uid → ',
    '!false || own(request.auth.uid) → true ×4',
    '!false → true ×4',
    'own(request.auth.uid) → ',
    'request.auth.uid → ',
    'request.auth → ',
    'request → ',
  ]);
});

test('says why an expression has no value', () => {
  const rules = ruleset(conditionRules('request.auth.uid.size() > 1'));
  rules.evaluate(firestoreRequest({ auth: null }));
  expect(rules.coverage()[0]?.expressions[0]?.values).toEqual([
    { value: { undefined: { causeMessage: 'Null value error.' } }, count: 1 },
  ]);
});

test('counts many values together and cuts long ones, so that memory is bounded', () => {
  const rules = ruleset(conditionRules("request.auth.uid != ''"));
  const uids = Array.from({ length: 30 }, (_, index) => `${index}`.padStart(index === 0 ? 5000 : 1));
  for (const uid of uids) rules.evaluate(firestoreRequest({ auth: { uid, token: {} } }));
  const values = rules.coverage()[0]?.expressions[0]?.children[0]?.values ?? [];
  expect(values).toHaveLength(21);
  expect(values[0]?.value).toEqual({ stringValue: `${' '.repeat(100)}…` });
  expect(values.at(-1)).toEqual({ value: { others: true }, count: 10 });
});
