import { createStore, whenStore } from '../../lib/store';

/** Whether a photograph of the gallery has been on the screen since the page was loaded. */
export const pictureShownStore = createStore(false);

/** A picture that is slow to come, or never comes, holds nothing back for longer. */
const LONGEST_WAIT_MS = 3_000;

/** Resolves when a photograph is on the screen: until then the network and the processor are for it alone. */
export async function pictureShown(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([whenStore(pictureShownStore, Boolean), tooLong]);
  clearTimeout(timer);
}
