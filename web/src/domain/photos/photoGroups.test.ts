import { describe, expect, test } from '@jest/globals';
import { aPhoto, shownAt } from '../../test/samples';
import { comparedWith, groupsOf, reuseGroups, shownVersion, uploadOf } from './photoGroups';

const photo = (id: string, more: Parameters<typeof aPhoto>[0] = {}) => aPhoto({ id, group_id: id, ...more });
const ids = (photos: readonly { id: string }[]) => photos.map(({ id }) => id);

describe('groups', () => {
  const all = [photo('c', { group_id: 'a' }), photo('b'), photo('a')];

  test('stand where their newest version does, and hold it first', () => {
    const groups = groupsOf(all);
    expect(groups.map(({ id, versions }) => [id, ids(versions)])).toEqual([
      ['a', ['c', 'a']],
      ['b', ['b']],
    ]);
    expect(groups[0]?.created_at).toBe(all[0]?.created_at);
  });

  test('take in versions from pages that are not read yet, once, but show no photo of those pages', () => {
    const older = [photo('b'), photo('x', { group_id: 'b' }), photo('y')];
    expect(groupsOf(all, older).map(({ versions }) => ids(versions))).toEqual([
      ['c', 'a'],
      ['b', 'x'],
    ]);
  });

  test('hold what comes from other pages in the order of all, newest first', () => {
    const at = (day: number) => ({ group_id: 'a', created_at: new Date(2026, 0, day) });
    const [listed, older] = [
      [photo('d', at(4)), photo('b', at(2))],
      [photo('c', at(3)), photo('a', at(1))],
    ];
    expect(groupsOf(listed, older).map(({ versions }) => ids(versions))).toEqual([['d', 'c', 'b', 'a']]);
  });

  test('from before groups are those of the photo that they were restored from', () => {
    const old = [photo('b', { group_id: null, source_photo_id: 'a' }), photo('a', { group_id: null })];
    expect(groupsOf(old).map(({ id }) => id)).toEqual(['a']);
  });

  test('in which nothing changed stay the same objects', () => {
    const before = groupsOf(all);
    const [first, second] = reuseGroups(before, groupsOf([{ ...all[0]!, is_favourite: true }, ...all.slice(1)]));
    expect(first).not.toBe(before[0]);
    expect(second).toBe(before[1]);
  });
});

describe('the version shown first', () => {
  const shown = (...versions: ReturnType<typeof photo>[]) =>
    shownVersion({ id: 'a', created_at: new Date(), versions });
  const [failed, running] = [photo('f', { status: 'failed' }), photo('r', { status: 'processing' })];

  test('is the favourite, else the newest that succeeded, else the newest', () => {
    const favourite = photo('a', { is_favourite: true });
    expect(shown(running, photo('c'), favourite).id).toBe('a');
    expect(shown(failed, photo('c'), photo('a')).id).toBe('c');
    expect(shown(failed, running).id).toBe('f');
  });
});

describe('what a version is compared with', () => {
  const first = photo('a', {
    original_url: 'upload',
    files: shownAt({ original: { thumbnail: 'upload-small' } }),
    restored_url: 'a-result',
  });
  const next = photo('b', {
    group_id: 'a',
    source_version: 'restored',
    original_url: 'a-result-copy',
    restored_url: 'b-result',
  });
  const group = { id: 'a', created_at: new Date(), versions: [next, first] };

  test('is the upload, also where it continues from a result', () => {
    expect(comparedWith(next, group, 'upload')).toMatchObject({
      original_url: 'upload',
      files: { original: { thumbnail: { url: 'upload-small' } } },
      restored_url: 'b-result',
    });
    expect(comparedWith(first, group, 'upload')).toBe(first);
    expect(uploadOf(group)).toBe(first);
  });

  test('is the picture it was made from, where the upload is deleted', () => {
    const alone = { ...group, versions: [next] };
    expect(uploadOf(alone)).toBeNull();
    expect(comparedWith(next, alone, 'upload')).toBe(next);
  });

  test('is the result of any other version, until that is deleted', () => {
    expect(comparedWith(first, group, 'b')).toMatchObject({
      id: 'a',
      original_url: 'b-result',
      restored_url: 'a-result',
    });
    expect(comparedWith(first, { ...group, versions: [first] }, 'b').original_url).toBe('upload');
    // Each size is that picture's own.
    const [width, height] = [4000, 3200];
    const larger = photo('b', {
      ...{
        group_id: 'a',
        restored_url: 'b',
        files: shownAt({ restored: { thumbnail: 'b-small', screen: 'b-screen' } }),
      },
      restored_size: { width, height, bytes: 9 },
    });
    expect(comparedWith(first, { ...group, versions: [larger, first] }, 'b')).toMatchObject({
      original_url: 'b',
      files: shownAt({ original: { thumbnail: 'b-small', screen: 'b-screen' } }),
      original_size: { width, height },
    });
    expect(comparedWith(first, group, 'a').original_url).toBe('upload');
  });
});
