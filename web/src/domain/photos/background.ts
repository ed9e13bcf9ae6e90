import { copy } from '../../copy/copy';
import { serverNow } from '../../lib/serverClock';
import { createStore } from '../../lib/store';
import { arrivalsStore } from './arrivals';
import { notify } from './notifications';
import { photosCopy } from './photosCopy';
import { type Photo, photosStore } from './photosStore';
import { isInSentSet } from './sentSet';
import { expectedSeconds, waitOf } from './waitTimes';

const RENEWED_EVERY_MS = 2_000;

/** What the tab says of photos that are sent together (the tray); null else. */
export const setTitleStore = createStore<string | null>(null);

/** What the tab says while these photos are restored; null without any. */
function progressTitle(processing: readonly Photo[], photos: readonly Photo[]): string | null {
  const [photo] = processing;
  if (!photo) return null;
  if (processing.length > 1) return photosCopy.tab.many(processing.length);
  return photosCopy.tab.one(waitOf(photo, { now: serverNow(), expected: expectedSeconds(photo, photos) }).percent);
}

/**
 * Tells people who are in another tab how their photos stand, until the returned function is called: the tab's title
 * says how far a restore is, and that one is ready until somebody looks. A notification says so, too, if it is wanted.
 */
export function startBackground(): () => void {
  let isReady = false;
  let known = arrivalsStore.get();
  let timer: ReturnType<typeof setInterval> | undefined;

  const show = () => {
    const { photos } = photosStore.get();
    const processing = photos.filter(({ status }) => status === 'processing');
    const text = isReady ? photosCopy.tab.ready : (setTitleStore.get() ?? progressTitle(processing, photos));
    document.title = text === null ? copy.document.title : `${text} · ${copy.brand}`;
    clearInterval(timer);
    if (processing.length > 0) timer = setInterval(show, RENEWED_EVERY_MS);
  };
  const onArrival = () => {
    const told = [...arrivalsStore.get()].filter((id) => !known.has(id) && !isInSentSet(id));
    known = arrivalsStore.get();
    if (told.length === 0 || !document.hidden) return;
    isReady = true;
    show();
    for (const id of told) void notify(copy.toasts.restoreDone, id);
  };
  const onLook = () => {
    if (document.hidden) return;
    isReady = false;
    show();
  };

  const stops = [photosStore.subscribe(show), setTitleStore.subscribe(show), arrivalsStore.subscribe(onArrival)];
  document.addEventListener('visibilitychange', onLook);
  show();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onLook);
    clearInterval(timer);
  };
}
