/** The worker's side of `convertForeign.ts`. firebase.json lets this one file run WebAssembly: its decoders are that. */
import { colourPng } from './colourPng';
import type { ForeignRequest } from './convertForeign';
import { DecoderLost, decoderCode } from './decoderCode';
import { type ConvertReply, encodeLargest, offscreen } from './encodeBitmap';
import type { ForeignFormat } from './foreignFormat';
import type { Pixels } from './pixels';
import { ROW_WIDTH_PX, smallJpeg } from './smallJpeg';
import { sizeProblem } from './targetSize';

/** High: the picture is encoded once more when it is uploaded. */
const QUALITY = 0.95;

type Picture = CanvasImageSource & { width: number; height: number };

const bitmapOf = ({ data, width, height }: Pixels) => createImageBitmap(new ImageData(data, width, height));

const decoders: Readonly<Record<ForeignFormat, (bytes: ArrayBuffer) => Promise<Picture>>> = {
  async HEIC(bytes) {
    const { decodeHeic } = await decoderCode(import('./decodeHeic'));
    const { pixels, colour } = await decodeHeic(bytes);
    return colour ? createImageBitmap(colourPng(pixels, colour)) : bitmapOf(pixels);
  },
  async TIFF(bytes) {
    const { decodeTiff } = await decoderCode(import('./decodeTiff'));
    return bitmapOf(await decodeTiff(bytes));
  },
  // Every browser decodes it by itself.
  WebP() {
    throw new Error('broken');
  },
};

async function decode(file: Blob, format: ForeignFormat): Promise<Picture> {
  const own = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  return own ?? decoders[format](await file.arrayBuffer());
}

async function convert({ file, format, isSmall }: ForeignRequest): Promise<ConvertReply> {
  const picture = await decode(file, format);
  if (sizeProblem(picture) === 'tooManyPixels') return { problem: 'convert' };
  if (isSmall) return { blob: await smallJpeg(picture, ROW_WIDTH_PX), madeSmaller: null, scale: 1 };
  const encode = (canvas: OffscreenCanvas) => canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return encodeLargest(offscreen, encode, { source: picture, natural: picture, edit: null });
}

self.onmessage = async ({ data }: MessageEvent<ForeignRequest>) => {
  const reply: ConvertReply = await convert(data).catch((error: unknown) => {
    console.error('The photo could not be decoded', error);
    return { problem: error instanceof DecoderLost ? 'download' : 'load' };
  });
  self.postMessage(reply);
};
