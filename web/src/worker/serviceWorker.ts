/**
 * Opens the page again without a network. With one it only passes requests on: what it keeps is used when a request
 * fails, so a deploy or a roll back is seen at once, and an open page asks for the code of its own build as before.
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
  respondWith(response: Promise<Response>): void;
}
interface Page {
  focus(): Promise<unknown>;
}
interface WorkerScope {
  clients: { matchAll(options: object): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
}

/** The paths of this build's page, code and fonts. */
declare const OFFLINE_FILES: readonly string[];
/** Names this build. */
declare const OFFLINE_BUILD: string;

/** Where the system sends what is shared to the app. */
const SHARE_PATH = '/share';
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

addEventListener('install', (event) => {
  (event as Extendable).waitUntil(caches.open(CODE).then((cache) => cache.addAll([...OFFLINE_FILES])));
});

addEventListener('activate', (event) => (event as Extendable).waitUntil(forgetOtherBuilds()));

/**
 * Takes photos that were shared to the installed app (`share_target` in public/manifest.webmanifest). They wait in
 * the draft storage for the page that opens, which has nothing to read it from.
 * Source: https://w3c.github.io/web-share-target/level-2/
 */
async function takeShared(request: Request): Promise<Response> {
  const shared = (await request.formData()).getAll('photo');
  const [first, ...others] = shared.filter((entry) => entry instanceof File);
  if (first) await storeDraft(first, withOthers(others));
  return Response.redirect('/?upload=shared', 303);
}

addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Asked;
  if (request.method === 'POST' && new URL(request.url).pathname === SHARE_PATH) {
    respondWith.call(event, takeShared(request));
    return;
  }
  const fallback = fallbackFor(request);
  if (fallback !== null)
    respondWith.call(
      event,
      fetch(request).catch(() => kept(fallback)),
    );
});

/** Where notifications come from the worker (Android), a press on one leads to the page. */
async function showPage(): Promise<void> {
  const { clients } = globalThis as unknown as WorkerScope;
  const [page] = await clients.matchAll({ type: 'window' });
  await (page ? page.focus() : clients.openWindow('/'));
}

addEventListener('notificationclick', (event) => (event as Extendable).waitUntil(showPage()));
