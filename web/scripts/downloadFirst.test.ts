import { expect, test } from '@jest/globals';
import { filesOf } from './downloadFirst';

test('code that imports nothing is downloaded first too', () => {
  expect(filesOf('alone.js', [])).toEqual(['alone.js']);
  expect(filesOf('one.js', ['one.js', 'shared.js'])).toEqual(['one.js', 'shared.js']);
});
