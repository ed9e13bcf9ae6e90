import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ConvertReply } from './encodeBitmap';
import { encodeBitmap } from './encodeBitmap';

let worker: { reply: ConvertReply | 'broken'; terminated: boolean };

jest.mock('./spawnConverter', () => ({
  spawnConverter: () => {
    const fake = {
      onmessage: (_: { data: ConvertReply }) => undefined,
      onerror: () => undefined,
      postMessage: () =>
        worker.reply === 'broken' ? fake.onerror() : fake.onmessage({ data: worker.reply as ConvertReply }),
      terminate: () => {
        worker.terminated = true;
      },
    };
    return fake;
  },
}));

const onPage = jest.fn<(file: Blob) => Promise<ConvertReply>>();
jest.mock('./encodeOnPage', () => ({ encodeOnPage: (file: Blob) => onPage(file) }));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let convertToJpeg: typeof import('./convertToJpeg').convertToJpeg;
beforeAll(async () => {
  ({ convertToJpeg } = await import('./convertToJpeg'));
});

const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
const file = new Blob(['png'], { type: 'image/png' });

beforeEach(() => {
  worker = { reply: { blob: jpeg }, terminated: false };
  onPage.mockReset();
  Object.assign(globalThis, { OffscreenCanvas: class {} });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

describe('convertToJpeg', () => {
  test('converts in the worker and ends it', async () => {
    expect(await convertToJpeg(file)).toBe(jpeg);
    expect(worker.terminated).toBe(true);
    expect(onPage).not.toHaveBeenCalled();
  });

  test('uses the page where there is no OffscreenCanvas, or where the worker cannot run', async () => {
    onPage.mockResolvedValue({ blob: jpeg });
    worker.reply = 'broken';
    expect(await convertToJpeg(file)).toBe(jpeg);
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    expect(await convertToJpeg(file)).toBe(jpeg);
    expect(onPage).toHaveBeenCalledTimes(2);
  });

  test('fails in the specification’s words [spec 5.5]', async () => {
    worker.reply = { problem: 'load' };
    await expect(convertToJpeg(file)).rejects.toThrow('Failed to load image');
    worker.reply = { problem: 'convert' };
    await expect(convertToJpeg(file)).rejects.toThrow('Failed to convert image to JPG');
  });
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
          fillRect: (...area: number[]) => drawn.push(['paper', ...area]),
          drawImage: (_: unknown, ...area: number[]) => drawn.push(['picture', ...area]),
        });
        convertToBlob = encode;
      },
    });
  });

  test('decodes upright, scales to the limit, lays it on paper and encodes at 0.8 [spec 4.19, 9.3]', async () => {
    expect(await encodeBitmap(file)).toEqual({ blob: jpeg });
    expect(decode).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' });
    expect(drawn).toEqual([
      ['paper', 0, 0, 5792, 2896],
      ['picture', 0, 0, 5792, 2896],
    ]);
    expect(encode).toHaveBeenCalledWith({ type: 'image/jpeg', quality: 0.8 });
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('tells a file that cannot be decoded from a picture that cannot be encoded [spec 5.5]', async () => {
    decode.mockRejectedValueOnce(new Error('broken'));
    expect(await encodeBitmap(file)).toEqual({ problem: 'load' });
    encode.mockResolvedValueOnce(new Blob([], { type: 'image/jpeg' }));
    expect(await encodeBitmap(file)).toEqual({ problem: 'convert' });
    encode.mockResolvedValueOnce(new Blob(['x'], { type: 'image/png' }));
    expect(await encodeBitmap(file)).toEqual({ problem: 'convert' });
    encode.mockRejectedValueOnce(new Error('out of memory'));
    expect(await encodeBitmap(file)).toEqual({ problem: 'convert' });
    expect(close).toHaveBeenCalledTimes(3);
  });
});
