// Why: docs/decisions/2026-11-25-prints-and-formats-on-the-device.md
import { MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { askWorker } from './askWorker';
import { DecoderLost } from './decoderCode';
import type { ConvertReply } from './encodeBitmap';
import type { ForeignFormat } from './foreignFormat';
import type { PixelSize } from './targetSize';

/** The photo as a JPEG, its size if it has fewer pixels than its file, and how many in a row became of each. */
export interface Converted {
  file: File;
  madeSmaller: PixelSize | null;
  scale: number;
}

export interface ForeignRequest {
  file: Blob;
  format: ForeignFormat;
  /** Whether a small picture of it is wanted (smallJpeg.ts). */
  isSmall: boolean;
}

const ask = (request: ForeignRequest) =>
  askWorker<ConvertReply>(
    () => new Worker(new URL('./foreignWorker.ts', import.meta.url), { type: 'module' }),
    request,
  );

/** Returns a small JPEG of a photo (smallJpeg.ts), or null if it cannot be read. It decodes the whole picture for that. */
export async function smallOfForeign(file: Blob, format: ForeignFormat): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const reply = await ask({ file, format, isSmall: true });
  return reply && 'blob' in reply ? reply.blob : null;
}

/**
 * Returns the photo as a JPEG file of the same name, made on this device: upright, its first page, 8 bits a colour.
 *
 * @throws Error if it is broken, or coded in a way that cannot be read here; DecoderLost if that could not be found out
 */
export async function convertForeign(file: File, format: ForeignFormat): Promise<Converted> {
  const reply = await ask({ file, format, isSmall: false });
  if (!reply) throw new DecoderLost(`${format}: the worker did not run`);
  if ('problem' in reply) {
    const { problem } = reply;
    throw problem === 'download' ? new DecoderLost(`${format}: no decoder`) : new Error(`${format}: ${problem}`);
  }
  if (reply.blob.size > MAX_UPLOAD_BYTES) throw new Error(`${format}: larger than an upload may be`);
  const { madeSmaller, scale } = reply;
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
  return { file: new File([reply.blob], name, { type: 'image/jpeg' }), madeSmaller, scale };
}

/** Returns whether this browser draws the picture by itself. It decodes the whole picture for that. */
export async function drawsItself(file: Blob): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
