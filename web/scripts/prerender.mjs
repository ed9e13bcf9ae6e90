/** Fills the built index.html with the prerendered landing page. Runs after both builds (build.mjs). */
import { readFile, writeFile } from 'node:fs/promises';

const page = new URL('../dist/index.html', import.meta.url);
const { documentHead, prerender } = await import(new URL('../build/prerender/prerender.js', import.meta.url));

function fill(html, place, content) {
  if (!html.includes(place)) throw new Error(`dist/index.html has no ${place}`);
  return html.replace(place, () => content);
}

const { head, body } = prerender();
let html = await readFile(page, 'utf8');
html = fill(html, '<!--head-->', documentHead() + head);
html = fill(html, '<!--body-->', body);
// The page can be read before any of it runs: its script comes after the fonts and the first photograph.
html = html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
await writeFile(page, html);
