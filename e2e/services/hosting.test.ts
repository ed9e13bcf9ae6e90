import { describe, expect, test } from '@jest/globals';
import { suiteUrls } from '../src/suiteUrls';

const get = async (path: string) => {
  const response = await fetch(suiteUrls.app + path);
  return { status: response.status, cache: response.headers.get('cache-control'), text: await response.text() };
};

describe('Hosting', () => {
  test('an address of the app is the page, asked for anew each time', async () => {
    const page = await get('/');
    expect(page).toMatchObject({ status: 200, cache: 'no-cache' });
    expect(await get('/any/where?x=1')).toEqual(page);
  });

  test('code that exists is kept for ten minutes, then asked about', async () => {
    const [script] = /\/assets\/[\w.-]+\.js/.exec((await get('/')).text)!;
    expect(await get(script)).toMatchObject({ status: 200, cache: 'public, max-age=600' });
  });

  test.each(['/assets/gone-1a2b3c.js', '/assets/gone', '/assets/old/gone.css', '/demo/gone.jpg'])(
    '%s, which is not there, is 404, never the page, and not for long: a roll back may bring it back',
    async (path) => {
      const { status, text, cache } = await get(path);
      expect(status).toBe(404);
      expect(text).not.toContain('id="root"');
      expect(Number(/max-age=(\d+)/.exec(cache ?? '')?.[1] ?? 0)).toBeLessThanOrEqual(600);
      expect(cache).not.toContain('immutable');
    },
  );
});
