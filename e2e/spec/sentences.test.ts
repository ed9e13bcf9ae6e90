import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SENTENCES, taggedTests } from './table';

const ROOT = join(__dirname, '../..');
const tests = taggedTests(ROOT);

test('every sentence that promises something is held by a test', () => {
  const held = new Set(tests.flatMap(({ ids }) => ids));
  const missing = SENTENCES.filter(({ id, note }) => !note && !held.has(id));
  expect(missing.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
});

test('no test claims a sentence that does not exist', () => {
  const known = new Set(SENTENCES.map(({ id }) => id));
  const unknown = tests.flatMap(({ file, line, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}:${line} ${id}`),
  );
  expect(unknown).toEqual([]);
});
