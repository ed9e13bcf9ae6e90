import { afterEach, expect, test } from '@jest/globals';
import { refuseStorage } from '../test/refusedStorage';
import { readStored, writeStored } from './browserStorage';

let allow = () => {};
afterEach(() => allow());

test.each(['localStorage', 'sessionStorage'] as const)('%s keeps a text until it is removed', (area) => {
  expect([writeStored(area, 'key', 'text'), readStored(area, 'key')]).toEqual([true, 'text']);
  expect([writeStored(area, 'key', null), readStored(area, 'key')]).toEqual([true, null]);
});

test.each(['localStorage', 'sessionStorage'] as const)('a refused %s is empty and says so', (area) => {
  allow = refuseStorage();
  expect([writeStored(area, 'key', 'text'), writeStored(area, 'key', null), readStored(area, 'key')]).toEqual([
    false,
    false,
    null,
  ]);
});
