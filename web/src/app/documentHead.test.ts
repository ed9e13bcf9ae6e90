import { afterEach, describe, expect, test } from '@jest/globals';
import { LAST_SEEN_KEY } from '../domain/account/lastSeen';
import { setSessionHint } from '../domain/session/sessionHint';
import { inlineScript } from './documentHead';

/** Runs the inline script in a head as the build writes it. Returns what it asks for, in this order. */
function asked(search = ''): string[] {
  window.history.replaceState(null, '', `/${search}`);
  document.head.innerHTML =
    '<script data-app="/app.js /packages.js" data-gallery="/gallery.js"></script><link as="image" href="/hero.avif">';
  new Function(inlineScript)();
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel]')].map(
    ({ rel, href }) => `${rel} ${new URL(href).pathname}`,
  );
}
const expected = () => document.documentElement.dataset.session;
const seen = (total: number) =>
  localStorage.setItem(LAST_SEEN_KEY, JSON.stringify({ format: 1, seen: { total, photos: [] } }));

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.session;
});

describe('what the page asks for before its first script', () => {
  test('a visitor: the landing page’s first picture and no code', () => {
    expect(asked()).toEqual(['preload /hero.avif']);
    expect(expected()).toBeUndefined();
  });

  test('somebody with photos: the code of the gallery and no picture of the landing page', () => {
    setSessionHint(true);
    seen(3);
    expect(asked()).toEqual(['modulepreload /app.js', 'modulepreload /packages.js', 'modulepreload /gallery.js']);
    expect(expected()).toBe('gallery');
  });

  test('somebody of whom this device knows nothing: a gallery is expected', () => {
    setSessionHint(true);
    expect(asked()).toContain('modulepreload /gallery.js');
    expect(asked()).not.toContain('preload /hero.avif');
  });

  test('somebody without photos: the landing page and its code', () => {
    setSessionHint(true);
    seen(0);
    expect(asked()).toEqual(['preload /hero.avif', 'modulepreload /app.js', 'modulepreload /packages.js']);
    expect(expected()).toBe('landing');
  });

  test('a shared link: nothing of the landing page', () => {
    expect(asked('?shared=token')).toEqual([]);
    expect(expected()).toBe('shared');
  });
});
