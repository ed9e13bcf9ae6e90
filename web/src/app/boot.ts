/**
 * The page's first script, and its only one until a visitor wants something that needs React. It moves the compare
 * sliders, queues what is done before hydration, and hydrates the page. It is built by itself (build.mjs) and shares no file
 * with the rest. `npm run budget` allows it 3 kB.
 * Why: docs/decisions/2026-11-23-deferred-hydration.md
 */

import type { DialogName } from '../domain/dialogs/dialogs';
import { storeDraft } from '../domain/draft/draftStorage';
import { onSignedInElsewhere } from '../domain/session/sessionHint';
import { followSliders } from '../ui/compare/followSliders';
import { asksForMore } from './address';
import { deferHydration, type QueuedInput } from './deferredHydration';
import { replayEarlyEvents } from './earlyEvents';
import { codeOfPage, fetchWhenIdle, preload } from './fetchAhead';
import { acceptOfferedFiles } from './offeredFiles';
import { hasResumePoint, saveResumePoint } from './resumePoint';

/** Its `session` is what is expected (inline.ts). */
const page = document.documentElement.dataset;

/** Draws dialogs before React is there. */
let early: typeof import('./early') | undefined;

/**
 * The code of the hydrated page cannot be downloaded: a deploy has replaced it, or there is no connection. A browser does
 * not try again what it could not import once, so what was pressed in vain is carried out after a reload.
 */
async function onLost({ button, files }: QueuedInput): Promise<void> {
  early?.leaveEarly();
  window.sayLost();
  addEventListener('online', () => location.reload(), { signal });
  const photo = files?.[0];
  if (!button && !photo) return;
  if (photo) await storeDraft(photo);
  // Not the button's words: a translator changes them.
  saveResumePoint({ dialog: button?.dataset.opens as DialogName, photo: !!photo });
  // Fails without a connection: better this page than the browser's error.
  await fetch('/', { cache: 'reload' });
  location.reload();
}

const code = codeOfPage();
const {
  untilHydrated: signal,
  hydrate,
  addDrafts,
} = deferHydration({
  fetch() {
    // Where a session is expected, the inline script fetches (inline.ts).
    if (!page.session) preload(code);
  },
  load: (): Promise<typeof import('./main')> => import(/* @vite-ignore */ code[0] as string),
  async openEarly(queued, isQueued, onClose) {
    early = (await import(/* @vite-ignore */ code[1] as string)) as typeof import('./early');
    await early.openEarly(queued, isQueued, onClose);
  },
  onLost,
});
followSliders();
acceptOfferedFiles(addDrafts);
onSignedInElsewhere(hydrate, signal);
addEventListener('offline', hydrate, { signal });
addEventListener('hashchange', () => asksForMore(location) && hydrate(), { signal });
// During development the page is not prerendered.
const isPrerendered = code[1];
if (!isPrerendered || asksForMore(location) || page.session || hasResumePoint()) void hydrate();
else fetchWhenIdle(code);

replayEarlyEvents();
