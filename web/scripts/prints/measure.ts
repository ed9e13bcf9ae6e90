import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Pixels } from '../../src/domain/prepare/pixels';
import { distance, type Quad } from '../../src/domain/prepare/quad';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Reads a picture by its path, from the repository's root if it is relative, at most `longest` pixels long. */
export async function readPicture(file: string, longest = 1600): Promise<Pixels> {
  const { data, info } = await sharp(path.resolve(ROOT, file))
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

/** Returns how far off the worst corner is, in parts of the picture's diagonal, whichever corner is called the first. */
export function errorOf(found: Quad, truth: Quad, { width, height }: Pixels): number {
  const worst = (shift: number) =>
    Math.max(
      ...truth.map(({ x, y }, index) => {
        const corner = found[(index + shift) % 4] ?? found[0];
        return distance({ x: corner.x * width, y: corner.y * height }, { x: x * width, y: y * height });
      }),
    );
  return Math.min(worst(0), worst(1), worst(2), worst(3)) / Math.hypot(width, height);
}
