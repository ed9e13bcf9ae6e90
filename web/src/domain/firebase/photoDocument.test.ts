import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { toPhotos } from './photoDocument';

const at = new Date('2026-11-20T14:05:00Z');
const timestamp = { toDate: () => at };
/** As the first version wrote it. */
const oldest = {
  id: 'p1',
  user_id: 'user-1',
  status: 'processing',
  created_at: timestamp,
  tool: 'deeprestore',
  original_path: 'images/user-1/p1-a.jpg',
};
const documentOf = (id: string, fields: unknown) => ({ id, ref: { path: `photos/${id}` }, data: () => fields });

let log: jest.Spied<typeof console.error>;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  log.mockRestore();
});

test('a document without the fields that came later gets their defaults', () => {
  const [photo] = toPhotos([documentOf('p1', oldest)]);
  expect(photo).toMatchObject({ ...oldest, created_at: at });
  expect(photo).toMatchObject({ original_url: '', restored_url: null, error: null, completed_at: null });
  expect(log).not.toHaveBeenCalled();
});

test('a document from before `files` shows its pictures', () => {
  const earlier = { restored_thumbnail_path: 'results/small.webp', restored_thumbnail_url: 'https://storage/small' };
  const [photo] = toPhotos([documentOf('p1', { ...oldest, ...earlier })]);
  expect(photo?.files.restored.thumbnail).toEqual({ path: 'results/small.webp', url: 'https://storage/small' });
  expect(photo).not.toHaveProperty('restored_thumbnail_url');
});

test('times are dates, and an unknown error code is an internal one', () => {
  const ended = { status: 'failed', completed_at: timestamp, error: { code: 'from_tomorrow', detail: '' } };
  const [photo] = toPhotos([documentOf('p1', { ...oldest, ...ended })]);
  expect(photo).toMatchObject({ completed_at: at, error: { code: 'internal' } });
});

test.each([
  ['status', 'half', /^photos\/p2 .* status: .*"half"/],
  ['created_at', 5, /^photos\/p2 .* created_at: Expected a timestamp/],
  ['original_path', undefined, /^photos\/p2 .* original_path: .*undefined/],
])('a document whose %s is %s is logged and left out; the others stay', (field, value, says) => {
  const photos = toPhotos([documentOf('p2', { ...oldest, [field]: value }), documentOf('p1', oldest)]);
  expect(photos.map(({ id }) => id)).toEqual(['p1']);
  expect(log).toHaveBeenCalledWith(expect.stringMatching(says));
});
