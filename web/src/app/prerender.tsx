import createCache from '@emotion/cache';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import { App } from './App';

export { documentHead } from './documentHead';

/**
 * Renders the landing page as a signed-out visitor sees it. Returns the content of `<head>` (the preload of the first
 * picture and exactly the styles the markup uses) and of `#root`, to be hydrated. Only the build runs it. Fonts are not
 * preloaded: they would arrive before the picture, and the fallbacks have their metrics.
 */
export function prerender(): { head: string; body: string } {
  const cache = createCache({ key: 'css' });
  const { constructStyleTagsFromChunks, extractCriticalToChunks } = createEmotionServer(cache);
  const rendered = renderToString(<App cache={cache} />);
  // React puts the preloads of eager pictures first; they belong in the head.
  const preloads = rendered.match(/^(?:<link rel="preload"[^>]*>)*/)?.[0] ?? '';
  const body = rendered.slice(preloads.length);
  const styles = constructStyleTagsFromChunks(extractCriticalToChunks(rendered));
  return { head: preloads + styles, body };
}
