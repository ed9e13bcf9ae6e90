import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { foldersOf } from './builds';

test('the client is built anew when any package changes that it is made of', () => {
  const folders = foldersOf(join(__dirname, '../../..'), 'web');
  expect([...folders].sort()).toEqual(['packages/contract', 'packages/imaging', 'packages/restore-engine', 'web']);
});
