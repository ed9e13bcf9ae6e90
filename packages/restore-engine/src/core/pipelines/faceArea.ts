/** Where a face is, the part of a picture that is treated for it, and how that goes back without a seam. */
import { at, clampRect, type Picture, type Raster, type Rect } from '../image/picture';

/** The box grows by this on every side: the detector's box ends at chin and brow, a face does not. */
const GROW = 0.3;
/** The face's ellipse, in the box's widths and heights from its middle. */
const FACE_RADIUS = 0.52;

/** The pixels of an ellipse over a face: of the face itself, or by a larger radius of what is round it. */
export function pixelsOf(
  face: Rect,
  { width, height }: Pick<Raster, 'width' | 'height'>,
  radius: number = FACE_RADIUS,
): number[] {
  const middle = { x: face.left + face.width / 2, y: face.top + face.height / 2 };
  const [across, down] = [face.width * radius, face.height * radius];
  const box = clampRect(
    { left: middle.x - across, top: middle.y - down, width: 2 * across, height: 2 * down },
    { width, height },
  );
  const pixels: number[] = [];
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const [aside, below] = [(x + 0.5 - middle.x) / face.width, (y + 0.5 - middle.y) / face.height];
      if (Math.hypot(aside, below) < radius) pixels.push(y * width + x);
    }
  }
  return pixels;
}

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
