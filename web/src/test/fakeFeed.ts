import { afterEach, beforeEach, jest } from '@jest/globals';
import { lastSeenOf, lastSeenStore, remember } from '../domain/account/lastSeen';
import type { PhotoWatch } from '../domain/firebase/firestore';
import type { PhotoPage } from '../domain/firebase/photoDocument';
import { createPhotoFeed } from '../domain/photos/photoFeed';
import type { Photo } from '../domain/photos/photosStore';
import { sessionStore } from '../domain/session/sessionStore';
import { pictureShownStore } from '../lib/firstPicture';
import { subscribeToasts } from '../lib/toast';
import { flush } from './deferred';
import { fakeFirebase } from './fakeDomain';
import { aPhoto, aUser } from './samples';

/** In the list's order: p0 before p1, and a before b. */
export const photo = (id: string, status: Photo['status']): Photo => {
  const age = Number.parseInt(id.replace(/^p/, ''), 36);
  return aPhoto({ id, status, created_at: new Date(Date.UTC(2026, 10, 20) - age * 1000) });
};
/** As a listener for `end` brings these photos. */
export function pageOf(photos: Photo[], end: PhotoWatch['end']): PhotoPage {
  const last = photos.at(-1);
  const cursor = last ? { createdAt: last.created_at, at: last.created_at, id: last.id } : null;
  if ('at' in end) return { photos, last: end.at, isFull: true };
  return { photos, last: cursor, isFull: photos.length === end.count };
}
/** As Firestore rejects. */
export const refused = (code: string, message: string) => Object.assign(new Error(message), { code });
export const many = (count: number) => Array.from({ length: count }, (_, index) => photo(`p${index}`, 'succeeded'));

/** Ends what the running test has started. */
const stops: (() => void)[] = [];
export const stopFeeds = (): void => {
  for (const stop of stops.splice(0)) stop();
};

/**
 * The real feed on a fake Firebase. Each user who signs in is known to the device, unless not `isSeen`; then a plain
 * request comes before the listener.
 */
export function fakeFeed({ signedInAlready = '', isSeen = true } = {}) {
  const firebase = fakeFirebase();
  const { firestore, plainFirestore } = firebase;
  plainFirestore.hasProcessing.mockResolvedValue(true);
  const stopped = jest.fn();
  firestore.watchPhotos.mockResolvedValue(stopped);
  const feed = createPhotoFeed({ firebase: firebase.load });
  const titles: string[] = [];
  const texts: (string | undefined)[] = [];
  stops.push(
    subscribeToasts(({ title, description }) => {
      titles.push(title);
      texts.push(description);
    }),
  );
  const enter = (id: string) => {
    if (isSeen && lastSeenOf(id).total === null) remember(id, { total: 0 });
    sessionStore.set({ status: 'signedIn', user: aUser({ id }) });
  };
  const signIn = async (id: string) => {
    enter(id);
    await flush();
  };
  if (signedInAlready) enter(signedInAlready);
  stops.push(feed.start());
  const watches = firestore.watchPhotos.mock.calls;
  /** What the page would hear from the listener that was started as number `at`, the last one by default. */
  const listener = (at = -1) => {
    const [watch] = watches.at(at) ?? [];
    if (!watch) throw new Error(`No listener ${at} was started`);
    return { ...watch, onPhotos: (photos: Photo[]) => watch.onPhotos(pageOf(photos, watch.end)) };
  };
  return {
    ...firebase,
    ...plainFirestore,
    ...feed,
    titles,
    texts,
    signIn,
    watches,
    listener,
    latest: listener,
    stopped,
  };
}

/** Before each test of the file: fake timers, nobody signed in, nothing remembered, a picture on the screen. */
export function beginFeeds(): void {
  let log: jest.Spied<typeof console.error>;
  beforeEach(() => {
    jest.useFakeTimers();
    localStorage.clear();
    lastSeenStore.set(null);
    pictureShownStore.set(true);
    sessionStore.set({ status: 'signedOut' });
    log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    stopFeeds();
    log.mockRestore();
    jest.useRealTimers();
  });
}
