import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { Photo } from '../../domain/photos/photosStore';
import { platformOf } from '../../lib/platform';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { fakeDomain } from '../../test/fakeDomain';
import { aPhoto } from '../../test/samples';
import { savePhoto } from './savePhoto';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile';
const KAIOS = 'Mozilla/5.0 (Mobile; rv:48.0) Gecko/48.0 KAIOS/2.5';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0';

/** Signature, header and end: what the page looks at. */
const PNG = Uint8Array.from(
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0....\0\0\0\0IEND....',
  (letter) => letter.charCodeAt(0),
);
/** A JPEG of one marker: the picture follows at once. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0);

/** jsdom's Blob cannot be read. */
class StoredBlob {
  constructor(private readonly bytes: Uint8Array) {}
  readonly arrayBuffer = async () => Uint8Array.from(this.bytes).buffer;
  readonly slice = (from: number, to: number) => new StoredBlob(this.bytes.subarray(from, to));
}

const original_path = 'images/user-1/7b0f6f0e-6f3c-4b54-9a37-0d7c3c1f2a11-attic.jpg';
const photo = aPhoto({ restored_url: 'https://storage/restored.png', original_path });
const save = (shown: Photo) => savePhoto(shown, fakeDomain().domain);
let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));

const agent = jest.spyOn(navigator, 'userAgent', 'get');
const open = jest.spyOn(window, 'open');
const clicked: { href: string; download: string }[] = [];
const made: Blob[] = [];

beforeEach(() => {
  toasts = [];
  clicked.length = 0;
  made.length = 0;
  agent.mockReturnValue(MAC);
  open.mockReset();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push({ href: this.href, download: this.download });
  });
  const createObjectURL = (blob: Blob) => `blob:${made.push(blob)}`;
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
});
afterEach(() => {
  agent.mockReset();
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
});

const store = (bytes: Uint8Array) => {
  const response = { ok: true, blob: async () => new StoredBlob(bytes) as unknown as Blob };
  globalThis.fetch = jest.fn<typeof fetch>().mockResolvedValue(response as unknown as Response);
};

describe('savePhoto', () => {
  test('on a desktop: a PNG named restored-{id}.png [spec 7.13, 8.20]', async () => {
    store(PNG);
    await save(photo);
    expect(fetch).toHaveBeenCalledWith('https://storage/restored.png');
    expect(clicked).toEqual([{ href: 'blob:1', download: 'restored-p1.png' }]);
    expect(made[0]?.type).toBe('image/png');
    expect(made[0]?.size).toBeGreaterThan(PNG.length);
    expect(toasts).toEqual([{ title: 'Download Started', description: 'Your restored photo is downloading.' }]);
  });

  test('the memory of a saved file is given back, long after the browser began to read it', async () => {
    jest.useFakeTimers();
    const revoke = jest.spyOn(URL, 'revokeObjectURL');
    store(PNG);
    await save(photo);
    jest.advanceTimersByTime(30_000);
    expect(revoke).not.toHaveBeenCalled();
    jest.advanceTimersByTime(30_000);
    expect(revoke).toHaveBeenCalledWith('blob:1');
    jest.useRealTimers();
  });

  test('a picture that cannot be read saves nothing and says so [spec 8.19]', async () => {
    const refused = { ok: false, status: 403 } as Response;
    globalThis.fetch = jest.fn<typeof fetch>().mockResolvedValue(refused);
    await save(photo);
    await save(aPhoto({ restored_url: null }));
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
    await save(photo);
    expect(open).toHaveBeenCalledWith('https://storage/restored.png', '_blank');
    expect(tab.opener).toBeNull();
    expect(toasts[0]?.title).toBe('Image Opened');
    expect(toasts[0]?.description).toMatch(words);
  });

  test('a blocked tab asks for pop-ups [spec 8.22]', async () => {
    agent.mockReturnValue(PIXEL);
    open.mockReturnValue(null);
    await save(photo);
    expect(toasts).toMatchObject([
      {
        title: 'Please Allow Pop-ups',
        description: 'Enable pop-ups for this site to save images on mobile devices.',
      },
    ]);
  });

  test('what is adjusted by hand is no stored file: no tab shows it', async () => {
    agent.mockReturnValue(KAIOS);
    store(PNG);
    const { original_url } = photo;
    await save({ ...photo, adjustment: { ...PLAIN_RESULT, colour: 0, original_url } });
    expect(open).not.toHaveBeenCalled();
    expect(jest.mocked(fetch).mock.calls).toEqual([[photo.original_url], [photo.restored_url]]);
  });

  describe('on a phone whose share sheet takes pictures', () => {
    const share = jest.fn<(data: { files: File[] }) => Promise<void>>();
    beforeEach(() => {
      agent.mockReturnValue(IPHONE);
      share.mockReset().mockResolvedValue();
      Object.assign(navigator, { share, canShare: () => true });
      store(JPEG);
    });

    test('the sheet opens with a JPEG named by the photo, whose date photo libraries read', async () => {
      expect(await save(photo)).toBe('done');
      const [file] = share.mock.calls[0]?.[0].files ?? [];
      expect([file?.name, file?.type]).toEqual(['attic.jpg', 'image/jpeg']);
      expect(open).not.toHaveBeenCalled();
      expect(toasts).toEqual([]);
    });

    test('closing the sheet says nothing; one that comes too late for the press asks for another', async () => {
      share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
      expect(await save(photo)).toBe('done');
      share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
      expect(await save(photo)).toBe('needsPress');
      expect(toasts).toEqual([]);
      share.mockRejectedValueOnce(new DOMException('', 'DataError'));
      expect(await save(photo)).toBe('done');
      expect(toasts).toMatchObject([{ title: 'Download Failed' }]);
    });

    test('a sheet that a browser never ended keeps no photo: it is downloaded', async () => {
      share.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
      expect(await save(photo)).toBe('done');
      expect(toasts).toMatchObject([{ title: 'Download Started' }]);
    });

    test('a press on the page says that the sheet is closed, where the browser never does', async () => {
      let sheet = (_: unknown) => {};
      share.mockReturnValueOnce(
        new Promise((_, reject) => {
          sheet = reject;
        }),
      );
      let result: unknown = 'waiting';
      void save(photo).then((said) => {
        result = said;
      });
      await waitFor(() => expect(share).toHaveBeenCalled());
      expect(result).toBe('waiting');
      window.dispatchEvent(new Event('pointerdown'));
      await waitFor(() => expect(result).toBe('done'));
      expect(toasts).toEqual([]);
      // What it says at last is of no use to anybody.
      sheet(new DOMException('', 'AbortError'));
    });
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
