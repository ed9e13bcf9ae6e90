import type { FaceBox } from '@heirlight/contract/photo';
import { BOX_NUMBERS, BOXES, CELL_PX, type FaceNetwork, type RgbPicture } from './network';
import { overlap } from './overlap';

/** Widths and heights of the faces that the network's boxes stand for, in squares. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
/** Of 29 photographs, the portrait of one of 22 people is missed above it, and nothing else is taken for a face. */
const LEAST_SCORE = 0.55;
/** Boxes that share more than this of the smaller one show one face. */
const SAME_FACE = 0.4;

export interface FoundFace extends FaceBox {
  score: number;
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** Returns the faces that the network sees at this size, in pixels of it. */
export function facesAt(network: FaceNetwork, picture: RgbPicture): FoundFace[] {
  const { data, width, height } = network(picture);
  const found: FoundFace[] = [];
  for (let cell = 0; cell < width * height; cell++) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    for (const [index, [anchorWidth, anchorHeight]] of ANCHORS.entries()) {
      const at = (cell * BOXES + index) * BOX_NUMBERS;
      const [left = 0, top = 0, wide = 0, high = 0, certainty = 0] = data.subarray(at, at + BOX_NUMBERS);
      const score = sigmoid(certainty);
      if (score < LEAST_SCORE) continue;
      const [boxWidth, boxHeight] = [Math.exp(wide) * anchorWidth * CELL_PX, Math.exp(high) * anchorHeight * CELL_PX];
      const [x, y] = [(column + sigmoid(left)) * CELL_PX, (row + sigmoid(top)) * CELL_PX];
      found.push({ x: x - boxWidth / 2, y: y - boxHeight / 2, width: boxWidth, height: boxHeight, score });
    }
  }
  return found;
}

/** Returns the face in shares of the picture, within it. */
export function shareOf({ x, y, width, height, score }: FoundFace, picture: RgbPicture): FoundFace {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const [left, top] = [within(x / picture.width), within(y / picture.height)];
  const [right, bottom] = [within((x + width) / picture.width), within((y + height) / picture.height)];
  return { x: left, y: top, width: right - left, height: bottom - top, score };
}

/** Returns of boxes that show one face the surest. */
export function surest(found: readonly FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = [];
  for (const face of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(face, other) < SAME_FACE)) kept.push(face);
  }
  return kept;
}
