import { SESSION_HINT_KEY, SESSION_HINT_VALUE } from '../domain/session/sessionHint';
import { copy } from '../lib/copy';
import { dark, light } from '../theme/tokens';

/**
 * Marks the document before the first paint if a session is expected, so that a returning user does not see the
 * signed-out page while the session is restored. This is the one inline script: the Content-Security-Policy in
 * firebase.json allows its hash (prerender.test.tsx compares them).
 */
export const sessionMarkScript = `try{if(localStorage.getItem('${SESSION_HINT_KEY}')==='${SESSION_HINT_VALUE}')document.documentElement.dataset.session='expected'}catch{}`;

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The page's `<head>` beyond charset and viewport, for development and for the prerendered page alike. */
export function documentHead(): string {
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
    <meta property="og:image" content="/demo/hero-after.jpg" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <script>${sessionMarkScript}</script>`;
}
