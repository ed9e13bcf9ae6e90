import { once } from './once';

/** Sent when code cannot be had, by the name that Vite's own helper gives it (https://vite.dev/guide/build#load-error-handling). */
export const LOST_CODE = 'vite:preloadError';

/** Each file's download, which is begun again after a failure. */
const downloads = new Map<string, () => Promise<void>>();

/** Whether the page itself has a link that fetches it as a module: the code it begins with (app/fetchAhead.ts). */
const isLinked = (path: string) =>
  [...document.querySelectorAll('link[rel=modulepreload]')].some((link) => link.getAttribute('href') === path);

async function fetchWhole(path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  await response.blob();
}

async function download(path: string): Promise<void> {
  if (isLinked(path)) return;
  const get = downloads.get(path) ?? once(() => fetchWhole(path));
  downloads.set(path, get);
  await get();
}

/**
 * Imports code that is downloaded when it is needed, its files first. A browser never asks again for a module that it
 * could not download once, as long as the page is open: somebody who opened a dialog without a network could not open it
 * after that either. A download that fails leaves nothing behind, and an import finds what was downloaded in the
 * browser's cache. Every `import()` of the page comes here (scripts/downloadFirst.ts).
 * Source: https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script (a failure stays in the
 * module map)
 *
 * @param run the import itself
 * @param files the paths of the imported file and of all that it imports; without any it is not downloaded first
 * @throws what the download or the import threw, after `LOST_CODE` was sent
 */
export async function importCode<Code>(run: () => Promise<Code>, files: readonly string[] = []): Promise<Code> {
  try {
    await Promise.all(files.map((file) => download(`/${file}`)));
    return await run();
  } catch (error) {
    window.dispatchEvent(new Event(LOST_CODE));
    throw error;
  }
}
