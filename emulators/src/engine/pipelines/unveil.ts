/**
 * Translucent letters can be taken off instead of painted over: what shines through them is still the photograph. A pixel under a veil is
 * `photo * through + ink`, with one `through` and one `ink` for the whole line.
 */
import { dilate, erode, type Mask } from '../image/mask';
import { at, type Picture, type Raster } from '../image/picture';

export interface Unveiled {
  /** The piece with the veil taken off inside the letters. */
  piece: Raster;
  /** The letters' rims, where paint and photograph mix unevenly: still to be painted over. */
  rim: Mask;
}

/** A veil lets at least and at most this share of the photograph through. */
const LEAST_THROUGH = 0.25;
const MOST_THROUGH = 0.93;
/** How well one veil must explain all letter pixels: 1 is perfectly. */
const LEAST_AGREEMENT = 0.6;

/**
 * @param background what the piece looks like without its letters, roughly
 * @returns undefined where the letters are opaque or no single veil explains them
 */
export function unveil(piece: Raster, background: Picture, letters: Mask): Unveiled | undefined {
  const inside = erode(letters, 1);
  const veils = [0, 1, 2].map((c) => fitVeil(piece, background, { inside, channel: c }));
  const usable = veils.every(
    ({ through, agreement }) => through > LEAST_THROUGH && through < MOST_THROUGH && agreement > LEAST_AGREEMENT,
  );
  if (!usable) return undefined;
  const out = { ...piece, data: Float32Array.from(piece.data) };
  for (let i = 0; i < inside.data.length; i++) {
    if (!inside.data[i]) continue;
    for (const [c, { through, ink }] of veils.entries()) {
      out.data[i * 3 + c] = Math.min(255, Math.max(0, (at(piece.data, i * 3 + c) - ink) / through));
    }
  }
  const wider = dilate(letters, 1);
  return { piece: out, rim: { ...letters, data: wider.data.map((value, i) => (value && !inside.data[i] ? 1 : 0)) } };
}

interface Veil {
  through: number;
  ink: number;
  /** Squared correlation of the letters' pixels with the background's. */
  agreement: number;
}

/** Least squares of the letters' pixels against the background's. */
function fitVeil(piece: Raster, background: Picture, { inside, channel }: { inside: Mask; channel: number }): Veil {
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < inside.data.length; i++) {
    if (!inside.data[i]) continue;
    const [x, y] = [at(background.data, i * 3 + channel), at(piece.data, i * 3 + channel)];
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  const [varX, varY, cov] = [sxx / n - (sx / n) ** 2, syy / n - (sy / n) ** 2, sxy / n - (sx / n) * (sy / n)];
  if (n < 30 || varX < 1 || varY < 1) return { through: 0, ink: 0, agreement: 0 };
  // Both sides are noisy: the regression that treats them alike, or the veil would seem thicker than it is.
  const through = Math.sqrt(varY / varX) * Math.sign(cov);
  return { through, ink: sy / n - (through * sx) / n, agreement: (cov * cov) / (varX * varY) };
}
