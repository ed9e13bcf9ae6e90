import { beforeEach, expect, jest, test } from '@jest/globals';
import { type Deferred, deferred, flush } from '../../test/deferred';
import { aTrayRow } from '../../test/samples';
import type { Inspection } from '../prepare/inspectPicture';
import { WHOLE_PICTURE } from '../prepare/quad';
import { followInspections, followThumbnails } from './thumbnails';
import type { NewTrayRow } from './trayState';
import { dispatchTray, trayStore } from './trayStore';

const add = (count: number, more: Partial<NewTrayRow> = {}) =>
  dispatchTray({ type: 'added', rows: Array.from({ length: count }, (_, index) => aTrayRow(`id${index}`, more)) });

beforeEach(() => dispatchTray({ type: 'cleared' }));

test('small pictures are made one at a time, not of what is refused, and freed with their row', async () => {
  const revoked = jest.fn();
  Object.assign(URL, { createObjectURL: (small: Blob) => `blob:${small.type}`, revokeObjectURL: revoked });
  const asked: string[] = [];
  const made: Deferred<Blob | null>[] = [];
  const convert = async (file: File) => ({ jpeg: new File([], `straight ${file.name}`), scale: 1 });
  const stop = followThumbnails({ convert }, (file) => {
    asked.push((file as File).name);
    const next = deferred<Blob | null>();
    made.push(next);
    return next.promise;
  });
  add(3);
  dispatchTray({ type: 'changed', photoId: 'id1', state: { phase: 'refused', why: 'wrongType' } });
  await flush();
  expect(asked).toEqual(['id0.jpg']);
  made[0]?.resolve(new Blob([], { type: 'a' }));
  await flush();
  expect(asked).toEqual(['id0.jpg', 'id2.jpg']);
  made[1]?.reject(new Error('broken'));
  await flush();
  expect(trayStore.get().rows.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual(['blob:a', undefined, null]);
  // Straightened, it is made anew.
  dispatchTray({ type: 'lookedAt', photoId: 'id0', seen: { print: WHOLE_PICTURE, prints: [], reason: null } });
  dispatchTray({ type: 'straightened', isStraight: true });
  expect(revoked.mock.calls).toEqual([['blob:a']]);
  await flush();
  expect(asked.at(-1)).toBe('straight id0.jpg');
  made[2]?.resolve(new Blob([], { type: 'b' }));
  await flush();
  dispatchTray({ type: 'removed', photoId: 'id0' });
  expect(revoked.mock.calls).toEqual([['blob:a'], ['blob:b']]);
  stop();
});

test('what has to be decoded by us is made small after the others, and not while it is converted to be sent', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:small', revokeObjectURL: () => undefined });
  const asked: (string | null)[] = [];
  add(3, { format: 'HEIC' });
  dispatchTray({ type: 'added', rows: [aTrayRow('last')] });
  dispatchTray({ type: 'changed', photoId: 'id0', state: { phase: 'preparing' } });
  const stop = followThumbnails({ convert: async (jpeg) => ({ jpeg, scale: 1 }) }, async (_, format) => {
    asked.push(format);
    return new Blob();
  });
  await flush();
  stop();
  expect(asked).toEqual([null, 'HEIC', 'HEIC']);
  expect(trayStore.get().rows.map(({ thumbnailUrl }) => thumbnailUrl === undefined)).toEqual([
    ...[true, false, false, false],
  ]);
});

test('photos are looked at one after the other, once each is seen; what is sent, converted or damaged is left alone', async () => {
  add(4);
  const asked: string[] = [];
  const found: Deferred<Inspection | null>[] = [];
  const stop = followInspections({
    inspect: ({ name }) => {
      asked.push(name);
      const next = deferred<Inspection | null>();
      found.push(next);
      return next.promise;
    },
    drawnPart: async () => 'all',
  });
  expect(asked).toEqual([]);
  for (const { photoId } of trayStore.get().rows) {
    dispatchTray({ type: 'thumbnailMade', photoId, thumbnailUrl: null });
  }
  dispatchTray({ type: 'changed', photoId: 'id1', state: { phase: 'preparing' } });
  found[0]?.resolve({ print: null, prints: [], reason: 'grey' });
  await flush();
  found[1]?.resolve('damaged');
  await flush();
  found[2]?.reject(new Error('no worker'));
  await flush();
  expect(asked).toEqual(['id0.jpg', 'id2.jpg', 'id3.jpg']);
  const nothing = { print: null, prints: [], reason: null };
  expect(trayStore.get().rows.map(({ seen }) => seen)).toEqual([
    { print: null, prints: [], reason: 'grey' },
    undefined,
    { ...nothing, isPartMissing: false },
    nothing,
  ]);
  stop();
});

test('a photo of which a part is missing says so, and what has no small picture is looked at first', async () => {
  add(2);
  const asked: string[] = [];
  const stop = followInspections({
    inspect: async ({ name }) => {
      asked.push(name);
      return name === 'id1.jpg' ? 'damaged' : null;
    },
    drawnPart: async () => 'some',
  });
  dispatchTray({ type: 'thumbnailMade', photoId: 'id0', thumbnailUrl: 'blob:small' });
  dispatchTray({ type: 'thumbnailMade', photoId: 'id1', thumbnailUrl: null });
  await flush();
  stop();
  expect(asked).toEqual(['id1.jpg', 'id0.jpg']);
  expect(trayStore.get().rows.map(({ seen }) => seen?.isPartMissing)).toEqual([undefined, true]);
});

test('a damaged file of which nothing can be drawn is refused and does not say Ready; one on its way is left alone', async () => {
  add(2);
  const stop = followInspections({
    inspect: async ({ name }) => {
      if (name === 'id1.jpg') dispatchTray({ type: 'started', photoId: 'id1' });
      return 'damaged';
    },
    drawnPart: async () => 'none',
  });
  for (const photoId of ['id0', 'id1']) dispatchTray({ type: 'thumbnailMade', photoId, thumbnailUrl: null });
  await flush();
  stop();
  expect(trayStore.get().rows.map(({ state }) => state)).toEqual([
    { phase: 'refused', why: 'unreadable' },
    { phase: 'waiting' },
  ]);
});
