import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { platformOf } from './platform';
import { savePhoto } from './savePhoto';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile';
const KAIOS = 'Mozilla/5.0 (Mobile; rv:48.0) Gecko/48.0 KAIOS/2.5';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0';

const photo = { id: 'p1', restored_url: 'https://storage/restored.png' };
let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));

const agent = jest.spyOn(navigator, 'userAgent', 'get');
const open = jest.spyOn(window, 'open');
const clicked: { href: string; download: string }[] = [];

beforeEach(() => {
  toasts = [];
  clicked.length = 0;
  agent.mockReturnValue(MAC);
  open.mockReset();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push({ href: this.href, download: this.download });
  });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
});
afterEach(() => {
  agent.mockReset();
});

const respond = (response: Partial<Response>) => {
  globalThis.fetch = jest.fn<typeof fetch>().mockResolvedValue(response as Response);
};

describe('savePhoto', () => {
  test('on a desktop: a file named restored-{id}.png [spec 7.13, 8.20]', async () => {
    respond({ ok: true, blob: async () => new Blob(['png']) });
    await savePhoto(photo);
    expect(fetch).toHaveBeenCalledWith('https://storage/restored.png');
    expect(clicked).toEqual([{ href: 'blob:1', download: 'restored-p1.png' }]);
    expect(toasts).toEqual([{ title: 'Download Started', description: 'Your restored photo is downloading.' }]);
  });

  test('the memory of a saved file is given back, long after the browser began to read it', async () => {
    jest.useFakeTimers();
    const revoke = jest.spyOn(URL, 'revokeObjectURL');
    respond({ ok: true, blob: async () => new Blob(['png']) });
    await savePhoto(photo);
    jest.advanceTimersByTime(30_000);
    expect(revoke).not.toHaveBeenCalled();
    jest.advanceTimersByTime(30_000);
    expect(revoke).toHaveBeenCalledWith('blob:1');
    jest.useRealTimers();
  });

  test('a picture that cannot be read saves nothing and says so [spec 8.19]', async () => {
    respond({ ok: false, status: 403, blob: async () => new Blob(['Forbidden']) });
    await savePhoto(photo);
    await savePhoto({ id: 'p1', restored_url: null });
    expect(clicked).toEqual([]);
    expect(toasts.map(({ title, description }) => [title, description])).toEqual([
      ['Download Failed', 'Could not download the image.'],
      ['Download Failed', 'Could not download the image.'],
    ]);
  });

  test.each([
    ['iOS', IPHONE, /Save to Photos/],
    ['Android', PIXEL, /Download Image.*Save Image/],
    ['another phone', KAIOS, /Save Image/],
  ])('on %s: a new tab, with words on how to keep it [spec 7.15, 8.21]', async (_, userAgent, words) => {
    agent.mockReturnValue(userAgent);
    const tab = { opener: window } as unknown as Window;
    open.mockReturnValue(tab);
    await savePhoto(photo);
    expect(open).toHaveBeenCalledWith('https://storage/restored.png', '_blank');
    expect(tab.opener).toBeNull();
    expect(toasts[0]?.title).toBe('Image Opened');
    expect(toasts[0]?.description).toMatch(words);
  });

  test('a blocked tab asks for pop-ups [spec 8.22]', async () => {
    agent.mockReturnValue(PIXEL);
    open.mockReturnValue(null);
    await savePhoto(photo);
    expect(toasts).toMatchObject([
      {
        title: 'Please Allow Pop-ups',
        description: 'Enable pop-ups for this site to save images on mobile devices.',
      },
    ]);
  });
});

describe('platformOf', () => {
  test.each([
    [IPHONE, 'ios'],
    [IPHONE.replace('iPhone; CPU iPhone OS', 'iPad; CPU OS'), 'ios'],
    [PIXEL, 'android'],
    [KAIOS, 'otherMobile'],
    [MAC, 'desktop'],
    ['', 'desktop'],
  ])('%s [spec 7.16]', (userAgent, platform) => {
    expect(platformOf(userAgent)).toBe(platform);
  });
});
