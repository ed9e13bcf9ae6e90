import { expect, test } from '@jest/globals';
import { createNames, distinctStems } from './fileNames';

test('no two files have one name, also where a disk does not tell capitals', () => {
  const name = createNames();
  const file = { folder: 'Restored', extension: 'png' };
  expect(['Ada', 'Ada', 'ADA', 'Ada (2)'].map((stem) => name({ ...file, stem }))).toEqual([
    'Restored/Ada.png',
    'Restored/Ada (2).png',
    'Restored/ADA (3).png',
    'Restored/Ada (2) (2).png',
  ]);
  expect(name({ stem: 'Ada', extension: 'jpg' })).toBe('Ada.jpg');
});

test('stems are told apart before they are files', () => {
  expect(distinctStems(['Ada', 'ada', 'Emil', 'A/B', 'Ada'])).toEqual(['Ada', 'ada (2)', 'Emil', 'A B', 'Ada (3)']);
});
