import { copy } from '../../copy/copy';
import { serverNow } from '../../lib/serverClock';
import { createStore } from '../../lib/store';
import { photosCopy } from './photosCopy';
import { type Photo, photosStore } from './photosStore';
import { unseenEndStore } from './toastEnded';
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
 * says how far a restore is, and how one has ended until somebody looks.
 */
export function startBackground(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;

  const show = () => {
    const { photos } = photosStore.get();
    const processing = photos.filter(({ status }) => status === 'processing');
    const text = unseenEndStore.get() ?? setTitleStore.get() ?? progressTitle(processing, photos);
    document.title = text === null ? copy.document.title : `${text} · ${copy.brand}`;
    clearInterval(timer);
    if (processing.length > 0) timer = setInterval(show, RENEWED_EVERY_MS);
  };
  const onLook = () => {
    if (document.hidden) return;
    unseenEndStore.set(null);
    show();
  };

  const stops = [photosStore.subscribe(show), setTitleStore.subscribe(show), unseenEndStore.subscribe(show)];
  document.addEventListener('visibilitychange', onLook);
  show();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onLook);
    clearInterval(timer);
  };
}
