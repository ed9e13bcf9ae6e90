/**
 * The page's one inline script, which runs before the first paint. `npm run build:inline` makes inlineScript.ts of it. Few
 * bytes: it counts as script before the first wish (`npm run budget`), and every visit waits for it.
 */
import { LAST_SEEN_KEY } from '../domain/account/lastSeen';
import { SESSION_HINT_KEY, SESSION_HINT_VALUE } from '../domain/session/sessionHint';
import { CONFIG_URL } from '../lib/readConfig';

const page = document.documentElement.dataset;
/** The tag of boot.ts. Its attributes are lists of files (prerender.mjs). */
const boot = document.querySelector('[data-app]') as HTMLScriptElement;

// For a shared link: hides the landing page, which is not what was asked for.
if (/[?&]shared=/.test(location as unknown as string)) page.session = 'shared';
else {
  try {
    /*
     * Says what the page of the expected session will show, so that the signed-out page does not flash up
     * (GlobalStyles.tsx), and fetches the code for that without waiting for boot.ts. An account without photos has the
     * landing page; of one that this device never saw that is not known: a gallery is expected, and its photos are asked
     * for (firstLook.ts). The configuration, which all that follows waits for, is asked for before that code
     * (readConfig.ts); Hosting's headers keep an old copy from being used.
     */
    if (localStorage[SESSION_HINT_KEY] === SESSION_HINT_VALUE) {
      page.session = 'gallery';
      window.earlyConfig = fetch(CONFIG_URL).catch(() => null);
      const total = JSON.parse(localStorage[LAST_SEEN_KEY] ?? null)?.seen.total;
      if (total === 0) page.session = 'landing';
      if (total == null) window.firstLook = import(/* @vite-ignore */ boot.dataset.look as string);
      const code = boot.dataset[page.session] as string;
      document.head.insertAdjacentHTML('beforeend', code.replace(/\S+/g, '<link rel=modulepreload href=$&>'));
    }
  } catch {
    // The browser refuses storage, or another program wrote into it.
  }
}

// The landing page's first picture (prerender.tsx), where neither gallery nor shared photo is shown.
if (!/^[gs]/.test(page.session as string)) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('[as]')) link.rel = 'preload';
}

/**
 * Where the page's code does not arrive, nobody else shows what is hidden for an expected session: the landing page is
 * better than none (`lost`), and its live region (ConnectivityBar.tsx) says why.
 */
window.sayLost = () => {
  const bar = document.querySelector('[data-offline]') as HTMLElement;
  page.session = 'lost';
  bar.textContent = bar.dataset[navigator.onLine ? 'unreachable' : 'offline'] as string;
};

/**
 * Boot.ts says so of what it imports. That script itself is asked for every five seconds, each time by another address,
 * because a browser does not ask again for a module that failed (importCode.ts).
 */
const askAgain = () => {
  window.sayLost();
  setTimeout(() => {
    boot.src += '?';
    import(/* @vite-ignore */ boot.src).catch(askAgain);
  }, 5_000);
};
boot.onerror = askAgain;

type EarlyEvent = Event & Partial<DragEvent & ClipboardEvent> & { target: Element; early?: File[] };

// Keeps what a visitor does before boot.ts has arrived (earlyEvents.ts).
window.earlyEvents = [];
for (const type of 'pointerdown pointerup pointercancel keydown click change dragover drop paste'.split(' ')) {
  addEventListener(
    type,
    ((event: EarlyEvent) => {
      // Of the clicks only those on buttons: links and the disclosure have answered by themselves.
      const button = type === 'click' && event.target.closest('button');
      if (!window.earlyEvents || button === null) return;
      // The browser would leave the page to show what is dropped. Files can be read only now.
      let data = event.dataTransfer;
      if (data) event.preventDefault();
      data ??= event.clipboardData;
      if (data) event.early = [...data.files];
      window.earlyEvents.push(event);
      // A pressed button shows it at once.
      if (button) button.dataset.queued = '';
    }) as (event: Event) => void,
    true,
  );
}
