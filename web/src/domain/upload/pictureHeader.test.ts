import { describe, expect, test } from '@jest/globals';
import { jpegBytes, pngBytes } from '../../test/pictureBytes';
import { readPictureHeader } from './pictureHeader';

describe('readPictureHeader', () => {
  test('reads type and size of a PNG and of a JPEG', () => {
    expect(readPictureHeader(pngBytes(640, 480))).toMatchObject({
      type: 'image/png',
      size: { width: 640, height: 480 },
    });
    expect(readPictureHeader(jpegBytes(1200, 800))).toMatchObject({
      type: 'image/jpeg',
      size: { width: 1200, height: 800 },
    });
  });

  test('returns null for a JPEG whose frame header is beyond the given bytes', () => {
    expect(readPictureHeader(jpegBytes(1200, 800).slice(0, 30))).toMatchObject({ type: 'image/jpeg', size: null });
  });

  test('reads a PNG cut off right after its size', () => {
    const size = { width: 640, height: 480 };
    expect(readPictureHeader(pngBytes(640, 480).slice(0, 24))).toMatchObject({ type: 'image/png', size });
    expect(readPictureHeader(pngBytes(640, 480).slice(0, 23))).toMatchObject({ type: 'image/png', size: null });
  });

  test.each([0xc4, 0xc8, 0xcc])('marker %i lies among those of frames, but is none', (marker) => {
    const bytes = jpegBytes(1200, 800);
    bytes[21] = marker;
    expect(readPictureHeader(bytes)?.size).toEqual({ width: 1200, height: 800 });
  });

  test.each([
    ['nothing', []],
    ['GIF', [...'GIF89a'].map((letter) => letter.charCodeAt(0))],
    ['SVG', [...'<svg xmlns='].map((letter) => letter.charCodeAt(0))],
    ['HTML', [...'<!doctype html>'].map((letter) => letter.charCodeAt(0))],
  ])('%s is neither', (_, bytes) => {
    expect(readPictureHeader(Uint8Array.from(bytes))).toBeNull();
  });

  test('survives broken JPEGs', () => {
    expect(readPictureHeader(Uint8Array.of(0xff, 0xd8, 0xff))).toMatchObject({ type: 'image/jpeg', size: null });
    expect(readPictureHeader(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0))?.size).toBeNull();
    const padded = Uint8Array.of(0xff, 0xd8, 0xff, 0xff, 0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30);
    expect(readPictureHeader(padded)?.size).toEqual({ height: 20, width: 30 });
  });
});
