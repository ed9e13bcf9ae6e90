import type { Firebase } from '../firebase/firebase';
import type { PhotoPage } from '../firebase/photoDocument';
import type { Feed } from './feed';
import { hasGap, newPage, type Page } from './photoPages';
import { PHOTO_PAGE_SIZE } from './photosStore';
import { tellUnavailable } from './tellUnavailable';

interface PageListenersDeps {
  firebase: Pick<Firebase, 'firestore'>;
  /** Called when a page has come. */
  show(target: Feed): void;
  /** The first page's listener is connected and up to date, or no longer. */
  onHealth(target: Feed, delivering: boolean): void;
}

/** A live listener for each page of a feed. */
export function createPageListeners({ firebase, show, onHealth }: PageListenersDeps) {
  const onListenError = (target: Feed, error: unknown): void => {
    console.error('The live photos stopped', error);
    onHealth(target, false);
    tellUnavailable(error);
  };

  const onPage = (target: Feed, page: Page, arrived: PhotoPage): void => {
    Object.assign(page, arrived, { hasCome: true });
    target.heard += 1;
    target.polled = null;
    show(target);
    if (hasGap(target.pages)) void listen(target, page);
    openNext(target);
  };

  /** Listens to another page if more are wanted, and the last one has come and is full. */
  const openNext = (target: Feed): void => {
    const last = target.pages.at(-1);
    if (target.pages.length >= target.wanted || !last?.isFull || !last.last) return;
    const next = newPage(last.last);
    target.pages.push(next);
    void listen(target, next);
  };

  /** Starts a page's listener, in place of the one before. */
  const listen = async (target: Feed, page: Page): Promise<void> => {
    target.isAsked = true;
    page.stop();
    let ended = false;
    page.stop = () => {
      ended = true;
    };
    const isFirst = page === target.pages[0];
    // With a second page the first one ends where that begins: what is new makes it longer.
    const end = isFirst && hasGap(target.pages) && target.pages[1]?.after;
    try {
      const { watchPhotos } = await firebase.firestore();
      if (ended) return;
      const stop = await watchPhotos({
        userId: target.userId,
        after: page.after,
        end: end ? { at: end } : { count: PHOTO_PAGE_SIZE },
        onPhotos: (arrived) => ended || onPage(target, page, arrived),
        onHealth: (delivering) => ended || !isFirst || onHealth(target, delivering),
        onError: (error) => ended || onListenError(target, error),
      });
      if (ended) {
        stop();
        return;
      }
      page.stop = () => {
        ended = true;
        stop();
      };
    } catch (error) {
      if (!ended) onListenError(target, error);
    }
  };

  return { listen, openNext };
}
