import { closeUp, type Rect, type Size } from './camera';
import { type LeveledPicture, openPicture, type PictureFiles } from './leveledPicture';
import type { Side } from './panes';

/** The files of both pictures of a photo. */
export interface Pair {
  before: PictureFiles;
  after: PictureFiles;
}

/** Both pictures of a photo, in register. Sizes and parts are those of `LeveledPicture`. */
export interface PicturePair {
  /** The larger one's size, because 100 % is its own; null while neither is known. */
  size(): Size | null;
  isBlank(): boolean;
  isSharp(shownPx: number, part: Rect): boolean;
  want(shownPx: number, part: Rect): void;
  draw: (side: Side, ...where: Parameters<LeveledPicture['draw']>) => void;
  /** Draws a square around a part (0..1) of one picture over the whole of a small canvas. */
  drawCloseUp(side: Side, around: Rect, small: HTMLCanvasElement): void;
  close(): void;
}

function larger(before: Size | null, after: Size | null): Size | null {
  if (!before || !after) return after ?? before;
  return before.width > after.width ? before : after;
}

/** @param onChange is called when more of a picture has come */
export function openPair(files: Pair, onChange: () => void): PicturePair {
  const pictures = { before: openPicture(files.before, onChange), after: openPicture(files.after, onChange) };
  const both = [pictures.before, pictures.after];
  const size = () => larger(pictures.before.size(), pictures.after.size());
  return {
    size,
    isBlank: () => both.every((picture) => picture.isBlank()),
    isSharp: (shownPx, part) => both.every((picture) => picture.isSharp(shownPx, part)),
    want(shownPx, part) {
      for (const picture of both) picture.want(shownPx, part);
    },
    draw: (side, ...where) => pictures[side].draw(...where),
    drawCloseUp(side, around, small) {
      const whole = size();
      const paper = small.getContext('2d');
      if (!whole || !paper) return;
      const part = closeUp(around, whole);
      const [width, height] = [small.width / part.width, small.height / part.height];
      paper.imageSmoothingQuality = 'high';
      paper.clearRect(0, 0, small.width, small.height);
      pictures[side].draw(paper, { x: -part.x * width, y: -part.y * height, width, height }, part);
    },
    close() {
      for (const picture of both) picture.close();
    },
  };
}
