import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import { type ConvertReply, encodeBitmap } from '../prepare/encodeBitmap';
import { mapQuad, WHOLE_PICTURE } from '../prepare/quad';
import { convertToJpeg } from './convertToJpeg';

const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
const file = new Blob(['png'], { type: 'image/png' });

/** The browser's workers: the test replies for them. */
const workers: FakeWorker[] = [];
class FakeWorker {
  onmessage: (event: { data: ConvertReply }) => void = () => undefined;
  onerror: () => void = () => undefined;
  readonly postMessage = jest.fn();
  readonly terminate = jest.fn();
  constructor() {
    workers.push(this);
  }
}

/** What the browser decodes on the page, and what its canvas encodes. */
const page = { decodes: true, context: {} as object | null, encoded: jpeg as Blob | null, revoked: jest.fn() };
class FakeImage {
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  naturalWidth = 8192;
  naturalHeight = 4096;
  set src(_: string) {
    queueMicrotask(() => (page.decodes ? this.onload() : this.onerror()));
  }
}
const canvasSize: number[] = [];
/** What the last pixel of a canvas keeps: its opacity. A canvas beyond a device's limit keeps nothing. */
const kept = jest.fn<(left: number) => number>();
const lastPixel = (left: number) => ({ data: [0, 0, 0, kept(left)] });
const drawn = { fillRect: jest.fn(), drawImage: jest.fn(), getImageData: lastPixel };

beforeEach(() => {
  workers.length = 0;
  kept.mockReset().mockReturnValue(255);
  Object.assign(page, { decodes: true, context: drawn, encoded: jpeg });
  page.revoked.mockClear();
  Object.assign(globalThis, { OffscreenCanvas: class {}, Worker: FakeWorker, Image: FakeImage });
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: page.revoked });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => page.context as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(this: HTMLCanvasElement, take) {
    canvasSize.splice(0, 2, this.width, this.height);
    take(page.encoded);
  });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
  Reflect.deleteProperty(globalThis, 'Worker');
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

describe('convertToJpeg', () => {
  test('converts in the worker, and ends it when it has replied', async () => {
    const done = convertToJpeg(file);
    const [worker] = workers;
    expect(worker?.postMessage).toHaveBeenCalledWith({ file, edit: null });
    await flush();
    expect(worker?.terminate).not.toHaveBeenCalled();
    worker?.onmessage({ data: { blob: jpeg, madeSmaller: null, scale: 0.5 } });
    expect(await done).toEqual({ jpeg, scale: 0.5 });
    expect(worker?.terminate).toHaveBeenCalledTimes(1);
  });

  test('fails in the specification’s words [spec 5.5]', async () => {
    page.decodes = false;
    for (const [problem, words] of [
      ['load', 'Failed to load image'],
      ['convert', 'Failed to convert image to JPG'],
    ] as const) {
      const done = convertToJpeg(file);
      workers.at(-1)?.onmessage({ data: { problem } });
      await expect(done).rejects.toThrow(words);
    }
  });

  test('sends what the page draws of a damaged file that the worker refuses', async () => {
    const done = convertToJpeg(file);
    workers.at(-1)?.onmessage({ data: { problem: 'load' } });
    expect(await done).toEqual({ jpeg, scale: 1 });
    expect(canvasSize).toEqual([8192, 4096]);
  });

  test('converts on the page if the worker cannot start or run', async () => {
    const done = convertToJpeg(file);
    workers[0]?.onerror();
    expect(await done).toEqual({ jpeg, scale: 1 });
    expect(workers[0]?.terminate).toHaveBeenCalledTimes(1);
    Reflect.deleteProperty(globalThis, 'Worker');
    expect(await convertToJpeg(file)).toEqual({ jpeg, scale: 1 });
  });

  describe('without OffscreenCanvas', () => {
    beforeEach(() => {
      Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    });

    test('scales to the limit of the device on the page, and starts no worker', async () => {
      kept.mockReturnValueOnce(0);
      expect(await convertToJpeg(file)).toEqual({ jpeg, scale: expect.closeTo(5792 / 8192) });
      expect(canvasSize).toEqual([5792, 2896]);
      expect(drawn.drawImage).toHaveBeenLastCalledWith(expect.any(FakeImage), 0, 0, 5792, 2896);
      expect(page.revoked).toHaveBeenCalledWith('blob:1');
      expect(workers).toEqual([]);
    });

    test.each([
      ['a file that cannot be decoded', { decodes: false }, 'Failed to load image'],
      ['no canvas', { context: null }, 'Failed to convert image to JPG'],
      ['a canvas beyond the limits', { encoded: null }, 'Failed to convert image to JPG'],
      ['a browser that encodes no JPEG', { encoded: new Blob(['png'], { type: 'image/png' }) }, 'Failed to convert'],
    ])('%s fails in the specification’s words [spec 5.5]', async (_, broken, words) => {
      Object.assign(page, broken);
      await expect(convertToJpeg(file)).rejects.toThrow(words);
      expect(page.revoked).toHaveBeenCalledWith('blob:1');
    });
  });
});

