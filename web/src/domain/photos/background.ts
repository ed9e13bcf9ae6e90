import { copy } from '../../copy/copy';
import { serverNow } from '../../lib/serverClock';
import { createStore } from '../../lib/store';
import { arrivalsStore } from './arrivals';
import { notify } from './notifications';
import { photosCopy } from './photosCopy';
import { type Photo, photosStore } from './photosStore';
import { isInSentSet, sentSetStore } from './sentSet';
import { expectedSeconds, waitOf } from './waitTimes';

const RENEWED_EVERY_MS = 2_000;

/** What the tab says while photos are uploaded (the tray); null else. */
export const uploadsTitleStore = createStore<string | null>(null);

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
    const text = isReady ? photosCopy.tab.ready : (uploadsTitleStore.get() ?? progressTitle(processing, photos));
    document.title = text === null ? copy.document.title : `${text} · ${copy.brand}`;
    clearInterval(timer);
    if (processing.length > 0) timer = setInterval(show, RENEWED_EVERY_MS);
  };
  const onArrival = () => {
    const arrived = [...arrivalsStore.get()].filter((id) => !known.has(id));
    known = arrivalsStore.get();
    const told = arrived.filter((id) => !isInSentSet(id));
    if (told.length === 0 || !document.hidden) return;
    isReady = true;
    show();
    for (const id of told) void notify(copy.toasts.restoreDone, id);
  };
  /** Photos that were sent together are ready when all of them are. */
  const onSet = () => {
    if (sentSetStore.get().length > 0 || !document.hidden) return;
    isReady = photosStore.get().photos.length > 0;
    show();
  };
  const onLook = () => {
    if (document.hidden) return;
    isReady = false;
    show();
  };

  const stops = [
    photosStore.subscribe(show),
    uploadsTitleStore.subscribe(show),
    arrivalsStore.subscribe(onArrival),
    sentSetStore.subscribe(onSet),
  ];
  document.addEventListener('visibilitychange', onLook);
  show();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onLook);
    clearInterval(timer);
  };
}
