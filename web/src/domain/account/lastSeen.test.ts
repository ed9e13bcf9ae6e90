import { photoFields } from '@heirlight/contract/photo';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { any } from 'valibot';
import { aPhoto } from '../../test/samples';
import { forgetLastSeen, LAST_SEEN_KEY, lastSeenOf, lastSeenStore, recallLastSeen, remember } from './lastSeen';

/** As another page finds it. */
const onReturn = () => {
  lastSeenStore.set(null);
  return recallLastSeen();
};

beforeEach(() => {
  localStorage.clear();
  lastSeenStore.set(null);
});

test('the next visit begins with what this one saw, times included', () => {
  const photos = [
    aPhoto({ completed_at: new Date(5), shared_at: new Date(6) }),
    aPhoto({ id: 'b', completed_at: null }),
  ];
  remember('ada', { photos, total: 30, processing: ['c'] });
  remember('ada', { restores: 4 });
  const chosen = { gallerySize: 'large', galleryOrder: 'taken' } as const;
  remember('ada', chosen);
  const seen = { userId: 'ada', total: 30, photos, processing: ['c'], restores: 4, ...chosen };
  expect(onReturn()).toEqual(seen);
});

test('as many photos as fill a window are enough', () => {
  remember('ada', { photos: Array.from({ length: 24 }, (_, index) => aPhoto({ id: `p${index}` })) });
  expect(onReturn()?.photos).toHaveLength(12);
});

test('nothing is known of another user, who replaces the one before', () => {
  remember('ada', { restores: 4, total: 1 });
  expect(lastSeenOf('eve')).toEqual({ userId: 'eve', total: null, photos: [], processing: [], restores: null });
  remember('eve', { restores: 1 });
  expect(onReturn()).toMatchObject({ userId: 'eve', restores: 1, total: null });
});

test('forgetting leaves nothing on the device, and no picture that a visit before this one has kept', () => {
  const kept = new Set(['pictures', 'code-1']);
  Object.assign(globalThis, { caches: { delete: async (name: string) => kept.delete(name) } });
  remember('ada', { restores: 4 });
  forgetLastSeen();
  expect([localStorage.length, onReturn(), [...kept]]).toEqual([0, null, ['code-1']]);
  Reflect.deleteProperty(globalThis, 'caches');
});

test('works as far as it can where storage is refused', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError');
  };
  const storage = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
    jest.spyOn(Storage.prototype, name).mockImplementation(refuse),
  );
  remember('ada', { restores: 4 });
  expect(lastSeenOf('ada').restores).toBe(4);
  forgetLastSeen();
  expect(lastSeenOf('ada').restores).toBeNull();
  for (const method of storage) method.mockRestore();
});

test.each(['not json', '{"a":1}', '[1,null,"a"]', 'null', '{"format":4}', '{"format":2,"seen":{"userId":"ada"}}'])(
  'ignores what another program or version wrote: %s',
  (content) => {
    localStorage.setItem(LAST_SEEN_KEY, content);
    expect(recallLastSeen()).toBeNull();
  },
);

/** When this fails, count FORMAT up, or photos stored by the version before miss a field; then correct the list. */
test('a photo has the fields that the format was made for', () => {
  const fields = [
    ...[
      'adjustment',
      'caption',
      'completed_at',
      'created_at',
      'date_text',
      'embedded',
      'error',
      'faces',
      'files',
      'group_id',
      'id',
      'is_favourite',
      'is_refunded',
      'name',
    ],
    ...['original_path', 'original_size', 'original_url', 'prediction_id', 'progress_percent', 'restored_path'],
    ...['restored_size'],
    ...['restored_url'],
    ...['shared_at', 'source_photo_id', 'source_version'],
    ...['status', 'tool', 'user_id'],
  ];
  expect(Object.keys(photoFields(any())).sort()).toEqual(fields);
});