test('the worker replies to a file with what it encoded', async () => {
  const decoded = deferred<object>();
  const reply = deferred<unknown>();
  Object.assign(globalThis, { createImageBitmap: () => decoded.promise });
  const post = jest.spyOn(self, 'postMessage').mockImplementation((message: unknown) => reply.resolve(message));
  await import('./convertWorker');
  self.onmessage?.(new MessageEvent('message', { data: file }));
  decoded.reject(new Error('broken'));
  expect(await reply.promise).toEqual({ problem: 'load' });
  self.onmessage = null;
  post.mockRestore();
});

describe('encodeBitmap', () => {
  const drawn: unknown[] = [];
  const close = jest.fn();
  const encode = jest.fn<(options: object) => Promise<Blob>>();
  const decode = jest.fn<(file: Blob, options: object) => Promise<object>>();

  beforeEach(() => {
    drawn.length = 0;
    jest.clearAllMocks();
    decode.mockResolvedValue({ width: 8192, height: 4096, close });
    encode.mockResolvedValue(jpeg);
    Object.assign(globalThis, {
      createImageBitmap: decode,
      OffscreenCanvas: class {
        constructor(
          readonly width: number,
          readonly height: number,
        ) {}
        getContext = () => ({
          canvas: this,
          putImageData: () => undefined,
          getImageData: lastPixel,
          fillRect: (...area: number[]) => drawn.push(['paper', ...area]),
          drawImage: (_: unknown, ...area: number[]) => drawn.push(['picture', ...area]),
        });
        convertToBlob = encode;
      },
    });
  });

  test('keeps all pixels that the server accepts, where the device holds them', async () => {
    expect(await encodeBitmap({ file, edit: null })).toEqual({ blob: jpeg, madeSmaller: null, scale: 1 });
    expect(drawn.at(-1)).toEqual(['picture', 0, 0, 8192, 4096]);
    decode.mockResolvedValueOnce({ width: 12_000, height: 9000, close });
    const madeSmaller = { width: 7302, height: 5477 };
    expect(await encodeBitmap({ file, edit: null })).toEqual({
      blob: jpeg,
      madeSmaller,
      scale: expect.closeTo(0.6085, 4),
    });
    expect(drawn.at(-1)).toEqual(['picture', 0, 0, 7302, 5477]);
  });

  test('what is cut away makes the rest no smaller', async () => {
    Object.assign(globalThis, { ImageData: class {} });
    decode.mockResolvedValueOnce({ width: 64, height: 32, close });
    const corners = mapQuad(WHOLE_PICTURE, ({ x, y }) => ({ x: x / 2, y }));
    const reply = await encodeBitmap({ file, edit: { corners, quarters: 0 } });
    expect(reply).toEqual({ blob: jpeg, madeSmaller: null, scale: 1 });
    Reflect.deleteProperty(globalThis, 'ImageData');
  });

  test('takes the size that every device holds after one that cannot be encoded', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    encode.mockRejectedValueOnce(new Error('out of memory'));
    expect(await encodeBitmap({ file, edit: null })).toMatchObject({ blob: jpeg });
    expect(drawn.at(-1)).toEqual(['picture', 0, 0, 5792, 2896]);
    log.mockRestore();
  });

  test('decodes upright, scales to the limit, adds a white background, encodes at 0.8 [spec 4.19, 9.3]', async () => {
    kept.mockImplementation((left) => (left > 5792 ? 0 : 255));
    expect(await encodeBitmap({ file, edit: null })).toMatchObject({ blob: jpeg });
    expect(decode).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' });
    expect(drawn).toEqual([
      ['paper', 0, 0, 8192, 4096],
      ['paper', 0, 0, 5792, 2896],
      ['picture', 0, 0, 5792, 2896],
    ]);
    expect(encode).toHaveBeenCalledWith({ type: 'image/jpeg', quality: 0.8 });
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('distinguishes decoding and encoding failures [spec 5.5]', async () => {
    decode.mockRejectedValueOnce(new Error('broken'));
    expect(await encodeBitmap({ file, edit: null })).toEqual({ problem: 'load' });
    decode.mockResolvedValue({ width: 4096, height: 4096, close });
    encode.mockResolvedValueOnce(new Blob([], { type: 'image/jpeg' }));
    expect(await encodeBitmap({ file, edit: null })).toEqual({ problem: 'convert' });
    encode.mockResolvedValueOnce(new Blob(['x'], { type: 'image/png' }));
    expect(await encodeBitmap({ file, edit: null })).toEqual({ problem: 'convert' });
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    encode.mockRejectedValueOnce(new Error('out of memory'));
    expect(await encodeBitmap({ file, edit: null })).toEqual({ problem: 'convert' });
    log.mockRestore();
    expect(close).toHaveBeenCalledTimes(3);
  });
});
