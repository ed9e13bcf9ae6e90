import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { requireKnownUsers, usersOfRe2js } from './withoutRe2js';

/** The browser's files of the SDK that is installed. */
function browserFiles(): string[] {
  const folder = join(dirname(require.resolve('firebase/package.json')), '../@firebase/firestore/dist');
  const names = readdirSync(folder).filter((name) => name.endsWith('.esm.js') && !name.startsWith('pipelines'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

test('the installed SDK uses re2js in the regular expressions of pipelines, and nowhere else', () => {
  expect(browserFiles().flatMap(usersOfRe2js).sort()).toEqual([
    '__PRIVATE_CoreLike',
    '__PRIVATE_CoreRegexContains',
    '__PRIVATE_CoreRegexMatch',
  ]);
});

const IMPORT = "import { RE2JS } from 're2js';\n";

test.each([
  ['a query that uses it', `${IMPORT}class Query {\n  m() { return RE2JS.compile('a'); }\n}`, 'in Query'],
  ['a use outside of any declaration', `${IMPORT}RE2JS.compile('a');`, 'in the module itself'],
  [
    'a use under another name',
    "import { RE2JS as Se } from 're2js';\nfunction matches() { return Se.compile('a'); }",
    'in matches',
  ],
  ['another import', "import * as re from 're2js';", 'in an import of another form'],
])('fails the build: %s', (_, code, says) => {
  expect(() => requireKnownUsers('common.esm.js', code)).toThrow(says);
});

test('a module without it, and the side effect of its import, pass', () => {
  expect(() => requireKnownUsers('index.esm.js', "import 're2js';\nclass Query {}")).not.toThrow();
});
