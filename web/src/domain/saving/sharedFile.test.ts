/** @jest-environment node */
import { PLAIN_RESULT, STROKE_STEPS, type Stroke } from '@heirlight/contract/adjustment';
import { expect, jest, test } from '@jest/globals';
import { sharedFile } from './sharedFile';
import type { SharedPhoto } from './shareLink';

const SIZE = { width: 120, height: 80 };
const MIDDLE = STROKE_STEPS / 2;
const BLUE = '#3b5f8a';
/** Only the first bytes of a picture are looked at. The number behind them is its grey. */
const JPEG = [0xff, 0xd8, 0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0];
const STORED: Record<string, number> = { 'https://storage/before': 90, 'https://storage/after': 150 };

interface Bitmap {
  width: number;
  height: number;
  grey: number;
  close: () => void;
}
/** What was written last, RGBA. */
let written = new Uint8ClampedArray();

/** A canvas that copies rows of one size, as files are made of them. */
class RowCanvas {
  private pixels = new Uint8ClampedArray();
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  readonly getContext = () => ({
    drawImage: ({ grey }: Bitmap) => {
      this.pixels = new Uint8ClampedArray(this.width * this.height * 4).fill(grey);
    },
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: this.pixels.slice(0, width * height * 4),
    }),
    putImageData: ({ data }: ImageData) => {
      this.pixels = data;
    },
  });
  readonly convertToBlob = async ({ type }: { type: string }) => {
    written = this.pixels;
    return new Blob([Uint8Array.from(JPEG)], { type });
  };
}

const parts = {
  OffscreenCanvas: RowCanvas,
  ImageData: class {
    constructor(readonly data: Uint8ClampedArray) {}
  },
  createImageBitmap: async (stored: Blob): Promise<Bitmap> => {
    const grey = new Uint8Array(await stored.arrayBuffer())[JPEG.length] ?? 0;
    return { ...SIZE, grey, close: () => undefined };
  },
};
Object.assign(globalThis, parts);
globalThis.fetch = jest.fn(async (url) => new Response(Uint8Array.from([...JPEG, STORED[String(url)] ?? 0])));

const photo = (strokes: Stroke[]): SharedPhoto => ({
  name: 'Mary',
  dateText: null,
  caption: null,
  tool: 'photoscaler',
  beforeUrl: 'https://storage/before',
  afterUrl: 'https://storage/after',
  ...SIZE,
  adjusted: { adjustment: { ...PLAIN_RESULT, strokes }, faces: [] },
});
const stroke = (change: Pick<Stroke, 'kind'> & Partial<Stroke>): Stroke => ({
  radius: 0.1,
  edges: false,
  points: [MIDDLE, MIDDLE],
  ...change,
});
const middle = () => {
  const at = ((SIZE.height / 2) * SIZE.width + SIZE.width / 2) * 4;
  return [...written.subarray(at, at + 3)] as [number, number, number];
};

test('what a link shows and saves has the colours that its owner painted by hand', async () => {
  const file = await sharedFile(photo([stroke({ kind: 'colour', colour: BLUE })]));
  expect([file.name, file.blob.type]).toEqual(['Mary.jpg', 'image/jpeg']);
  const [red, , blue] = middle();
  expect(blue - red).toBeGreaterThan(30);
  expect(await file.blob.text()).toContain('by hand');
});

test('what a link shows and saves has the original where its owner brought it back', async () => {
  await sharedFile(photo([stroke({ kind: 'protect', radius: 0.3 })]));
  expect(middle()).toEqual([90, 90, 90]);
  expect([...written.subarray(0, 3)]).toEqual([150, 150, 150]);
});
