import { SCREEN_SIDE_PX, THUMBNAIL_SIDE_PX } from '@heirlight/contract/limits';
import type { PictureSize } from '@heirlight/contract/photo';
import type { PhotoFiles } from '@heirlight/contract/photoFiles';
import { isToolId, toolById } from '@heirlight/contract/tools';
import { copy } from '../../copy/copy';
import type { Photo } from '../../domain/photos/photosStore';
import { dateLocale } from '../../lib/dateLocale';
import type { Picture } from '../../ui/compare/CompareSlider';
import { photoCopy } from './photoCopy';

export type RestoredPhoto = Photo & { restored_url: string };

export function isRestored(photo: Photo): photo is RestoredPhoto {
  return photo.status === 'succeeded' && photo.restored_url !== null;
}

/** URL of the smallest picture of the original. */
export function smallOriginal({ files, original_url }: Photo): string {
  return files.original.thumbnail?.url ?? original_url;
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

/** Width in px of a picture that was reduced until its long side is at most `sidePx`. */
function reducedWidth({ width, height }: PictureSize, sidePx: number): number {
  return Math.round(width * Math.min(1, sidePx / Math.max(width, height)));
}

interface Files {
  /** The whole file's URL. */
  whole: string;
  shown: PhotoFiles['original'];
  size: PictureSize | null;
}

/** An older photo has nothing between its thumbnail and the whole file. */
function asLargeAs(sizes: string, { whole, shown, size }: Files): Picture {
  const [thumbnail, screen] = [shown.thumbnail?.url, shown.screen?.url];
  const picture: Picture = { src: screen ?? whole, poster: thumbnail ?? null };
  if (!screen || !thumbnail || !size) return picture;
  const candidate = (url: string, sidePx: number) => `${url} ${reducedWidth(size, sidePx)}w`;
  const srcSet = [candidate(thumbnail, THUMBNAIL_SIDE_PX), candidate(screen, SCREEN_SIDE_PX)].join(', ');
  return { ...picture, srcSet, sizes };
}

/** The pictures that fill `width`, a CSS length. The browser chooses by its pixels; the whole files are for saving. */
export function fillingWindow(photo: RestoredPhoto, width: string): { before: Picture; after: Picture } {
  const before = {
    whole: photo.original_url,
    shown: photo.files.original,
    size: photo.original_size,
  };
  const after = {
    whole: photo.restored_url,
    shown: photo.files.restored,
    size: photo.restored_size,
  };
  return { before: asLargeAs(width, before), after: asLargeAs(width, after) };
}

const uploadedFormat = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });

/** Local date and time of the upload. */
export function uploadedAt(photo: Photo): string {
  return uploadedFormat.format(photo.created_at);
}

const dayFormat = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' });

/** What stands above a card's other words: what the photo is called, else the day of its upload. */
export function headingOf({ name, created_at }: Photo): string {
  return name ?? photoCopy.unnamed(dayFormat.format(created_at));
}

/** Tells a photo from the others for those who do not see it: its name, else the time of its upload. */
export function photoName(photo: Photo): string {
  return photo.name ?? copy.gallery.photoAlt(uploadedAt(photo));
}

export function toolName({ tool }: Photo): string {
  return isToolId(tool) ? toolById(tool).name : '';
}

/** What the sentences of failures offer. It can be had once: a photo that was brought back was given back before. */
const REFUND_OFFERED = /, or delete .+/;

/** Returns why the restore failed and what to do about it, in plain words. */
export function failureText({ error, is_refunded }: Photo): string {
  const text = copy.errors[error?.code ?? 'provider_failed'] ?? copy.errors.provider_failed;
  return is_refunded ? text.replace(REFUND_OFFERED, '.') : text;
}
