/** The part of a picture that is treated for a face, and how it goes back without a seam. */
import { at, clampRect, type Picture, type Raster, type Rect } from '../image/picture';

/** The box grows by this on every side: the detector's box ends at chin and brow, a face does not. */
const GROW = 0.3;

/** The face's box with room for hair, chin and ears, within the picture. */
export function grownBox(face: Rect, picture: Picture): Rect {
  const growX = face.width * GROW;
  const growY = face.height * GROW;
  const grown = {
    left: face.left - growX,
    top: face.top - growY,
    width: face.width + 2 * growX,
    height: face.height + 2 * growY,
  };
  return clampRect(grown, picture);
}

/** Full share in the middle, none at the rim of the piece; exactly none outside the ellipse. */
export function blendEllipse(piece: Raster, cleared: Raster, share: number): Raster {
  const out = { ...piece, data: new Float32Array(piece.data) };
  for (let y = 0; y < piece.height; y++) {
    for (let x = 0; x < piece.width; x++) {
      const distance = Math.hypot((x + 0.5) / piece.width - 0.5, (y + 0.5) / piece.height - 0.5) * 2;
      const weight = share * Math.min(1, Math.max(0, (1 - distance) / 0.3));
      if (weight === 0) continue;
      for (let i = (y * piece.width + x) * 3, end = i + 3; i < end; i++) {
        out.data[i] = at(piece.data, i) * (1 - weight) + at(cleared.data, i) * weight;
      }
    }
  }
  return out;
}
