/** Keeps the upscaler's hand light on small faces: of too few pixels it draws masks instead of features. */
import { clampRect, copyPicture, cutRaster, type Picture, pasteRaster, type Rect, scaledRect } from '../image/picture';
import { resample } from '../image/resample';
import type { Face } from '../networks/faceDetector';
import { blendEllipse, grownBox } from './faceArea';

/**
 * Longer side of a face's box, in pixels that the scan has of it. Up to the first the upscaler gets its least share,
 * from the second on its whole one. Chosen so that enlarged faces are as near the same faces in a larger photograph as
 * by bicubic interpolation, on clean scans and on grainy ones (`npm run bench:engine -- groups` judges it).
 */
const LEAST_AT_PX = 16;
const WHOLE_FROM_PX = 112;
const LEAST_SHARE = 0.25;

/** How much of the upscaler's usual share a face of `sizePx` takes, 0..1; grows with its size. */
function upscalerShare(sizePx: number): number {
  const grown = Math.min(1, Math.max(0, (sizePx - LEAST_AT_PX) / (WHOLE_FROM_PX - LEAST_AT_PX)));
  return LEAST_SHARE + (1 - LEAST_SHARE) * grown;
}

/** As `upscalerShare`, of a face found in a picture that was enlarged `scale` times. */
export const shareOf = ({ width, height }: Rect, scale: number): number =>
  upscalerShare(Math.max(width, height) / scale);

/**
 * The enlarged picture, its small faces taken back towards a plain bicubic enlargement of the source, with a soft rim.
 * All other pixels keep their bytes.
 * @param faces found in the enlarged picture
 */
export function easeSmallFaces(
  enlarged: Picture,
  { source, scale, faces }: { source: Picture; scale: 2 | 4; faces: readonly Face[] },
): Picture {
  const small = faces.filter((face) => shareOf(face, scale) < 1);
  if (small.length === 0) return enlarged;
  const out = copyPicture(enlarged);
  for (const face of small) {
    const from = clampRect(scaledRect(grownBox(face, enlarged), 1 / scale), source);
    const to = scaledRect(from, scale);
    const plain = resample(cutRaster(source, from), to.width, to.height, 'cubic');
    const blended = blendEllipse(cutRaster(out, to), plain, 1 - shareOf(face, scale));
    pasteRaster(out, blended, { ...to, left: 0, top: 0 }, to);
  }
  return out;
}
