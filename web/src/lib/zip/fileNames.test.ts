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

test('photos of one long name have theirs in every folder', () => {
  const long = '\u{1f475}'.repeat(130);
  const stems = distinctStems([long, long, long]);
  const name = createNames();
  // The first has no file in this folder.
  const names = stems.slice(1).map((stem) => name({ folder: 'Originals', stem, extension: 'jpg' }));
  expect(names).toEqual(stems.slice(1).map((stem) => `Originals/${stem}.jpg`));
  expect(new Set(stems).size).toBe(3);
});

test('stems are told apart before they are files', () => {
  expect(distinctStems(['Ada', 'ada', 'Emil', 'A/B', 'Ada'])).toEqual(['Ada', 'ada (2)', 'Emil', 'A B', 'Ada (3)']);
});
