import { describe, expect, test } from '@jest/globals';
import { BUILTINS } from './cases/builtins';
import { LANGUAGE, type Topics } from './cases/conditions';
import { evaluateCondition } from './cases/harness';

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
