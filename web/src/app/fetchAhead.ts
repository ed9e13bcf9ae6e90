import { savesData } from '../lib/savesData';

/** What the boot script's tag says about the other code (index.html, prerender.mjs): paths, each list in order. */
interface Code {
  /** The dialogs before React is there (early.ts). */
  dialogs: string[];
  /** The awake page: its entry, then what that imports. */
  app: string[];
  /** What is asked of the awake page first. */
  ahead: string[];
}

export function codeOfPage(): Code {
  const script = document.querySelector<HTMLElement>('[data-app]');
  const list = (name: string) => script?.dataset[name]?.split(' ') ?? [];
  return { dialogs: list('dialogs'), app: list('app'), ahead: list('ahead') };
}

/**
 * Adds links for these files to the page. None of them runs.
 *
 * @param rel `prefetch` fetches into the browser's cache after everything else; `modulepreload` at once, to be run soon
 */
export function link(rel: 'prefetch' | 'modulepreload', files: readonly string[]): void {
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel, href, as: 'script' }));
}

/** Fetches all of it into the browser's cache once the page is idle. */
export function fetchWhenIdle({ dialogs, app, ahead }: Code): void {
  if (savesData()) return;
  const whenIdle = () =>
    (window.requestIdleCallback ?? setTimeout)(() => link('prefetch', [...dialogs, ...app, ...ahead]));
  // The page's own scripts run before it has loaded.
  window.addEventListener('load', whenIdle);
}
