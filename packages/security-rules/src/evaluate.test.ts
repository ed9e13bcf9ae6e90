import { describe, expect, test } from '@jest/globals';
import { BUILTINS } from './testing/cases/builtins';
import { LANGUAGE, type Topics } from './testing/cases/conditions';
import { evaluateCondition } from './testing/harness';

function expectTopics(topics: Topics): void {
  describe.each(Object.entries(topics))('%s', (_, cases) => {
    test.each(cases)('%s is %s', (condition, expected) => {
      const { allow, reason } = evaluateCondition(condition);
      if (typeof expected === 'boolean') expect({ allow, reason }).toEqual(expected ? allowed : refused);
      else {
        expect(allow).toBe(false);
        expect(reason).toContain(expected);
      }
    });
  });
}
const allowed = { allow: true, reason: '' };
const refused = { allow: false, reason: "false for 'get' @ L6" };

describe('the language', () => expectTopics(LANGUAGE));
describe('the builtins', () => expectTopics(BUILTINS));

describe('debug', () => {
  test.each([
    ['null', 'null'],
    ['1', '1'],
    ["'a'", '"a"'],
    ['[1, true]', '[1, true]'],
    ["{'a': [1.5]}", '{"a": [1.5]}'],
    ['[1].toSet()', 'set[1]'],
    ['/a/b', '/a/b'],
    ['request.time', '2026-02-03T04:05:06.789Z'],
    ["duration.value(1500, 'ms')", '1.5s'],
    ['latlng.value(1, 2)', 'latlng(1, 2)'],
    ["b'a'", "b'61'"],
    ['{}.diff({})', '<map_diff>'],
  ])('shows %s as %s and returns it unchanged', (value, shown) => {
    expect(evaluateCondition(`debug(${value}) == ${value}`)).toEqual({ allow: true, reason: '', debug: [shown] });
  });

  test('is logged for a condition that denies, too', () => {
    expect(evaluateCondition('debug(1) == 2')).toEqual({ ...refused, debug: ['1'] });
  });
});
