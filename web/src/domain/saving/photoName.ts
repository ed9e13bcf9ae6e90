import type { Photo } from '../photos/photosStore';

const LONGEST = 100;
/** What file systems refuse in a name: Windows's list, which is the longest, and control characters. */
const REFUSED = /[<>:"/\\|?*\p{Cc}]/gu;

const two = (value: number) => String(value).padStart(2, '0');

/** Returns what a file of this photo is called, without an extension: its name, else the day of its upload. */
export function fileStem(photo: Pick<Photo, 'name' | 'created_at'>): string {
  const plain = (photo.name ?? '').replace(REFUSED, ' ').replace(/\s+/g, ' ');
  const named = plain.slice(0, LONGEST).replace(/^[\s.]+|[\s.]+$/g, '');
  const day = photo.created_at;
  return named || `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
