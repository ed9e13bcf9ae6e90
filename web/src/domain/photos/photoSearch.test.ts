import { describe, expect, test } from '@jest/globals';
import { fakeFirebase } from '../../test/fakeDomain';
import { aPhoto, aUser } from '../../test/samples';
import { sessionStore } from '../session/sessionStore';
import { periodOf } from './periodOf';
import { createPhotoSearch } from './photoSearch';

const NOW = new Date(2026, 10, 23, 12);
const day = (year: number, month: number, date = 1) => new Date(year, month - 1, date);

describe('the time that a text names', () => {
  test.each([
    ['2026', day(2026, 1), day(2027, 1)],
    ['Nov 22, 2026', day(2026, 11, 22), day(2026, 11, 23)],
    ['22 november 2026', day(2026, 11, 22), day(2026, 11, 23)],
    ['February 2025', day(2025, 2), day(2025, 3)],
    ['2025-12', day(2025, 12), day(2026, 1)],
    ['2025-12-31', day(2025, 12, 31), day(2026, 1)],
    ['March', day(2026, 3), day(2026, 4)],
    ['Dec', day(2025, 12), day(2026, 1)],
  ])('%s', (text, from, until) => {
    expect(periodOf(text, NOW)).toEqual({ from, until });
  });

  test.each(['', 'Rosa', 'Rosa 2026', '22', '2025-13', 'no', 'Nov 2026 2025'])('"%s" names none', (text) => {
    expect(periodOf(text, NOW)).toBeNull();
  });
});

describe('searching', () => {
  const setUp = () => {
    const { load, plainFirestore } = fakeFirebase();
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'ada' }) });
    return {
      ...createPhotoSearch({ firebase: load, session: { ensureAuth: async () => undefined } }),
      ...plainFirestore,
    };
  };

  test('asks for the longest word, and keeps what has the others, too', async () => {
    const { searchPhotos, photosWithWord, photosMadeIn } = setUp();
    const lake = aPhoto({ id: 'lake', name: 'Émilie at the lake', date_text: 'about 1943' });
    photosWithWord.mockResolvedValue([lake, aPhoto({ id: 'home', name: 'Emilie at home' })]);
    expect(await searchPhotos('EMILIE lak 1943')).toEqual([lake]);
    expect(photosWithWord).toHaveBeenCalledWith({ userId: 'ada', word: 'emilie', count: expect.any(Number) });
    expect(photosMadeIn).not.toHaveBeenCalled();
  });

  test('finds by the day of the upload photos from before there were words, newest first and once', async () => {
    const { searchPhotos, photosWithWord, photosMadeIn } = setUp();
    const old = aPhoto({ id: 'old', created_at: new Date(2026, 1, 1) });
    const named = aPhoto({ id: 'named', caption: 'Summer 2026', created_at: new Date(2026, 5, 1) });
    photosMadeIn.mockResolvedValue([named, old]);
    photosWithWord.mockResolvedValue([named]);
    expect(await searchPhotos('2026')).toEqual([named, old]);
    expect(photosMadeIn).toHaveBeenCalledWith(expect.objectContaining({ from: day(2026, 1), until: day(2027, 1) }));
  });

  test('puts what both ways find in one order, newest first', async () => {
    const { searchPhotos, photosWithWord, photosMadeIn } = setUp();
    const [oldest, older, newer, newest] = [1, 2, 3, 4].map((month) =>
      aPhoto({ id: `${month}`, caption: 'Summer 2026', created_at: new Date(2026, month, 1) }),
    );
    photosMadeIn.mockResolvedValue([newer!, oldest!]);
    photosWithWord.mockResolvedValue([newest!, older!]);
    expect(await searchPhotos('2026')).toEqual([newest, newer, older, oldest]);
  });

  test('asks nothing for a text without a word', async () => {
    const { searchPhotos, photosWithWord } = setUp();
    expect(await searchPhotos(' —! ')).toEqual([]);
    expect(photosWithWord).not.toHaveBeenCalled();
  });
});
