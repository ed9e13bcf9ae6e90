import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { LAST_SEEN_KEY } from '../domain/account/lastSeen';
import { setSessionHint } from '../domain/session/sessionHint';
import inlineScript from './inlineScript';

/** What the inline script fetches or imports, beside what it links. */
const fetched: string[] = [];
globalThis.fetch = jest.fn<typeof fetch>(async (url) => {
  fetched.push(String(url));
  throw new TypeError('Failed to fetch');
});
const importLook = async (path: string) => void fetched.push(path);

/** Runs the inline script in a head as the build writes it. Returns what it asks for, in this order. */
function asked(search = ''): string[] {
  window.history.replaceState(null, '', `/${search}`);
  document.head.innerHTML =
    '<script data-app data-landing="/app.js /packages.js" data-gallery="/app.js /packages.js /gallery.js" data-look="/look.js"></script><link as="image" href="/hero.avif">';
  new Function('importLook', inlineScript.replaceAll('import(', 'importLook('))(importLook);
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel]')].map(
    ({ rel, href }) => `${rel} ${new URL(href).pathname}`,
  );
}
const expected = () => document.documentElement.dataset.session;
const seen = (total: number | null) =>
  localStorage.setItem(LAST_SEEN_KEY, JSON.stringify({ format: 1, seen: { total, photos: [] } }));

afterEach(() => {
  localStorage.clear();
  fetched.length = 0;
  delete document.documentElement.dataset.session;
});

describe('what the page asks for before its first script', () => {
  test('a visitor: the landing page’s first picture and no code', () => {
    expect(asked()).toEqual(['preload /hero.avif']);
    expect(fetched).toEqual([]);
    expect(expected()).toBeUndefined();
  });

  test('somebody with photos: the code of the gallery and no picture of the landing page', () => {
    setSessionHint(true);
    seen(3);
    expect(asked()).toEqual(['modulepreload /app.js', 'modulepreload /packages.js', 'modulepreload /gallery.js']);
    expect(fetched).toEqual(['/config.json']);
    expect(expected()).toBe('gallery');
  });

  test.each([
    ['nothing', () => undefined],
    ['some photos, but not how many there are', () => seen(null)],
  ])('somebody of whom this device knows %s: a gallery is expected, and its photos are asked for', (_, know) => {
    setSessionHint(true);
    know();
    expect(asked()).toContain('modulepreload /gallery.js');
    expect(asked()).not.toContain('preload /hero.avif');
    expect(fetched.slice(0, 2)).toEqual(['/config.json', '/look.js']);
    expect(expected()).toBe('gallery');
  });

  test('what another program wrote into the storage keeps nobody out', () => {
    setSessionHint(true);
    localStorage.setItem(LAST_SEEN_KEY, '{');
    asked();
    expect(expected()).toBe('gallery');
  });

  test('somebody without photos: the landing page and its code', () => {
    setSessionHint(true);
    seen(0);
    expect(asked()).toEqual(['preload /hero.avif', 'modulepreload /app.js', 'modulepreload /packages.js']);
    expect(fetched).toEqual(['/config.json']);
    expect(expected()).toBe('landing');
  });

  test('a shared link: nothing of the landing page', () => {
    expect(asked('?shared=token')).toEqual([]);
    expect(expected()).toBe('shared');
  });
});
