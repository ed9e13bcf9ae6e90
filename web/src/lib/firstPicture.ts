import { createStore, whenStore } from './store';

/** Whether the first photograph is on the screen, or it is known that there is none. */
export const pictureShownStore = createStore(false);

/** A picture or a request that is slow to come, or never comes, holds nothing back for longer. */
const LONGEST_WAIT_MS = 3_000;

/** Resolves with `awaited`, or when it has taken too long. */
export async function notTooLong(awaited: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([awaited, tooLong]);
  clearTimeout(timer);
}

/** Resolves when the first photograph is on the screen: until then network and processor are for it alone. */
export const pictureShown = (): Promise<void> => notTooLong(whenStore(pictureShownStore, Boolean));
