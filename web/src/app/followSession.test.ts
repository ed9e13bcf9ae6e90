import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { forgetLastSeen, remember } from '../domain/account/lastSeen';
import { closeDialog, openDialog } from '../domain/dialogs/dialogs';
import { photosStore } from '../domain/photos/photosStore';
import { SESSION_HINT_KEY, SESSION_HINT_VALUE } from '../domain/session/sessionHint';
import { sessionStore } from '../domain/session/sessionStore';
import { pictureShownStore } from '../lib/firstPicture';
import { subscribeToasts } from '../lib/toast';
import { flush } from '../test/deferred';
import { aPhoto } from '../test/samples';
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
