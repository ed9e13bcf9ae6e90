import { parseForESLint } from '@firebase/eslint-plugin-security-rules/parser';
import { describe, expect, test } from '@jest/globals';
import { BUILTINS } from './cases/builtins';
import { LANGUAGE } from './cases/conditions';
import { FIRESTORE_RULES } from './cases/firestore';
import { conditionRules } from './cases/harness';
import { MISTAKES, WARNINGS } from './cases/semantics';
import { STORAGE_RULES } from './cases/storage';
import { INVALID, VALID } from './cases/syntax';
import { parseRules } from './parser/parser';

/** Firebase's own ANTLR grammar as the oracle for the hand-written parser, on every snippet the tests use. */

const conditions = [LANGUAGE, BUILTINS].flatMap((topics) =>
  Object.values(topics)
    .flat()
    .map(([condition]) => condition),
);
const SNIPPETS = new Map<string, string>([
  ...conditions.map((condition) => [condition, conditionRules(condition)] as const),
  ...[...VALID, ...INVALID, ...MISTAKES, ...WARNINGS, ...FIRESTORE_RULES, ...STORAGE_RULES].map(
    ([name, source]) => [name, source] as const,
  ),
]);

/**
 * Where the two disagree, and why that is right. A difference that disappears fails the run, so that this list stays
 * true.
 */
const DIFFERENCES: Readonly<Record<string, string>> = {};

const accepts = (parse: (source: string) => unknown) => (source: string) => {
  try {
    parse(source);
    return true;
  } catch {
    return false;
  }
};
const firebaseAccepts = accepts((source) => parseForESLint(source));
const weAccept = accepts(parseRules);

describe("Firebase's grammar agrees", () => {
  test('on enough snippets to mean something', () => {
    expect(SNIPPETS.size).toBeGreaterThan(450);
    const refused = [...SNIPPETS.values()].filter((source) => !firebaseAccepts(source));
    expect(refused.length).toBeGreaterThan(40);
  });

  test.each([...SNIPPETS].filter(([name]) => !(name in DIFFERENCES)))('on %s', (_, source) => {
    expect(weAccept(source)).toBe(firebaseAccepts(source));
  });
});
