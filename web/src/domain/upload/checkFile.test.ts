import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { describe, expect, jest, test } from '@jest/globals';
import { jpegBytes, pictureFile, pngBytes } from '../../test/pictureBytes';
import { checkFile } from './checkFile';

const text = (content: string) => Uint8Array.from([...content].map((letter) => letter.charCodeAt(0)));
const ofSize = (bytes: number) => {
  const file = pictureFile(jpegBytes(800, 600));
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

describe('checkFile', () => {
  test('takes PNG and JPG, also when nothing declares the type [spec 5.1, 9.2]', async () => {
    expect(await checkFile(pictureFile(jpegBytes(800, 600)))).toBeNull();
    expect(await checkFile(pictureFile(pngBytes(800, 600), 'a.png', 'image/png'))).toBeNull();
    expect(await checkFile(pictureFile(pngBytes(800, 600), 'pasted', ''))).toBeNull();
  });

  test('takes a photo whose size is not in its first bytes', async () => {
    expect(await checkFile(pictureFile(jpegBytes(800, 600).slice(0, 30)))).toBeNull();
  });

  test('25 MB is the last size taken [spec 5.1, 9.1]', async () => {
    expect(await checkFile(ofSize(MAX_UPLOAD_BYTES))).toBeNull();
    expect(await checkFile(ofSize(MAX_UPLOAD_BYTES + 1))).toBe('tooLarge');
  });

  test.each([
    ['HTML named .jpg', pictureFile(text('<!doctype html><script>'), 'a.jpg')],
    ['SVG named .png', pictureFile(text('<svg/>'), 'a.png', 'image/png')],
    ['an empty file', pictureFile(new Uint8Array(0))],
  ])('refuses %s [spec 5.1, 5.3, 9.2]', async (_, file) => {
    expect(await checkFile(file)).toBe('wrongType');
  });

  test.each([
    ['a.gif', 'image/gif'],
    ['a.heic', 'image/heic'],
    ['a.webp', 'image/webp'],
    ['a.tif', 'image/tiff'],
    ['a.txt', 'text/plain'],
    ['a', 'application/octet-stream'],
  ])('takes a JPG and a PNG named %s', async (name, type) => {
    expect(await checkFile(pictureFile(jpegBytes(800, 600), name, type))).toBeNull();
    expect(await checkFile(pictureFile(pngBytes(800, 600), name, type))).toBeNull();
  });

  test('a HEIC named .jpg is no JPG: it is offered to be converted', async () => {
    const heic = Uint8Array.from(readFileSync(path.join(__dirname, '../../../testdata/q-p3.heic')));
    expect(await checkFile(pictureFile(heic))).toBe('wrongType');
  });

  test('a PNG in Apple’s own form is refused as what it is', async () => {
    const apples = Uint8Array.from(readFileSync(path.join(__dirname, '../../../testdata/p-cgbi.png')));
    expect(await checkFile(pictureFile(apples, 'icon.png', 'image/png'))).toBe('applePng');
  });

  test('a folder, or a file deleted after it was picked, is reported as unreadable', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const gone = pictureFile(jpegBytes(800, 600));
    gone.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotFoundError')) });
    expect(await checkFile(gone)).toBe('unreadable');
    log.mockRestore();
  });

  test('refuses decompression bombs and tiny pictures by their header', async () => {
    expect(await checkFile(pictureFile(pngBytes(14_000, 14_000), 'a.png', 'image/png'))).toBe('tooManyPixels');
    expect(await checkFile(pictureFile(jpegBytes(1, 1)))).toBe('tooSmall');
  });
});
