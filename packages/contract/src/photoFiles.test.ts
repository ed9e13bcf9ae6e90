import { expect, test } from '@jest/globals';
import { any, parse } from 'valibot';
import { photoFields, photoSchema } from './photo';
import { filesOf, NO_FILES } from './photoFiles';

const photo = {
  ...{ id: 'p1', user_id: 'ada', status: 'succeeded', created_at: 0, tool: 'pureface' },
  ...{ original_path: 'images/ada/p1-a.jpg', original_url: 'u/a', restored_path: 'r/p1.png', restored_url: 'u/p1' },
};
const read = (document: object) => parse(photoSchema(photoFields(any())), document);
const at = (name: string) => ({ path: `r/${name}`, url: `u/${name}` });
const flat = (field: string) => ({ [`${field}_path`]: `r/${field}`, [`${field}_url`]: `u/${field}` });

test('a document that names each file by two fields reads as one that has `files`', () => {
  const fields = ['thumbnail', 'screen', 'restored_thumbnail', 'restored_screen', 'restored_tiles'];
  const { files, ...rest } = read(Object.assign({}, photo, ...fields.map(flat)));
  expect(files).toEqual({
    original: { thumbnail: at('thumbnail'), screen: at('screen'), tiles: null },
    restored: { thumbnail: at('restored_thumbnail'), screen: at('restored_screen'), tiles: at('restored_tiles') },
  });
  expect(rest).toMatchObject(photo);
});

test('where a document has both, `files` counts', () => {
  const { files } = read({ ...photo, ...flat('thumbnail'), files: { restored: { screen: at('new') } } });
  expect(files).toEqual({ original: NO_FILES, restored: { ...NO_FILES, screen: at('new') } });
});

test('a document without any files, or with half of one, reads with none', () => {
  expect(read(photo).files).toEqual({ original: NO_FILES, restored: NO_FILES });
  expect(read({ ...photo, thumbnail_path: 'r/thumbnail', screen_url: null }).files.original).toEqual(NO_FILES);
});

test('lists every file that a document names', () => {
  const named = { original: { thumbnail: at('a'), screen: at('b') }, restored: { screen: at('c'), tiles: at('d') } };
  const paths = filesOf(read({ ...photo, files: named })).map(({ path }) => path);
  expect(paths).toEqual([photo.original_path, photo.restored_path, 'r/a', 'r/b', 'r/c', 'r/d']);
  expect(filesOf(read({ ...photo, restored_path: null, restored_url: null }))).toHaveLength(1);
});
