import { savesData } from '../lib/savesData';

/**
 * Returns the paths of the other code, as the boot script's tag has them (index.html, prerender.mjs): the entry of the
 * hydrated page; the dialogs before React is there (early.ts), which development has none of; then what that page
 * imports, and what is asked of it first.
 */
export const codeOfPage = (): string[] =>
  ((document.querySelector('[data-app]') as HTMLElement).dataset.app as string).split(' ');

/** Has these files fetched at once, to be run soon. */
export function preload(files: readonly string[]): void {
  for (const href of files) document.head.insertAdjacentHTML('beforeend', `<link rel=modulepreload href=${href}>`);
}

/**
 * Fetches all of it into the browser's cache once the page is idle, file by file. Not by `<link rel=prefetch>`, which
 * Safari does not know and Firefox holds to the policy's `default-src`. A failure is left to the real use.
 */
export function fetchWhenIdle(code: readonly string[]): void {
  if (savesData()) return;
  const fetchEach = () => {
    for (const file of code)
      (window.requestIdleCallback ?? setTimeout)(() =>
        // What is not read is not kept.
        fetch(file, { priority: 'low' }).then(
          (response) => response.blob(),
          () => undefined,
        ),
      );
  };
  // The page's own scripts run before it has loaded.
  addEventListener('load', fetchEach);
}
