import { factsOf, type PictureType } from '@heirlight/imaging/metadata';
import { safeName } from '../../lib/safeName';
import { adjustmentOf } from '../photos/adjustments';
import { fileStem } from '../photos/photoFiles';
import type { Photo } from '../photos/photosStore';
import { type ConvertRequest, convertPicture } from './convertPicture';
import type { ConvertAnswer } from './convertWorker';
import { fetchPicture } from './fetchPicture';
import type { ShareDeps } from './shareLink';
import { signedPicture } from './signedPicture';

export type SaveFormat = 'png' | 'jpeg' | 'webp';

export const FILE_TYPES: Readonly<Record<SaveFormat, { type: PictureType; extension: string }>> = {
  png: { type: 'image/png', extension: 'png' },
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  webp: { type: 'image/webp', extension: 'webp' },
};

/** Returns null if the worker itself could not run, which says nothing about the picture. */
async function inWorker(request: ConvertRequest): Promise<ConvertAnswer | null> {
  const worker = new Worker(new URL('./convertWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ConvertAnswer>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

/** As `convertPicture`, in a worker where the browser can. */
export async function converted(request: ConvertRequest): Promise<Blob> {
  const answer = typeof OffscreenCanvas === 'undefined' ? null : await inWorker(request).catch(() => null);
  if (!answer) return convertPicture(request);
  if ('blob' in answer) return answer.blob;
  throw new Error(answer.error);
}

export interface SavedFile {
  name: string;
  blob: Blob;
  /** Whether it carries Content Credentials. */
  isSigned: boolean;
}

/**
 * Returns the restored picture in a type: signed by the server where the operator gives a certificate, else, and always
 * where it is adjusted by hand, made on this device.
 *
 * @param load fetches the stored result
 * @throws Error if a picture cannot be fetched, or the browser cannot encode the type
 */
export async function signedOrMade(
  photo: Photo,
  type: PictureType,
  { deps, load }: { deps: ShareDeps; load: () => Promise<Blob> },
): Promise<Pick<SavedFile, 'blob' | 'isSigned'>> {
  const adjustment = adjustmentOf(photo);
  const signed = adjustment ? null : await signedPicture(photo, type, deps);
  if (signed) return { blob: signed, isSigned: true };
  const byHand = adjustment && {
    adjustment,
    original: await fetchPicture(photo.original_url),
    faces: photo.faces ?? [],
  };
  const blob = await converted({ stored: await load(), byHand, type, facts: factsOf(photo, adjustment) });
  return { blob, isSigned: false };
}

/**
 * Returns the restored picture as a file to keep: really of this format, in full size and quality, as it is adjusted by
 * hand, with date, name, caption and how it was made inside. A PNG is named as the specification says, other files by
 * the photo.
 *
 * @throws Error if the photo has no result, it cannot be fetched, or the browser cannot encode the format
 */
export async function fileForSaving(photo: Photo, format: SaveFormat, deps: ShareDeps): Promise<SavedFile> {
  const { restored_url: url } = photo;
  if (!url) throw new Error(`The photo ${photo.id} has no result`);
  const { type, extension } = FILE_TYPES[format];
  const picture = await signedOrMade(photo, type, { deps, load: () => fetchPicture(url) });
  const stem = format === 'png' ? `restored-${photo.id}` : safeName(fileStem(photo));
  return { name: `${stem}.${extension}`, ...picture };
}
