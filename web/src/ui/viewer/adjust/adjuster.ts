import type { Adjustment, Stroke } from '@heirlight/contract/adjustment';
import {
  createStrokeMask,
  MAP_SIDE_PX,
  type Maps,
  type Mask,
  type Mend,
  mapsOf,
  type Rows,
  rowsOf,
  type StrokeMask,
  type Tint,
} from '@heirlight/imaging/adjust';
import type { Rect, Size } from '../camera';
import type { LeveledPicture } from '../leveledPicture';
import type { Side } from '../panes';
import type { Adjusted, Adjuster } from '../picturePair';
import { shared } from '../rects';
import { createCanvasMixer } from './canvasMixer';
import { createGlMixer } from './glMixer';
import { tintStrokes } from './mendTint';
import type { Enlarged, Mixer, Sheets } from './mixer';
import { createStrokeLayer } from './strokeLayer';
import type { ReadPictures } from './strokeRenderers';

/** The pictures are compared in the large in this size, so that each number of the map is the mean of some pixels. */
const COMPARED_PX = 2 * MAP_SIDE_PX;
const ALL: Rect = { x: 0, y: 0, width: 1, height: 1 };

function drawOn(sheet: HTMLCanvasElement, { width, height }: Size): CanvasRenderingContext2D {
  const context = sheet.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  if (sheet.width < width || sheet.height < height) Object.assign(sheet, { width, height });
  context.clearRect(0, 0, sheet.width, sheet.height);
  return context;
}

