import type { Locator, Page } from '@playwright/test';

export interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8ClampedArray<ArrayBuffer>;
}

const fromBase64 = (text: string) => new Uint8ClampedArray(Buffer.from(text, 'base64'));

/** Returns the pixels in the middle of a canvas; the page must be able to read it. */
export async function middleOf(canvas: Locator, { width, height }: { width: number; height: number }): Promise<Pixels> {
  const data = await canvas.evaluate(
    (node, [wide = 0, high = 0]) => {
      const { width: whole, height: tall } = node as HTMLCanvasElement;
      const context = (node as HTMLCanvasElement).getContext('2d');
      const pixels = context?.getImageData((whole - wide) / 2, (tall - high) / 2, wide, high).data ?? [];
      let text = '';
      for (const byte of pixels) text += String.fromCharCode(byte);
      return btoa(text);
    },
    [width, height],
  );
  return { width, height, data: fromBase64(data) };
}

/** Returns the pixels of a stored picture as the browser decodes it. */
export async function decodedIn(page: Page, url: string): Promise<Pixels> {
  const { data, ...size } = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    let text = '';
    for (const byte of context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])
      text += String.fromCharCode(byte);
    return { width: bitmap.width, height: bitmap.height, data: btoa(text) };
  }, url);
  return { ...size, data: fromBase64(data) };
}

/** Returns the pixels of an image on the page, whose URL the page need not be allowed to fetch. */
export async function pixelsOf(image: Locator): Promise<Pixels> {
  const { data, ...size } = await image.evaluate(async (node) => {
    const bitmap = await createImageBitmap(node as HTMLImageElement);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    let text = '';
    for (const byte of context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])
      text += String.fromCharCode(byte);
    return { width: bitmap.width, height: bitmap.height, data: btoa(text) };
  });
  return { ...size, data: fromBase64(data) };
}

/** By how much the colours of two pictures of one size differ at most. */
export const furthest = (one: Pixels, other: Pixels): number =>
  one.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (other.data[at] ?? Number.NaN))), 0);
