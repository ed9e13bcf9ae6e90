/** The photographs that damage is measured on. They are not in the repository: `photos.csv` says where they are from. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Picture } from '../../src/core/image/picture';
import { decodePicture } from '../../src/node/decode';
import { packageRoot } from '../../src/testing/workerBundle';

/** Development photographs may be looked at to choose thresholds and networks. Locked ones only judge. */
export type PhotoSet = 'development' | 'locked';

export interface ListedPhoto {
  file: string;
  set: PhotoSet;
  /** Whether damage is drawn on it, or it must stay as it is. */
  use: 'aged' | 'sound';
  sha256: string;
  /** An address, or a path in this package. */
  source: string;
}

const listFile = path.join(packageRoot(), 'bench', 'damage', 'photos.csv');

export function listedPhotos(set: PhotoSet): ListedPhoto[] {
  const [, ...rows] = readFileSync(listFile, 'utf8').trim().split('\n');
  return rows.map(photoOf).filter((photo) => photo.set === set);
}

function photoOf(row: string): ListedPhoto {
  const [file, set, use, sha256, source] = row.split(',');
  if (!file || !sha256 || !source) throw new Error(`This row of photos.csv is not complete: ${row}`);
  if (set !== 'development' && set !== 'locked') throw new Error(`${file} belongs to no set.`);
  if (use !== 'aged' && use !== 'sound') throw new Error(`${file} has no use.`);
  return { file, set, use, sha256, source };
}

/**
 * @param folder holds the photographs of the list, under their names there
 * @throws Error that says where to get the photograph, if it is missing or another than listed
 */
export async function openPhoto({ file, sha256, source }: ListedPhoto, folder: string): Promise<Picture> {
  const inside = path.join(packageRoot(), source);
  const place = existsSync(inside) ? inside : path.join(folder, file);
  if (!existsSync(place)) throw new Error(`${place} is missing. It is from ${source}.`);
  const bytes = readFileSync(place);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${place} is not as listed.`);
  return await decodePicture(bytes);
}
