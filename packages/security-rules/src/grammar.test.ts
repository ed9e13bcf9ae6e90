import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseRules } from './parser/parser';
import { BUILTINS } from './testing/cases/builtins';
import { LANGUAGE } from './testing/cases/conditions';
import { FIRESTORE_RULES } from './testing/cases/firestore';
import { MISTAKES, WARNINGS } from './testing/cases/semantics';
import { STORAGE_RULES } from './testing/cases/storage';
import { DISPUTED, INVALID, VALID } from './testing/cases/syntax';
import { conditionRules } from './testing/harness';

/** Compares the hand-written parser with Firebase's own ANTLR grammar on every snippet of the tests. */

const conditions = [LANGUAGE, BUILTINS].flatMap((topics) =>
  Object.values(topics)
    .flat()
    .map(([condition]) => condition),
);
const SNIPPETS = new Map<string, string>([
  ...conditions.map((condition) => [condition, conditionRules(condition)] as const),
  ...[...VALID, ...INVALID, ...DISPUTED, ...MISTAKES, ...WARNINGS, ...FIRESTORE_RULES, ...STORAGE_RULES].map(
    ([name, source]) => [name, source] as const,
  ),
]);

/**
 * Where the two disagree, and why this parser is right. A difference that disappears fails the test, so that this list
 * stays true.
 */
const DIFFERENCES: Readonly<Record<string, string>> = {
  '8/2 == 4': "its lexer takes '/2' for a path segment; in an operator's place ours divides",
  'a member called service': 'its lexer reads a dotted service name after that word wherever it stands',
  'an import': 'it parses imports, which the service has never accepted',
};

function firebaseVerdicts(sources: readonly string[]): boolean[] {
  const oracle = join(__dirname, 'testing', 'grammarOracle.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [oracle], {
    input: JSON.stringify(sources),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function weAccept(source: string): boolean {
  try {
    parseRules(source);
    return true;
  } catch {
    return false;
  }
}

const verdicts = firebaseVerdicts([...SNIPPETS.values()]);
const compared = [...SNIPPETS].map(([name, source], i) => ({
  name,
  firebase: verdicts[i],
  ours: weAccept(source),
}));

describe("Firebase's grammar agrees", () => {
  test('on enough valid and invalid snippets', () => {
    expect(compared.length).toBeGreaterThan(450);
    expect(compared.filter(({ firebase }) => !firebase).length).toBeGreaterThan(40);
  });

  test.each(compared.filter(({ name }) => !(name in DIFFERENCES)))('on $name', ({ firebase, ours }) => {
    expect(ours).toBe(firebase);
  });
});

describe('known differences', () => {
  test.each(Object.entries(DIFFERENCES))('%s: %s', (name) => {
    const found = compared.find((snippet) => snippet.name === name);
    expect(found).toBeDefined();
    expect(found?.ours).not.toBe(found?.firebase);
  });
});
