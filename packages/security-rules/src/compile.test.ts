import { describe, expect, test } from '@jest/globals';
import { compileRules } from './compile';
import { MISTAKES, WARNINGS } from './testing/cases/semantics';
import { DISPUTED, INVALID, TOO_MUCH, VALID } from './testing/cases/syntax';

const compile = (content: string) => compileRules([{ name: 'some.rules', content }]);
const errors = (content: string) => compile(content).issues.filter(({ severity }) => severity === 'ERROR');

describe('syntax', () => {
  test.each(VALID)('accepts %s', (_, source) => {
    expect(errors(source)).toEqual([]);
  });

  test.each(INVALID)('refuses %s', (_, source, line, column, message) => {
    const { ruleset, issues } = compile(source);
    expect(ruleset).toBeNull();
    expect(issues).toEqual([
      {
        severity: 'ERROR',
        description: expect.stringContaining(message),
        sourcePosition: { fileName: 'some.rules', line, column },
      },
    ]);
  });

  test.each(DISPUTED)('judges %s on its own', (_, source, ours) => {
    expect(errors(source).length === 0).toBe(ours);
  });

  test.each(TOO_MUCH)('refuses %s', (_, source, message) => {
    expect(errors(source).map(({ description }) => description)).toEqual([message]);
  });

  test('measures a file in bytes, not in characters', () => {
    const file = (comment: string) => `function f() { return true; } //${comment}`;
    const spare = 256 * 1024 - file('').length;
    expect(errors(file(' '.repeat(spare)))).toEqual([]);
    expect(errors(file('ü'.repeat(spare / 2 + 1))).map(({ description }) => description)).toEqual([
      'Rules are larger than 262144 bytes.',
    ]);
  });

  test('refuses an empty list of files', () => {
    expect(compileRules([]).issues[0]?.description).toBe('No rules file given.');
  });
});

describe('semantics', () => {
  test.each(MISTAKES)('refuses %s', (_, source, line, column, message) => {
    expect(errors(source)).toContainEqual({
      severity: 'ERROR',
      description: message,
      sourcePosition: { fileName: 'some.rules', line, column },
    });
    expect(compile(source).ruleset).toBeNull();
  });

  test.each(WARNINGS)('warns of %s', (_, source, line, column, message) => {
    const { ruleset, issues } = compile(source);
    expect(ruleset).not.toBeNull();
    expect(issues).toEqual([
      { severity: 'WARNING', description: message, sourcePosition: { fileName: 'some.rules', line, column } },
    ]);
  });

  test('reports every mistake of a file at once', () => {
    const source = 'service cloud.firestore {\n match /a/{b} {\n  allow read: if x;\n  allow write: if y;\n } }';
    expect(errors(source).map(({ sourcePosition }) => sourcePosition.line)).toEqual([3, 4]);
  });

  test('names the file that has the error', () => {
    const { issues } = compileRules([
      { name: 'good.rules', content: 'service cloud.firestore { match /a/{b} { allow read; } }' },
      { name: 'bad.rules', content: 'service' },
    ]);
    expect(issues.map(({ sourcePosition }) => sourcePosition.fileName)).toEqual(['bad.rules']);
  });

  test('reads the version, which is 1 by default', () => {
    const body = 'service cloud.firestore { match /a/{b} { allow read; } }';
    expect(compile(body).ruleset?.rulesVersion).toBe(1);
    expect(compile(`rules_version = '2'; ${body}`).ruleset?.rulesVersion).toBe(2);
  });
});
