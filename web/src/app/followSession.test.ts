import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { forgetLastSeen, LAST_SEEN_KEY, recallLastSeen, remember } from '../domain/account/lastSeen';
import { closeDialog, openDialog } from '../domain/dialogs/dialogs';
import { FIRST_LOOK, type FirstLook } from '../domain/firebase/firstLook';
import { photosStore } from '../domain/photos/photosStore';
import { SESSION_HINT_KEY, SESSION_HINT_VALUE } from '../domain/session/sessionHint';
import { sessionStore } from '../domain/session/sessionStore';
import { pictureShownStore } from '../lib/firstPicture';
import { subscribeToasts } from '../lib/toast';
import { deferred, flush } from '../test/deferred';
import { aPhoto, aUser, shownAt } from '../test/samples';
import { followSession } from './followSession';
import { expectUser } from './returning';

const start = jest.fn();
const load = async () => ({ domain: { start } });

const titles: string[] = [];
subscribeToasts(({ title }) => titles.push(title));
const mark = () => document.documentElement.dataset.session;

beforeEach(() => {
  start.mockReset();
  titles.length = 0;
  sessionStore.set({ status: 'signedOut' });
  photosStore.set(photosStore.initial);
  pictureShownStore.set(false);
  forgetLastSeen();
  closeDialog();
  localStorage.setItem(SESSION_HINT_KEY, SESSION_HINT_VALUE);
  document.documentElement.dataset.session = 'landing';
  window.firstLook = undefined;
  document.head.replaceChildren();
});

describe('before the code that follows the session has loaded', () => {
  test('a returning user is expected, not treated as a visitor', async () => {
    expect(expectUser()).toBe('gallery');
    expect([sessionStore.get().status, photosStore.get().status]).toEqual(['loading', 'loading']);
    await followSession(load);
    expect(start).toHaveBeenCalledTimes(1);
    expect(mark()).toBe('landing');
    sessionStore.set({ status: 'signedOut' });
    expect(mark()).toBeUndefined();
  });

  test('a visitor is treated as one', async () => {
    localStorage.clear();
    expect(expectUser()).toBe('landing');
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    await followSession(load);
    expect(mark()).toBeUndefined();
    expect(titles).toEqual([]);
  });

  test('an account that had no photos keeps the landing page', () => {
    remember('ada', { total: 0 });
    expect([expectUser(), sessionStore.get().status, photosStore.get().status]).toEqual([
      'landing',
      'loading',
      'unknown',
    ]);
  });

  test.each([
    ['the first of them is on the screen', () => pictureShownStore.set(true)],
    ['something is asked for', () => openDialog('upload')],
  ])('remembered photos come first: nothing else loads until %s', async (_, happen) => {
    remember('ada', { total: 1, photos: [aPhoto()] });
    expect(expectUser()).toBe('gallery');
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: [{ id: 'p1' }] });
    const done = followSession(load);
    await flush();
    expect(start).not.toHaveBeenCalled();
    happen();
    await done;
    expect(start).toHaveBeenCalledTimes(1);
  });

  test('if it fails to load, the page says so and waits no longer', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await followSession(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    expect(start).not.toHaveBeenCalled();
    expect(sessionStore.get()).toEqual({ status: 'signedOut' });
    expect(mark()).toBeUndefined();
    expect(titles).toEqual(['Could not connect']);
  });
});

describe('photos that were asked for before the code was here', () => {
  /** Begins with an account that this device does not know. The look answers when the test says so. */
  function begin() {
    const look = deferred<FirstLook | null>();
    window.firstLook = Promise.resolve({ firstLook: look.promise });
    expect(expectUser()).toBe('gallery');
    return { look, done: followSession(load) };
  }
  const found = (count: number): FirstLook => ({
    userId: 'ada',
    photos: Array.from({ length: count }, (_, index) =>
      aPhoto({ id: `p${index}`, files: shownAt({ original: { thumbnail: `/small-${index}` } }) }),
    ),
  });
  const stored = () => localStorage.getItem(LAST_SEEN_KEY);
  const fetched = () =>
    [...document.head.querySelectorAll<HTMLLinkElement>('[rel=preload]')].map(({ rel, href }) => `${rel} ${href}`);

  test('are shown, their first pictures fetched, and nothing else loads until one is on the screen', async () => {
    const { look, done } = begin();
    await flush();
    expect(start).not.toHaveBeenCalled();
    look.resolve(found(3));
    await flush();
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: [{ id: 'p0' }, { id: 'p1' }, { id: 'p2' }] });
    expect(fetched()).toEqual(['preload http://localhost/small-0', 'preload http://localhost/small-1']);
    expect(start).not.toHaveBeenCalled();
    pictureShownStore.set(true);
    await done;
    expect(start).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['some', 3, 3],
    ['none', 0, 0],
    // There may be more.
    ['as many as were asked for', FIRST_LOOK, null],
  ])('%s: the next visit knows how many there are, if the look has seen all', async (_, count, total) => {
    const { look, done } = begin();
    look.resolve(found(count));
    pictureShownStore.set(true);
    await done;
    expect(recallLastSeen()).toMatchObject({ userId: 'ada', total });
  });

  test.each<['signedOut' | 'signedIn', () => void]>([
    ['signedOut', () => sessionStore.set({ status: 'signedOut' })],
    ['signedIn', () => sessionStore.set({ status: 'signedIn', user: aUser({ id: 'grace' }) })],
  ])('are neither shown nor remembered once the page is %s', async (_, happen) => {
    const { look, done } = begin();
    happen();
    look.resolve(found(3));
    await done;
    expect(photosStore.get().photos).toEqual([]);
    expect(stored()).toBeNull();
    expect(fetched()).toEqual([]);
  });

  test('if they cannot be had, the session brings them as ever', async () => {
    const { look, done } = begin();
    look.resolve(null);
    await done;
    expect(photosStore.get()).toMatchObject({ status: 'loading', photos: [] });
    expect([start.mock.calls.length, stored()]).toEqual([1, null]);
  });

  test('nor if their code does not come', async () => {
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    window.firstLook = Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    expectUser();
    await followSession(load);
    expect(start).toHaveBeenCalledTimes(1);
    quiet.mockRestore();
  });
});
