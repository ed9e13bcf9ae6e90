import { copy } from '../copy/copy';
import { LAST_SEEN_KEY } from '../domain/account/lastSeen';
import { SESSION_HINT_KEY, SESSION_HINT_VALUE } from '../domain/session/sessionHint';
import { CONFIG_URL } from '../lib/readConfig';
import { dark, light } from '../theme/tokens';

/**
 * For a shared link: hides the landing page, which is not what was asked for.
 * Else, if a session is expected: says what its page will show, so that the signed-out page does not flash up
 * (GlobalStyles.tsx), and fetches the code for that without waiting for boot.ts. An account without photos has the
 * landing page; of one that this device never saw that is not known: a gallery is expected, and its photos are asked for
 * (firstLook.ts). The configuration, which all that follows waits for, is asked for before that code (readConfig.ts);
 * Hosting's headers keep an old copy from being used.
 */
const expectSession = `var p=document.documentElement.dataset;let s=document.querySelector('[data-app]');if(/[?&]shared=/.test(location))p.session='shared';else try{if(localStorage['${SESSION_HINT_KEY}']==='${SESSION_HINT_VALUE}'){p.session='gallery';earlyConfig=fetch('${CONFIG_URL}').catch(()=>{});let c=s.dataset,t=JSON.parse(localStorage['${LAST_SEEN_KEY}']??null)?.seen.total;if(t===0)p.session='landing';t??(firstLook=import(c.look));document.head.insertAdjacentHTML('beforeend',c[p.session].replace(/\\S+/g,'<link rel=modulepreload href=$&>'))}}catch{}`;

/** Fetches the landing page's first picture at once (prerender.tsx), where neither gallery nor shared photo is shown. */
const fetchFirstPicture = `if(!/^[gs]/.test(p.session))for(let l of document.querySelectorAll('[as]'))l.rel='preload';`;

/**
 * Keeps what a visitor does before boot.ts has arrived (earlyEvents.ts). A pressed button shows it at once. Of the clicks
 * only those on buttons: links and the disclosure have answered by themselves. What is dropped or pasted can be read only
 * now, and the browser would leave the page to show what is dropped.
 */
const keepEarlyEvents = `var earlyEvents=[];for(let t of['pointerdown','pointerup','pointercancel','keydown','click','change','dragover','drop','paste'])addEventListener(t,e=>{let b=t==='click'&&e.target.closest('button'),d=e.dataTransfer;if(!earlyEvents||b===null)return;if(d)e.preventDefault();if(d||=e.clipboardData)e.early=[...d.files];earlyEvents.push(e);if(b)b.dataset.queued=''},true)`;

/**
 * Where the page's code does not arrive, nobody else shows what is hidden for an expected session: the landing page is
 * better than none (`lost`), and its live region (ConnectivityBar.tsx) says why. Boot.ts says so of what it imports. That script
 * itself is asked for every five seconds, each time by another address, because a browser does not ask again for a module
 * that failed (importCode.ts).
 */
const retryFirstScript = `var sayLost=()=>{let b=document.querySelector('[data-offline]');p.session='lost';b.textContent=b.dataset[navigator.onLine?'unreachable':'offline']};let f=s.onerror=()=>{sayLost();setTimeout(()=>import(s.src+='?').catch(f),5e3)};`;

/**
 * The one inline script, which runs before the first paint. The Content-Security-Policy in firebase.json allows its hash
 * (prerender.test.tsx compares them).
 */
export const inlineScript = `${expectSession}${fetchFirstPicture}${retryFirstScript}${keepEarlyEvents}`;

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * The page's `<head>` beyond charset and viewport, for development and for the prerendered page alike.
 *
 * @param origin where the page is served, as `https://example.com`: who draws a shared link's picture takes no path.
 *   Source: https://ogp.me/#url. Not known outside of a deploy.
 */
export function documentHead(origin = ''): string {
  const title = escapeAttribute(copy.document.title);
  const description = escapeAttribute(copy.document.description);
  return `<title>${title}</title>
    <meta name="description" content="${description}" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.paper}" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.paper}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${copy.brand}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:image" content="${escapeAttribute(origin)}/demo/hero-after.jpg" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <script>${inlineScript}</script>`;
}
