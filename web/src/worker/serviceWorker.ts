/**
 * Opens the page again without a network, and with one without asking for the code that is kept: a file under /assets
 * has its content's hash in its name. Every other request is passed on, and what is kept is used when it fails. So a
 * deploy or a roll back is seen at once, and an open page asks for the code of its own build as before.
 * Built by itself into /service-worker.js (build.mjs); prerender.mjs writes the two lists. Registered by
 * app/offline.ts.
 * Why: docs/decisions/2026-11-23-new-versions-and-no-network.md
 */
import { storeDraft, withOthers } from '../domain/draft/draftStorage';

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Extendable {
  request: Request;
  /** The page, asked for while the worker starts; undefined where nothing was. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Page {
  focus(): Promise<unknown>;
}
interface WorkerScope {
  registration: { navigationPreload?: { enable(): Promise<void> } };
  clients: { matchAll(options: object): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
}

/** The paths of this build's page, code and fonts. */
declare const OFFLINE_FILES: readonly string[];
/** Names this build. */
declare const OFFLINE_BUILD: string;

/** Where the system sends what is shared to the app. */
const SHARE_PATH = '/share';
const CODE_FOLDER = '/assets/';
const CODE_PREFIX = 'code-';
const CODE = CODE_PREFIX + OFFLINE_BUILD;

/** Returns what is kept. Of our own files it says that it is: the page learns that there is no network. */
async function kept(request: Request | string): Promise<Response> {
  const found = await caches.match(request);
  if (found?.type !== 'basic') return found ?? Response.error();
  const headers = new Headers(found.headers);
  headers.set('x-kept', '1');
  return new Response(found.body, { headers });
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(CODE_PREFIX) && name !== CODE).map((name) => caches.delete(name)),
  );
}

/** Returns what to use if the request fails; null for a request that is none of the worker's business. */
function fallbackFor(request: Request): Request | string | null {
  if (request.method !== 'GET') return null;
  if (request.mode === 'navigate') return '/';
  const { origin, pathname } = new URL(request.url);
  // Whoever asks for the page without going to it asks which build is served now (app/newVersion.ts).
  if (origin === location.origin) return pathname !== '/' && OFFLINE_FILES.includes(pathname) ? pathname : null;
  // Photographs, which domain/account/keptPictures.ts keeps. Whether there is a network the browser does not always know.
  return request.destination === 'image' ? request.url : null;
}

/** What is kept of the code, under the name that its content gave it. */
async function code(request: Request): Promise<Response> {
  const found = await caches.match(request, { cacheName: CODE }).catch(() => undefined);
  return found ?? fetch(request);
}

/** The page, a picture, or whatever else keeps its name when it changes. */
async function fromNetwork({ request, preloadResponse }: Asked): Promise<Response> {
  const early = await preloadResponse;
  // Of a page that could not be asked for Firefox says so by an error as the answer, where other browsers reject.
  return early && early.type !== 'error' ? early : fetch(request);
}

async function activate(): Promise<void> {
  const { registration } = globalThis as unknown as WorkerScope;
  await Promise.all([forgetOtherBuilds(), registration.navigationPreload?.enable()]);
}

addEventListener('install', (event) =>
  (event as Extendable).waitUntil(caches.open(CODE).then((cache) => cache.addAll([...OFFLINE_FILES]))),
);

addEventListener('activate', (event) => (event as Extendable).waitUntil(activate()));

/**
 * Takes photos that were shared to the installed app (`share_target` in public/manifest.webmanifest). They wait in
 * the draft storage for the page that opens, which has nothing to read it from.
 * Source: https://w3c.github.io/web-share-target/level-2/
 */
async function takeShared(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).getAll('photo');
    const [first, ...others] = shared.filter((entry) => entry instanceof File);
    if (!first) return Response.redirect('/?upload=choose', 303);
    await storeDraft(first, withOthers(others));
    return Response.redirect('/?upload=shared', 303);
  } catch (error) {
    // The browser's own page of errors would neither say why nor lead on.
    console.error('A shared photo could not be kept', error);
    return Response.redirect('/?upload=lost', 303);
  }
}

addEventListener('fetch', (event) => {
  const asked = event as Asked;
  const { request } = asked;
  const { pathname } = new URL(request.url);
  if (request.method === 'POST' && pathname === SHARE_PATH) {
    asked.respondWith(takeShared(request));
    return;
  }
  const fallback = fallbackFor(request);
  if (fallback === null) return;
  const isCode = fallback === pathname && pathname.startsWith(CODE_FOLDER);
  const answer = isCode ? code(request) : fromNetwork(asked);
  asked.respondWith(answer.catch(() => kept(fallback)));
});

/** Where notifications come from the worker (Android), a press on one leads to the page. */
async function showPage(): Promise<void> {
  const { clients } = globalThis as unknown as WorkerScope;
  const [page] = await clients.matchAll({ type: 'window' });
  await (page ? page.focus() : clients.openWindow('/'));
}

addEventListener('notificationclick', (event) => (event as Extendable).waitUntil(showPage()));
