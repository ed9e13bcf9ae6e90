/**
 * The worker's side of `convertForeign.ts`. firebase.json lets this one file run WebAssembly: HEIC is decoded by it.
 */
import { type ConvertReply, isJpeg } from './encodeBitmap';
import type { ForeignFormat } from './foreignFormat';
import type { Pixels } from './pixels';
import { sizeProblem, targetSize } from './targetSize';

/** High: the picture is encoded once more when it is uploaded. */
const QUALITY = 0.95;

const decoders: Readonly<Record<ForeignFormat, () => Promise<(bytes: ArrayBuffer) => Pixels | Promise<Pixels>>>> = {
  HEIC: async () => (await import('./decodeHeic')).decodeHeic,
  TIFF: async () => (await import('./decodeTiff')).decodeTiff,
  // Every browser decodes it by itself.
  WebP: async () => () => {
    throw new Error('broken');
  },
};

async function decode(
  file: Blob,
  format: ForeignFormat,
): Promise<CanvasImageSource & { width: number; height: number }> {
  const own = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (own) return own;
  const decoder = await decoders[format]();
  const { data, width, height } = await decoder(await file.arrayBuffer());
  return createImageBitmap(new ImageData(data, width, height));
}

async function convert(file: Blob, format: ForeignFormat): Promise<ConvertReply> {
  const picture = await decode(file, format);
  if (sizeProblem(picture) === 'tooManyPixels') return { problem: 'convert' };
  const { width, height } = targetSize(picture);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return { problem: 'convert' };
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return isJpeg(blob) ? { blob } : { problem: 'convert' };
}

self.onmessage = async ({ data }: MessageEvent<{ file: Blob; format: ForeignFormat }>) => {
  const reply: ConvertReply = await convert(data.file, data.format).catch((error: unknown) => {
    console.error('The photo could not be decoded', error);
    return { problem: 'load' };
  });
  self.postMessage(reply);
};
