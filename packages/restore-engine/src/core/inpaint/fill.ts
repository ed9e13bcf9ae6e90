/** Fills marked pixels: thin damage from its rims, wide holes by invention. */
import type { JobContext } from '../context';
import { componentsOf, dilate, type Mask, wideParts } from '../image/mask';
import { noiseOf } from '../image/measure';
import { byteAt, clampRect, copyPicture, createPicture, lumaOf, type Picture, type Rect } from '../image/picture';
import { inventMissing } from '../networks/inpainter';
import { calmRim } from './calmRim';
import { clearColour } from './clearColour';
import { bringGrain } from './fillGrain';
import { inpaintThinPlate } from './thinPlate';

/**
 * Holes at least twice this wide, in pixels per 1000 of the long side, are invented; others are filled from their rims.
 */
const WIDE_RADIUS_PER_1000_PX = 6;
/** A hole is shown to the network with this many times its size around it, and at least LEAST_WINDOW_PX. */
const WINDOW_FACTOR = 2.4;
const LEAST_WINDOW_PX = 320;
/** Invention takes a third of a second per window. Holes beyond this number are filled from their rims. */
const MOST_WINDOWS = 12;

interface FillOptions {
  /** Whether to remove the marks' colour from the pixels beside them (`clearColour`). */
  clearsColour?: boolean;
}

/** Returns a copy with every marked pixel filled, and as grainy as the ground. Others keep their bytes; with `clearsColour`, their brightness. */
export async function fillHoles(
  context: JobContext,
  picture: Picture,
  mask: Mask,
  { clearsColour = false }: FillOptions = {},
): Promise<Picture> {
  const out = copyPicture(picture);
  const options = { noise: noiseOf(lumaOf(picture)), checkpoint: context.checkpoint };
  calmRim(out, mask, options);
  inpaintThinPlate(out, mask.data, { checkpoint: context.checkpoint });
  for (let i = 0; i < out.data.length; i++) if (!mask.data[Math.floor(i / 3)]) out.data[i] = byteAt(picture.data, i);
  if (clearsColour) clearColour(out, mask, context.checkpoint);
  await inventWide(context, out, mask);
  bringGrain(out, mask, options);
  return out;
}

/** Invents what is wide of the marks, in place, if a network is installed. */
async function inventWide(context: JobContext, picture: Picture, mask: Mask): Promise<void> {
  const radius = Math.max(6, Math.round((WIDE_RADIUS_PER_1000_PX * Math.max(picture.width, picture.height)) / 1000));
  const wide = wideParts(mask, radius);
  const holes = componentsOf(dilate(wide, 2)).sort((a, b) => b.pixels.length - a.pixels.length);
  for (const hole of holes.slice(0, MOST_WINDOWS)) {
    const open = hole.pixels.some((pixel) => wide.data[pixel]);
    if (!open) continue;
    context.checkpoint();
    const filled = await fillWindow(context, picture, { mask, wide, window: windowAround(hole, picture) });
    if (!filled) return;
  }
}

function windowAround(hole: { left: number; top: number; right: number; bottom: number }, picture: Picture): Rect {
  const side = Math.max(LEAST_WINDOW_PX, Math.max(hole.right - hole.left, hole.bottom - hole.top) * WINDOW_FACTOR);
  const left = Math.min(Math.max(0, (hole.left + hole.right - side) / 2), Math.max(0, picture.width - side));
  const top = Math.min(Math.max(0, (hole.top + hole.bottom - side) / 2), Math.max(0, picture.height - side));
  return clampRect({ left, top, width: side, height: side }, picture);
}

/** Invents the wide holes in one window and clears them in `wide`. Returns false if no network is installed. */
async function fillWindow(
  context: JobContext,
  picture: Picture,
  { mask, wide, window }: { mask: Mask; wide: Mask; window: Rect },
): Promise<boolean> {
  const piece = createPicture(window.width, window.height);
  const holes: Mask = {
    width: window.width,
    height: window.height,
    data: new Uint8Array(window.width * window.height),
  };
  for (let y = 0; y < window.height; y++) {
    const from = (window.top + y) * picture.width + window.left;
    piece.data.set(picture.data.subarray(from * 3, (from + window.width) * 3), y * window.width * 3);
    holes.data.set(wide.data.subarray(from, from + window.width), y * window.width);
  }
  const filled = await inventMissing(context.models, piece, holes);
  if (!filled) return false;
  for (let y = 0; y < window.height; y++) {
    for (let x = 0; x < window.width; x++) {
      const i = y * window.width + x;
      const pixel = (window.top + y) * picture.width + window.left + x;
      if (!holes.data[i] || !mask.data[pixel]) continue;
      picture.data.set(filled.data.subarray(i * 3, i * 3 + 3), pixel * 3);
      wide.data[pixel] = 0;
    }
  }
  return true;
}
