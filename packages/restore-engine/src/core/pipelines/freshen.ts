/**
 * Cleans at the same size: shrinks until softness and noise vanish, lets the network enlarge again, returns to size.
 * The result is what the network believes the scene to be; callers blend it in as far as the original is bad.
 */
import type { JobContext } from '../context';
import type { Raster } from '../image/picture';
import { resample } from '../image/resample';
import { enlargeFour, enlargeTwo, UPSCALER_FACTOR } from '../networks/upscaler';

/** @param shrink how many times smaller the network sees it, above 1 and at most 4. */
export async function freshen(context: JobContext, piece: Raster, shrink: number): Promise<Raster> {
  const width = Math.max(4, Math.round(piece.width / shrink));
  const height = Math.max(4, Math.round(piece.height / shrink));
  const small = resample(piece, width, height, 'area');
  if (width * 2 === piece.width && height * 2 === piece.height) return await enlargeTwo(context.models, small);
  const large = await enlargeFour(context.models, small);
  return resample(large, piece.width, piece.height, shrink > UPSCALER_FACTOR ? 'cubic' : 'area');
}
