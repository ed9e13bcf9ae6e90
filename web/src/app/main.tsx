import createCache from '@emotion/cache';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { retryPictures } from '../lib/retryPictures';
import { guardTexts } from '../lib/takenTexts';
import { followDoubleClicks } from '../ui/doubleClicks';
import { App } from './App';
import { sharedToken } from './address';
import { pressOnDrawn } from './buttonPlace';
import { followSession } from './followSession';
import { newVersionCode, prefetchWhenIdle, sharedCode } from './lazyCode';
import { loadGallery } from './PhotoSection';
import { expectUser } from './returning';
import { followAbout, sayUnreachable, startFromAddress } from './startFromAddress';

export { closeDialog } from '../domain/dialogs/dialogs';
export { addDrafts } from '../domain/tray/addDrafts';

const app = () => <App cache={createCache({ key: 'css' })} />;

/** Draws the user's own page in place of the prerendered one, which is hidden until then (inline.ts). */
async function drawGallery(root: HTMLElement): Promise<void> {
  // The skeleton that stands for it must not flash up between the two. Without the code, the page says so itself.
  await loadGallery().catch(() => undefined);
  flushSync(() => createRoot(root).render(app()));
  // What is drawn now is shown. Unless the session is known already, what is for visitors stays hidden.
  const mark = document.documentElement.dataset;
  if (mark.session) mark.session = 'landing';
}

/** Words that a translator has put in the place of ours: React cannot take such markup over. */
const isTranslated = (root: HTMLElement) => root.querySelector('font') !== null;

function startPage(root: HTMLElement): void {
  const beginning = expectUser();
  if (beginning === 'gallery') void drawGallery(root);
  // In one turn: a press on markup that React has not taken over, and then throws away, would be lost.
  else if (root.childElementCount === 0 || isTranslated(root)) flushSync(() => createRoot(root).render(app()));
  // What is altered in other ways, React draws anew part by part.
  else hydrateRoot(root, app(), { onRecoverableError: console.error });

  void followSession();
  startFromAddress(window.location);
  followAbout();
  void prefetchWhenIdle();
  newVersionCode().then(({ followDeploys, resumeWork }) => {
    followDeploys();
    return resumeWork();
  }, console.error);
}

/**
 * Hydrates the page: React takes over the prerendered markup, or draws its own; a shared photo is shown instead of it.
 * Called once, by boot.ts, with the press that is to be carried out.
 */
export function start(pressed?: HTMLElement): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // React expects the live region empty (ConnectivityBar.tsx).
  document.querySelector('[data-offline]')?.replaceChildren();
  guardTexts();
  followDoubleClicks();
  retryPictures();
  const token = sharedToken(window.location);
  if (token === null) {
    pressOnDrawn(pressed, () => startPage(root));
    return;
  }
  sharedCode().then(
    ({ drawShared }) => drawShared(root, token),
    (error: unknown) => {
      delete document.documentElement.dataset.session;
      startPage(root);
      sayUnreachable(error);
    },
  );
}
