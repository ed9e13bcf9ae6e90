import { copy } from '../copy/copy';
import { dark, light } from '../theme/tokens';
import inlineScript from './inlineScript';

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
