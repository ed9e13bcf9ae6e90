import { connectivityStore, isOffline } from './connectivity';

/** How long after each failure a picture is asked for again, in ms. After the last only when the connection is back. */
export const AGAIN_AFTER_MS = [3_000, 15_000, 60_000];

/** Whether a picture was asked for and did not arrive. */
export const isLost = ({ src, complete, naturalWidth }: HTMLImageElement) =>
  complete && naturalWidth === 0 && src.startsWith('http');

/**
 * Asks again for pictures of the page that did not arrive: a browser shows them as broken until the page is left, also
 * when the connection has long been back. Until the returned function is called.
 */
export function retryPictures(): () => void {
  const lost = new Set<HTMLImageElement>();
  const failures = new WeakMap<HTMLImageElement, number>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const ask = (image: HTMLImageElement) => {
    if (!lost.has(image) || isOffline()) return;
    lost.delete(image);
    // Asks again although it stays the same. Source: https://html.spec.whatwg.org/#relevant-mutations
    if (image.isConnected && isLost(image)) image.src = image.getAttribute('src') ?? '';
  };
  const onLost = (image: HTMLImageElement) => {
    const count = failures.get(image) ?? 0;
    failures.set(image, count + 1);
    lost.add(image);
    const delay = AGAIN_AFTER_MS[count];
    if (delay === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      ask(image);
    }, delay);
    timers.add(timer);
  };
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && isLost(target)) onLost(target);
  };

  for (const image of document.images) if (isLost(image)) onLost(image);
  // It does not bubble.
  document.addEventListener('error', onError, true);
  const stop = connectivityStore.subscribe(() => lost.forEach(ask));
  return () => {
    document.removeEventListener('error', onError, true);
    stop();
    for (const timer of timers) clearTimeout(timer);
  };
}
