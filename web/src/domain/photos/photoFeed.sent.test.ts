import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { beginFeeds, fakeFeed, photo } from '../../test/fakeFeed';
import { recallLastSeen, remember } from '../account/lastSeen';
import { sessionStore } from '../session/sessionStore';
import { photosStore } from './photosStore';

beginFeeds();

describe('a restore that was asked for here', () => {
  describe('a photo that was sent', () => {
    const revoked = jest.fn();
    const sent = { id: 'a', tool: 'colorize', jpeg: new Blob() } as const;
    const ids = () => photosStore.get().photos.map(({ id, original_url }) => [id, original_url]);
    beforeEach(() => {
      revoked.mockClear();
      Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: revoked });
    });

    test('is shown at once, also while lists come without it, until one has it', async () => {
      const { signIn, latest, showSent } = fakeFeed();
      await signIn('u1');
      await showSent(sent);
      expect(photosStore.get().photos).toMatchObject([
        { id: 'a', status: 'processing', tool: 'colorize', original_url: 'blob:1', user_id: 'u1' },
      ]);
      latest().onPhotos([photo('b', 'succeeded')]);
      expect(ids()).toEqual([
        ['a', 'blob:1'],
        ['b', 'https://storage/original.jpg'],
      ]);
      expect(recallLastSeen()?.total).toBe(1);
      expect(revoked).not.toHaveBeenCalled();
      latest().onPhotos([photo('a', 'processing'), photo('b', 'succeeded')]);
      expect(ids()[0]).toEqual(['a', 'https://storage/original.jpg']);
      expect(revoked).toHaveBeenCalledWith('blob:1');
      await showSent(sent);
      expect(ids()).toHaveLength(2);
      jest.advanceTimersByTime(180_000);
      expect(ids()).toHaveLength(2);
    });

    test('that has ended when a list first has it is announced', async () => {
      const { signIn, latest, showSent, titles } = fakeFeed();
      await signIn('u1');
      latest().onPhotos([]);
      await showSent(sent);
      latest().onPhotos([photo('a', 'failed')]);
      expect(titles).toEqual(['Restoration Failed ❌']);
    });

    test('that never arrives is taken off after the polling window', async () => {
      const { signIn, showSent } = fakeFeed();
      await signIn('u1');
      await showSent(sent);
      jest.advanceTimersByTime(179_999);
      expect(ids()).toHaveLength(1);
      jest.advanceTimersByTime(1);
      expect(ids()).toEqual([]);
      expect(revoked).toHaveBeenCalledWith('blob:1');
    });

    test('goes with its user', async () => {
      const { signIn, showSent } = fakeFeed();
      await signIn('u1');
      await showSent(sent);
      await signIn('u2');
      expect(ids()).toEqual([]);
      expect(revoked).toHaveBeenCalledWith('blob:1');
    });
  });

  test('announces a restore that ended while the page was closed [spec 4.5]', async () => {
    // Until it is known who is signed in, nothing is forgotten.
    sessionStore.set({ status: 'loading' });
    remember('u1', { processing: ['a'], total: 1 });
    const { signIn, latest, titles } = fakeFeed();
    await signIn('u1');
    latest().onPhotos([photo('a', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
    latest().onPhotos([photo('a', 'succeeded')]);
    expect(titles).toHaveLength(1);
  });

  test('announces an expected restore that no list ever showed running, once [spec 4.5, 4.8]', async () => {
    const { signIn, latest, titles, expectRestore } = fakeFeed();
    await signIn('u1');
    latest().onPhotos([photo('old', 'succeeded')]);
    expectRestore('new');
    expectRestore('broken');
    // A round of polling may come before the upload has become a photo.
    latest().onPhotos([photo('old', 'succeeded')]);
    latest().onPhotos([photo('new', 'succeeded'), photo('old', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
    latest().onPhotos([photo('broken', 'failed'), photo('new', 'succeeded'), photo('elsewhere', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅', 'Restoration Failed ❌']);
    // Trying again with the same request finds it on the list already.
    expectRestore('new');
    latest().onPhotos([photo('broken', 'failed'), photo('new', 'succeeded')]);
    expect(titles).toHaveLength(2);
    expect(recallLastSeen()?.processing).toEqual([]);
  });

  test('a page closed right after the upload announces the restore on return [spec 4.5]', async () => {
    const before = fakeFeed();
    await before.signIn('u1');
    before.latest().onPhotos([]);
    before.expectRestore('new');
    const { signIn, latest, titles } = fakeFeed();
    await signIn('u1');
    latest().onPhotos([photo('new', 'succeeded')]);
    expect(titles).toEqual(['Restoration Complete! ✅']);
  });
});
