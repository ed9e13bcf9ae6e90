import { isToolId, toolById } from '@heirlight/contract/tools';
import type { Photo } from '../../domain/photos/photosStore';
import { copy } from '../../lib/copy';

export type RestoredPhoto = Photo & { restored_url: string };

export function isRestored(photo: Photo): photo is RestoredPhoto {
  return photo.status === 'succeeded' && photo.restored_url !== null;
}

/** Limits of a card's shape, so that a panorama or a strip does not break the grid. Full Screen shows it whole. */
const NARROWEST_RATIO = 0.6;
const WIDEST_RATIO = 1.8;
const USUAL_RATIO = 0.8;

/** Width divided by height of the photograph itself. */
export function photoRatio({ restored_size, original_size }: Photo): number {
  const size = restored_size ?? original_size;
  return size && size.height > 0 ? size.width / size.height : USUAL_RATIO;
}

/** Width divided by height of the photograph's card. */
export function cardRatio(photo: Photo): number {
  return Math.min(WIDEST_RATIO, Math.max(NARROWEST_RATIO, photoRatio(photo)));
}

const uploadedFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Local date and time of the upload. */
export function uploadedAt(photo: Photo): string {
  return uploadedFormat.format(photo.created_at);
}

export function toolName({ tool }: Photo): string {
  return isToolId(tool) ? toolById(tool).name : '';
}

/** Returns why the restore failed and what to do about it, in plain words. */
export function failureText({ error }: Photo): string {
  return copy.errors[error?.code ?? 'provider_failed'] ?? copy.errors.provider_failed;
}

/** Returns how long the restore has run and usually takes. */
export function progressText(photo: Photo, now: number): string {
  const elapsed = Math.max(0, Math.round((now - photo.created_at.getTime()) / 1000));
  const typical = isToolId(photo.tool) ? toolById(photo.tool).typicalSeconds : 0;
  return elapsed > typical * 3 ? copy.gallery.overdue : copy.gallery.estimate(elapsed, typical);
}
