/** Clears up faces and nothing else. */
import type { Advance, JobContext } from '../context';
import { blurOf, noiseOf } from '../image/measure';
import { copyPicture, cutRaster, floatLumaAt, type Picture, pasteRaster, type Raster } from '../image/picture';
import type { Face } from '../networks/faceDetector';
import { restoreFace } from '../networks/faceRestorer';
import { blendEllipse, grownBox } from './faceArea';
import { freshen } from './freshen';
import { shareOf } from './smallFaces';

/**
 * Longest side of a face piece for the network, in pixels. Larger faces are treated at this size and get their detail
 * back.
 */
const MAX_PIECE_PX = 900;
/** A smaller share of the network's picture than this nobody would see; such faces keep their bytes. */
const LEAST_SHARE = 0.05;

export interface FaceTreatment {
  /** Least share of the network's picture, where a face needs little. */
  least: number;
  /** Most share, where a face is very soft or noisy. */
  most: number;
  /** How many times the picture has been enlarged: its grain is as wide as its softness and reads as calm. */
  enlargedBy?: 2 | 4;
}

/** A copy of the picture with these faces cleared. Pixels outside the ellipse round each face keep their bytes. */
export async function clearFaces(
  context: JobContext,
  picture: Picture,
  faces: readonly Face[],
  { least, most, enlargedBy }: FaceTreatment,
  advance: Advance,
): Promise<Picture> {
  const out = copyPicture(picture);
  for (const [index, face] of faces.entries()) {
    advance(index / faces.length);
    const area = grownBox(face, picture);
    const piece = cutRaster(picture, area);
    const { shrink, need } = diagnose(piece, enlargedBy !== undefined);
    const share = (least + (most - least) * need) * (enlargedBy ? shareOf(face, enlargedBy) : 1);
    if (share < LEAST_SHARE) continue;
    const cleared =
      (await restoreFace(context.models, piece)) ??
      (await freshen(context, piece, Math.max(shrink, Math.max(area.width, area.height) / MAX_PIECE_PX)));
    const blended = blendEllipse(piece, cleared, share);
    pasteRaster(out, blended, { left: 0, top: 0, width: area.width, height: area.height }, area);
  }
  advance(1);
  return out;
}

/** How much smaller the face is sharp, and how badly it needs help, 0..1. */
function diagnose(piece: Raster, enlarged: boolean): { shrink: number; need: number } {
  const luma = { ...piece, channels: 1, data: new Float32Array(piece.width * piece.height) };
  for (let i = 0; i < luma.data.length; i++) luma.data[i] = floatLumaAt(piece.data, i * 3);
  const blur = blurOf(luma);
  const noise = noiseOf(luma);
  const softness = Math.min(1, Math.max(0, (blur - 0.9) / 1.4));
  const grain = Math.min(1, Math.max(0, (noise - 2.5) / 8));
  // Grain goes when the network sees a smaller face. A face that is only soft loses by that.
  const noisy = enlarged ? 1 : Math.min(1, grain / 0.25);
  const shrink = Math.min(3, Math.max(1.5, blur * (0.8 + 0.4 * noisy)));
  return { shrink, need: Math.max(softness * (0.6 + 0.4 * noisy), grain) };
}
