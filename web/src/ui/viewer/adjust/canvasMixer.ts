import { adjustBlock, enlargedPart, type Maps, type Mask, type Mend, type Tint } from '@heirlight/imaging/adjust';
import type { Size } from '../camera';
import type { Mixer } from './mixer';

/** Fewer than a screen has, so that a slider still moves. */
const MOST_PX = 250_000;

function pixelsOf(sheet: HTMLCanvasElement, { width, height }: Size): Uint8ClampedArray<ArrayBuffer> {
  const pixels = sheet.getContext('2d')?.getImageData(0, 0, width, height).data;
  if (!pixels) throw new Error('The browser has no canvas');
  return pixels as Uint8ClampedArray<ArrayBuffer>;
}

/** For browsers without WebGL 2. */
export function createCanvasMixer(): Mixer {
  const canvas = document.createElement('canvas');
  let maps: Maps | null = null;
  let mask: Mask | null = null;
  let mend: Mend | null = null;
  let tint: Tint | null = null;
  let taken: { original: Uint8ClampedArray; result: Uint8ClampedArray; size: Size } | null = null;
  return {
    most: MOST_PX,
    setMaps(next) {
      maps = next;
    },
    setMask(next) {
      mask = next;
    },
    setMend(next) {
      mend = next;
    },
    setTint(next) {
      tint = next;
    },
    take(sheets, size, enlarged) {
      const original = enlarged
        ? enlargedPart(pixelsOf(sheets.before, enlarged.sheet), enlarged.sheet.width, enlarged, size)
        : pixelsOf(sheets.before, size);
      taken = { original, result: pixelsOf(sheets.after, size), size };
    },
    mix(adjustment, part) {
      if (!maps || !taken) return null;
      const { size, ...pixels } = taken;
      const out = new Uint8ClampedArray(pixels.result.length);
      adjustBlock({ ...pixels, ...size, part }, { ...maps, mask, mend, tint }, adjustment, out);
      if (canvas.width < size.width || canvas.height < size.height) Object.assign(canvas, size);
      canvas.getContext('2d')?.putImageData(new ImageData(out, size.width, size.height), 0, 0);
      return canvas;
    },
    close() {
      taken = null;
    },
  };
}
