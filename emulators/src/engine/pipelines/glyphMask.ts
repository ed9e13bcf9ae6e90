/** From "there is text about here" to the very pixels of its strokes. */
import { type Component, componentsOf, dilate, type Mask, threshold } from '../image/mask';
import { otsu, topHat } from '../image/morphology';
import { at, clampRect, createRaster, cutRaster, type Picture, type Raster, type Rect } from '../image/picture';
import { resample } from '../image/resample';

/** PaddleOCR's thresholds for a pixel and for a word. */
const PIXEL_CHANCE = 0.3;
const WORD_CHANCE = 0.6;
/** The detector marks the core of a line; the letters reach beyond it by this share of its thickness. */
const GROW_SHARE = 0.55;
/** Least contrast of a stroke, in grey levels. */
const LEAST_CONTRAST = 12;

interface TextArea {
  box: Rect;
  /** Within the box: where the line and its surroundings are. */
  zone: Mask;
  /** Height of the letters, in pixels. */
  size: number;
}

/** The strokes of all text in the picture, with their outline and shadow. */
export function glyphMask(picture: Picture, chance: Raster): Mask {
  const mask: Mask = {
    width: picture.width,
    height: picture.height,
    data: new Uint8Array(picture.width * picture.height),
  };
  for (const area of textAreas(picture, chance)) markStrokes(picture, area, mask);
  return mask;
}

function textAreas(picture: Picture, chance: Raster): TextArea[] {
  const scale = { x: picture.width / chance.width, y: picture.height / chance.height };
  return componentsOf(threshold(chance, PIXEL_CHANCE))
    .filter((component) => component.pixels.length >= 12 && meanChance(component, chance) >= WORD_CHANCE)
    .map((component) => areaOf(component, { chance, picture, scale }));
}

function meanChance(component: Component, chance: Raster): number {
  let sum = 0;
  for (const pixel of component.pixels) sum += at(chance.data, pixel);
  return sum / component.pixels.length;
}

function areaOf(
  component: Component,
  { chance, picture, scale }: { chance: Raster; picture: Picture; scale: { x: number; y: number } },
): TextArea {
  const thickness = thicknessOf(component);
  const grow = Math.ceil(thickness * GROW_SHARE) + 2;
  const coarse = clampRect(
    {
      left: component.left - grow,
      top: component.top - grow,
      width: component.right - component.left + 1 + 2 * grow,
      height: component.bottom - component.top + 1 + 2 * grow,
    },
    chance,
  );
  const shape: Mask = {
    width: coarse.width,
    height: coarse.height,
    data: new Uint8Array(coarse.width * coarse.height),
  };
  for (const pixel of component.pixels) {
    const x = (pixel % chance.width) - coarse.left;
    const y = Math.floor(pixel / chance.width) - coarse.top;
    shape.data[y * coarse.width + x] = 1;
  }
  const box = clampRect(
    {
      left: coarse.left * scale.x,
      top: coarse.top * scale.y,
      width: coarse.width * scale.x,
      height: coarse.height * scale.y,
    },
    picture,
  );
  const grown = dilate(shape, grow);
  const raster = createRaster(coarse.width, coarse.height, 1);
  raster.data.set(grown.data);
  const zone = threshold(resample(raster, box.width, box.height, 'linear'), 0.5);
  return { box, zone, size: thickness * (1 + 2 * GROW_SHARE) * Math.max(scale.x, scale.y) };
}

/** Thickness of a long shape in any direction: its area against the diagonal of its box. */
function thicknessOf({ pixels, left, right, top, bottom }: Component): number {
  const length = Math.max(right - left + 1, bottom - top + 1);
  const diagonal = Math.hypot(right - left + 1, bottom - top + 1);
  const slanted = Math.min(right - left + 1, bottom - top + 1) > length * 0.4;
  return pixels.length / (slanted ? diagonal : length);
}

function markStrokes(picture: Picture, { box, zone, size }: TextArea, mask: Mask): void {
  const piece = cutRaster(picture, box);
  const radius = Math.max(2, Math.min(24, Math.round(size / 4)));
  const bright = strokeStrength(piece, radius, 'bright');
  const dark = strokeStrength(piece, radius, 'dark');
  const [main, other] = energyIn(bright, zone) >= energyIn(dark, zone) ? [bright, dark] : [dark, bright];
  const cut = Math.max(LEAST_CONTRAST, otsu(valuesIn(main, zone)) * 0.75);
  const strokes: Mask = { ...zone, data: zone.data.map((inside, i) => (inside && at(main.data, i) > cut ? 1 : 0)) };
  // An outline or shadow is the opposite of its letter and clings to it.
  const near = dilate(strokes, Math.max(2, Math.round(size / 8)));
  const edge = dilate(strokes, Math.max(1, Math.round(size / 16)));
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const i = y * box.width + x;
      const clinging = near.data[i] && at(other.data, i) > cut;
      if (edge.data[i] || clinging) mask.data[(box.top + y) * picture.width + box.left + x] = 1;
    }
  }
}

/** The strongest top-hat of the three channels: coloured letters may stand out in one only. */
function strokeStrength(piece: Raster, radius: number, polarity: 'bright' | 'dark'): Raster {
  const out = createRaster(piece.width, piece.height, 1);
  for (let c = 0; c < 3; c++) {
    const channel = createRaster(piece.width, piece.height, 1);
    for (let i = 0; i < channel.data.length; i++) channel.data[i] = at(piece.data, i * 3 + c);
    const hat = topHat(channel, radius, polarity);
    for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(at(out.data, i), at(hat.data, i));
  }
  return out;
}

function* valuesIn(raster: Raster, zone: Mask): Iterable<number> {
  for (let i = 0; i < raster.data.length; i++) if (zone.data[i]) yield at(raster.data, i);
}

function energyIn(raster: Raster, zone: Mask): number {
  let sum = 0;
  for (const value of valuesIn(raster, zone)) sum += value * value;
  return sum;
}
