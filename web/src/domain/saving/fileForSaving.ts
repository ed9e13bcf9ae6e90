import type { Adjustment } from '@heirlight/contract/adjustment';
import { factsOf, type PictureType } from '@heirlight/imaging/metadata';
import { pictureShown } from '../../lib/firstPicture';
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

/** More than there are cards in the page. */
const MOST_KEPT = 100;
/** URLs of what was made, by what it was made of. */
const kept = new Map<string, string>();
/** They are made one after the other. */
let turn: Promise<void> = Promise.resolve();

/** URLs of what is mixed, as small as they are stored. */
const partsOf = ({ files, original_url, restored_url }: Photo) =>
  [files.original.thumbnail?.url ?? original_url, files.restored.thumbnail?.url ?? restored_url ?? ''] as const;

async function make(photo: Photo, adjustment: Adjustment): Promise<string> {
  const [before, after] = partsOf(photo);
  const [original, stored] = await Promise.all([fetchPicture(before), fetchPicture(after)]);
  const byHand = { adjustment, faces: photo.faces ?? [], original };
  return URL.createObjectURL(
    await converted({ stored, byHand, type: 'image/jpeg', facts: factsOf(photo, adjustment) }),
  );
}

function keep(key: string, url: string): void {
  kept.set(key, url);
  const [oldest] = kept;
  if (kept.size <= MOST_KEPT || !oldest) return;
  kept.delete(oldest[0]);
  URL.revokeObjectURL(oldest[1]);
}

/**
 * Calls `show` with the URL of a small picture of the result as it is adjusted by hand, unless it is no longer wanted
 * when its turn comes; with null if it cannot be made.
 */
export function showAdjusted(
  photo: Photo,
  adjustment: Adjustment,
  isWanted: () => boolean,
  show: (url: string | null) => void,
): void {
  const key = JSON.stringify([partsOf(photo), adjustment]);
  const showIfWanted = (url: string | null) => {
    if (isWanted()) show(url);
  };
  const known = kept.get(key);
  if (known) {
    showIfWanted(known);
    return;
  }
  turn = turn.then(pictureShown).then(async () => {
    if (!isWanted()) return;
    try {
      if (!kept.has(key)) keep(key, await make(photo, adjustment));
      showIfWanted(kept.get(key) ?? null);
    } catch (error) {
      console.error('The adjusted photo is shown as it was restored', error);
      showIfWanted(null);
    }
  });
}
