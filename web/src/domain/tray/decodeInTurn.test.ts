import { expect, test } from '@jest/globals';
import { type Deferred, deferred, flush } from '../../test/deferred';
import type { Pictures } from '../upload/pictures';
import { decodeInTurn } from './decodeInTurn';

test('pictures are converted one after the other, of whichever format, also after one that fails', async () => {
  const begun: string[] = [];
  const ends: Deferred<void>[] = [];
  const begin = (name: string) => {
    begun.push(name);
    const end = deferred();
    ends.push(end);
    return end.promise;
  };
  const pictures = decodeInTurn<Pick<Pictures, 'convert' | 'convertForeign'>>({
    convert: async (file) => begin((file as File).name).then(() => ({ jpeg: file, scale: 1 })),
    convertForeign: async (file) => begin(file.name).then(() => ({ file, madeSmaller: null, scale: 1 })),
  });
  const file = (name: string) => new File([], name);
  const first = pictures.convert(file('a'), null);
  const second = pictures.convertForeign(file('b'), 'HEIC');
  const third = pictures.convert(file('c'), null);
  await flush();
  expect(begun).toEqual(['a']);
  ends[0]?.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await flush();
  expect(begun).toEqual(['a', 'b']);
  ends[1]?.resolve();
  expect((await second).file.name).toBe('b');
  await flush();
  ends[2]?.resolve();
  expect((await third).scale).toBe(1);
});
