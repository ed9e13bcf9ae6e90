import type { Adjustment } from '@heirlight/contract/adjustment';
import { closeUp, type Rect, type Size } from './camera';
import { type LeveledPicture, openPicture, type PictureFiles } from './leveledPicture';
import type { Side } from './panes';

/** The files of both pictures of a photo. */
export interface Pair {
  before: PictureFiles;
  after: PictureFiles;
}

/** How the result is adjusted by hand. */
export interface Adjusted {
  adjustment: Adjustment;
  /** Where the faces are, 0..1 of the picture. */
  faces: readonly Rect[];
  /** Whether a stroke is being painted. */
  isPainting: boolean;
}

/** Draws the result of a pair as it is adjusted. */
export interface Adjuster {
  /** Null draws the result as it is. */
  set(wanted: Adjusted | null): void;
  /** More of a picture has come. */
  changed(): void;
  draw: LeveledPicture['draw'];
  close(): void;
}

/** Both pictures of a photo, in register. Sizes and parts are those of `LeveledPicture`. */
export interface PicturePair {
  /** The larger one's size, because 100 % is its own; null while neither is known. */
  size(): Size | null;
  /** Whether nothing of either is here yet. */
  isBlank(): boolean;
  /** Whether something of both is here. */
  isThere(): boolean;
  /** Whether one of them will never be. */
  isLost(): boolean;
  isSharp(shownPx: number, part: Rect): boolean;
  want(shownPx: number, part: Rect): void;
  draw: (side: Side, ...where: Parameters<LeveledPicture['draw']>) => void;
  /** Draws a square around a part (0..1) of one picture over the whole of a small canvas. */
  drawCloseUp(side: Side, around: Rect, small: HTMLCanvasElement): void;
  /** Draws the result so from now on. Returns false if the pair was opened without an adjuster. */
  adjust(wanted: Adjusted | null): boolean;
  close(): void;
}

function larger(before: Size | null, after: Size | null): Size | null {
  if (!before || !after) return after ?? before;
  return before.width > after.width ? before : after;
}

/**
 * @param onChange is called when more of a picture has come
 * @param createAdjuster makes what can adjust the result
 */
export function openPair(
  files: Pair,
  onChange: () => void,
  createAdjuster?: (pictures: Record<Side, LeveledPicture>, onChange: () => void) => Adjuster,
): PicturePair {
  const change = () => {
    adjuster?.changed();
    onChange();
  };
  const open = (side: Side) => openPicture(files[side], change, createAdjuster !== undefined);
  const before = open('before');
  // A picture that is compared with itself is loaded once.
  const pictures = { before, after: files.after === files.before ? before : open('after') };
  const adjuster = createAdjuster?.(pictures, onChange);
  const drawn = { before: pictures.before, after: adjuster ?? pictures.after };
  const both = [pictures.before, pictures.after];
  const size = () => larger(pictures.before.size(), pictures.after.size());
  return {
    size,
    isBlank: () => both.every((picture) => picture.isBlank()),
    isThere: () => !both.some((picture) => picture.isBlank()),
    isLost: () => both.some((picture) => picture.isLost()),
    isSharp: (shownPx, part) => both.every((picture) => picture.isSharp(shownPx, part)),
    want(shownPx, part) {
      for (const picture of both) picture.want(shownPx, part);
    },
    draw: (side, ...where) => drawn[side].draw(...where),
    drawCloseUp(side, around, small) {
      const whole = size();
      const paper = small.getContext('2d');
      if (!whole || !paper) return;
      const part = closeUp(around, whole);
      const [width, height] = [small.width / part.width, small.height / part.height];
      paper.imageSmoothingQuality = 'high';
      paper.clearRect(0, 0, small.width, small.height);
      drawn[side].draw(paper, { x: -part.x * width, y: -part.y * height, width, height }, part);
    },
    adjust(wanted) {
      adjuster?.set(wanted);
      return adjuster !== undefined;
    },
    close() {
      adjuster?.close();
      for (const picture of both) picture.close();
    },
  };
}