/** The size in which a picture is compared: never larger than it is, as a saved one compares each in its own. */
function comparedSize({ width, height }: Size): Size {
  const scale = Math.min(1, COMPARED_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What is here of a picture, small; null if nothing is. */
function rowsOfSmall(picture: LeveledPicture): Rows | null {
  const whole = picture.size();
  if (!whole) return null;
  const { width, height } = comparedSize(whole);
  const context = drawOn(document.createElement('canvas'), { width, height });
  context.imageSmoothingQuality = 'high';
  picture.draw(context, { ...ALL, width, height }, ALL);
  return rowsOf(context.getImageData(0, 0, width, height));
}

const isSharp = (picture: LeveledPicture) => {
  const whole = picture.size();
  return whole !== null && picture.isSharp(comparedSize(whole).width, ALL);
};

/** Which part of what lies at `at` a box shows, 0..1. */
const shareOf = (at: Rect, box: Rect): Rect => ({
  x: (box.x - at.x) / at.width,
  y: (box.y - at.y) / at.height,
  width: box.width / at.width,
  height: box.height / at.height,
});

/**
 * An original that has fewer pixels than its result, shown no larger than that: as saving enlarges it. Null otherwise.
 *
 * @param place where the whole picture lies, in the pixels that are mixed
 * @param part of it that is mixed, 0..1
 */
function enlargedIn({ before, after }: Record<Side, LeveledPicture>, place: Rect, part: Rect): Enlarged | null {
  const [original, result] = [before.size(), after.size()];
  if (!original || !result || place.width <= original.width || Math.round(place.width) > result.width) return null;
  // With the pixels beside it, which have a share in its edge.
  const span = (from: number, length: number, whole: number) => {
    const first = Math.max(0, Math.floor(from * whole) - 1);
    return [first, Math.min(whole, Math.ceil((from + length) * whole) + 1) - first] as const;
  };
  const [left, width] = span(part.x, part.width, original.width);
  const [top, height] = span(part.y, part.height, original.height);
  return { at: { x: -left, y: -top, ...original }, part, sheet: { width, height } };
}

/**
 * Draws the result of two pictures as it is adjusted. They must be readable: see `openPicture`.
 *
 * @param onChange is called when it would be drawn otherwise than it was
 */
export function createAdjuster(pictures: Record<Side, LeveledPicture>, onChange: () => void): Adjuster {
  const sheets: Sheets = { before: document.createElement('canvas'), after: document.createElement('canvas') };
  let mixer: Mixer = createGlMixer() ?? createCanvasMixer();
  let wanted: Adjusted | null = null;
  let maps: Maps | null = null;
  let isMapSharp = false;
  let small: ReadPictures | null = null;
  /** Made with the first stroke. */
  let strokeMask: StrokeMask | null = null;
  let mask: Mask | null = null;
  /** What the mixer's mask shows. */
  let masked: readonly Stroke[] | undefined;
  /** Whether it is shown where strokes lie that are not yet made: not those of a photo that is opened. */
  let isTinted = false;
  /** What stands on the sheets. */
  let taken = '';
  let enlarged: Enlarged | null = null;
  const setMend = (made: Mend | null) => {
    mixer.setMend(made);
    isTinted = false;
  };
  const mend = createStrokeLayer('mend', setMend, onChange);
  const setTint = (made: Tint | null) => {
    mixer.setTint(made);
    isTinted = false;
  };
  const tint = createStrokeLayer('tint', setTint, onChange);

  const compare = (faces: readonly Rect[]) => {
    const [original, result] = [rowsOfSmall(pictures.before), rowsOfSmall(pictures.after)];
    if (!original || !result) return;
    isMapSharp = isSharp(pictures.before) && isSharp(pictures.after);
    maps = mapsOf(original, result, faces);
    mixer.setMaps(maps);
    small = { original, result };
    strokeMask = null;
    masked = undefined;
    mend.forget();
    tint.forget();
  };

  /** Returns the strokes that take long and are not made yet: until they are, one sees where they lie. */
  const paint = ({ adjustment: { strokes }, isPainting = false }: Adjusted): readonly Stroke[] => {
    const pictures = small;
    if (!pictures) return [];
    if (strokes !== masked) {
      strokeMask ??= createStrokeMask(pictures.original, pictures.result);
      mask = strokes ? strokeMask.render(strokes) : null;
      mixer.setMask(mask);
      masked = strokes;
    }
    const unmade = [mend, tint].flatMap((layer) => layer.follow(strokes ?? [], pictures, isPainting));
    return isTinted ? unmade : [];
  };

  const take = (at: Rect, box: Rect, quality: ImageSmoothingQuality) => {
    // Without a graphics processor, fewer pixels are mixed and the rest of the way they are enlarged.
    const scale = Math.min(1, Math.sqrt(mixer.most / (box.width * box.height)));
    const size = { width: Math.ceil(box.width * scale), height: Math.ceil(box.height * scale) };
    const [across, down] = [size.width / box.width, size.height / box.height];
    const place = {
      x: (at.x - box.x) * across,
      y: (at.y - box.y) * down,
      width: at.width * across,
      height: at.height * down,
    };
    const part = shareOf(at, box);
    const key = JSON.stringify([place, size, quality]);
    if (key !== taken) {
      const drawPart = (side: Side, sheet: Size, at: Rect, part: Rect) => {
        const context = drawOn(sheets[side], sheet);
        context.imageSmoothingQuality = quality;
        pictures[side].draw(context, at, part, place.width);
      };
      drawPart('after', size, place, part);
      enlarged = enlargedIn(pictures, place, part);
      if (enlarged) {
        const { at, sheet } = enlarged;
        drawPart('before', sheet, at, shareOf(at, { x: 0, y: 0, ...sheet }));
      } else drawPart('before', size, place, part);
      mixer.take(sheets, size, enlarged);
      taken = key;
    }
    return { size, part };
  };

  const mixed = (adjustment: Adjustment, part: Rect, size: Size) => {
    const canvas = mixer.mix(adjustment, part);
    if (canvas || !maps) return canvas;
    // The graphics processor has gone: phones take it from pages in the background.
    mixer = createCanvasMixer();
    mixer.setMaps(maps);
    mixer.setMask(mask);
    mixer.setMend(mend.made());
    mixer.setTint(tint.made());
    mixer.take(sheets, size, enlarged);
    return mixer.mix(adjustment, part);
  };

  return {
    set(next) {
      // The same faces may come as a new list.
      if (JSON.stringify(next?.faces) !== JSON.stringify(wanted?.faces)) maps = null;
      wanted = next;
      if (next?.isPainting) isTinted = true;
    },
    changed() {
      taken = '';
      if (!isMapSharp) maps = null;
    },
    draw(context, at, part) {
      if (!wanted) return pictures.after.draw(context, at, part);
      if (!maps) compare(wanted.faces);
      const unmade = paint(wanted);
      const { width, height } = context.canvas;
      const seen = shared(at, { x: 0, y: 0, width, height });
      const [x, y] = [Math.floor(seen.x), Math.floor(seen.y)];
      const box = { x, y, width: Math.ceil(seen.x + seen.width) - x, height: Math.ceil(seen.y + seen.height) - y };
      if (box.width <= 0 || box.height <= 0) return;
      const what = take(at, box, context.imageSmoothingQuality);
      const canvas = mixed(wanted.adjustment, what.part, what.size);
      if (canvas) context.drawImage(canvas, 0, 0, what.size.width, what.size.height, x, y, box.width, box.height);
      if (unmade.length > 0) tintStrokes(context, at, unmade);
    },
    close() {
      mend.forget();
      tint.forget();
      mixer.close();
    },
  };
}
