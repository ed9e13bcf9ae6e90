/**
 * Writes dist/index.html, the prerendered landing page with the paths of its code, and what the service worker keeps.
 * Runs after the builds (build.mjs).
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

const dist = new URL('../dist/', import.meta.url);
const { documentHead, prerender } = await import(new URL('../build/prerender/prerender.js', import.meta.url));
const read = async (file) => JSON.parse(await readFile(new URL(`.vite/${file}`, dist), 'utf8'));
const manifest = await read('manifest.json');
const [boot, early, look] = [await read('boot.json'), await read('early.json'), await read('firstLook.json')];

const APP = 'src/app/main.tsx';
const LOOK = 'src/app/firstLook.ts';
const GALLERY = 'src/features/gallery/Gallery.tsx';
/** What most visitors ask for first, then what the hydrated page loads by itself. Fetched ahead, in this order. */
const AHEAD = [
  'src/features/auth/LoginDialog.tsx',
  'src/ui/ToastStack.tsx',
  'src/app/newVersion.ts',
  keyOfChunk('domain'),
];

/** Lazy code may share a source file's chunk; then the manifest does not list it by its source. */
function keyOfChunk(name) {
  const key = Object.keys(manifest).find((one) => manifest[one].name === name);
  if (!key) throw new Error(`The build has no chunk "${name}"`);
  return key;
}

/** Adds the paths of a source file's code to `paths`: its own, then what it imports. */
function withImports(key, paths) {
  if (!manifest[key]) throw new Error(`The build has no ${key}`);
  const path = `/${manifest[key].file}`;
  if (paths.has(path)) return;
  paths.add(path);
  for (const imported of manifest[key].imports ?? []) withImports(imported, paths);
}

/** Where a deploy serves the page, as the backend is told too (check:parameters judges it); nothing in other builds. */
function deployedOrigin() {
  const parameters = new URL(`../../functions/.env.${process.env.GCLOUD_PROJECT}`, import.meta.url);
  return existsSync(parameters)
    ? parseEnv(readFileSync(parameters, 'utf8')).APP_ORIGIN?.trim().replace(/\/$/, '')
    : undefined;
}

function fill(html, place, content) {
  if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
  return html.replace(place, () => content);
}

const app = new Set();
withImports(APP, app);
const all = new Set(app);
for (const key of AHEAD) withImports(key, all);
const gallery = new Set();
withImports(GALLERY, gallery);
const beyond = [...gallery].filter((path) => !app.has(path));

const { styles, pictures, body } = prerender();
let html = await readFile(new URL('../index.html', import.meta.url), 'utf8');
html = fill(html, '<!--head-->', pictures + documentHead(deployedOrigin()) + styles);
html = fill(html, '<!--body-->', body);
html = fill(html, 'src="/src/app/boot.ts"', `src="/${boot['src/app/boot.ts'].file}"`);
const [entry, ...others] = all;
const lists = {
  // fetchAhead.ts says in which order.
  app: [entry, `/${early['src/app/early.ts'].file}`, ...others],
  // By what a session is expected to show.
  landing: [...app],
  gallery: [...app, ...beyond],
  look: [`/${look[LOOK].file}`],
};
const attributes = Object.entries(lists).map(([name, paths]) => `data-${name}="${paths.join(' ')}"`);
html = fill(
  html,
  `data-app="/${APP}" data-landing="" data-gallery="/${GALLERY}" data-look="/${LOOK}"`,
  attributes.join(' '),
);
await writeFile(new URL('index.html', dist), html);

/** What opens the page without a network. Larger files are tools that need one anyway, or that few people open. */
const MOST_BYTES = 400_000;
/** Of no use without the WebAssembly that they start, which is larger. */
const DECODERS = /^(?:decode(?:Heic|Tiff)|quickLookWorker)-/;
const offline = ['/', '/config.json', '/favicon.svg'];
for (const name of (await readdir(new URL('assets/', dist))).sort()) {
  const { size } = await stat(new URL(`assets/${name}`, dist));
  if (/\.(js|woff2)$/.test(name) && !DECODERS.test(name) && size <= MOST_BYTES) offline.push(`/assets/${name}`);
}
const worker = new URL('service-worker.js', dist);
const build = createHash('sha256').update(html).digest('hex').slice(0, 16);
const constants = `const OFFLINE_FILES=${JSON.stringify(offline)},OFFLINE_BUILD='${build}';`;
await writeFile(worker, constants + (await readFile(worker, 'utf8')));
