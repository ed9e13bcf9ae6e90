import { savesData } from '../lib/savesData';

/**
 * Returns the paths of the other code, as the boot script's tag has them (index.html, prerender.mjs): the entry of the
 * hydrated page; the dialogs before React is there (early.ts), which development has none of; then what that page
 * imports, and what is asked of it first.
 */
export const codeOfPage = (): string[] =>
  ((document.querySelector('[data-app]') as HTMLElement).dataset.app as string).split(' ');

/**
 * Adds links for these files to the page. None of them runs.
 *
 * @param rel `prefetch` fetches into the browser's cache after everything else; `modulepreload` at once, to be run soon
 */
export function link(rel: 'prefetch' | 'modulepreload', files: readonly string[]): void {
  for (const href of files) document.head.insertAdjacentHTML('beforeend', `<link rel=${rel} href=${href}>`);
}

/** Fetches all of it into the browser's cache once the page is idle: file by file, as a link costs a slow phone 4 ms. */
export function fetchWhenIdle(code: readonly string[]): void {
  if (savesData()) return;
  const fetchEach = () => {
    for (const file of code) (window.requestIdleCallback ?? setTimeout)(() => link('prefetch', [file]));
  };
  // The page's own scripts run before it has loaded.
  addEventListener('load', fetchEach);
}
