import type { Stroke } from '@heirlight/contract/adjustment';
import { type Mend, mendOf, type Rows } from '@heirlight/imaging/adjust';
import { inpaintThinPlate } from '@heirlight/restore-engine/inpaint';

/** As `mendOf`, filling marks as the restore engine does. Takes up to seconds where much is covered: run it in a worker. */
export const mendPictures = (pictures: { original: Rows; result: Rows }, strokes: readonly Stroke[]): Mend | null =>
  mendOf(pictures, strokes, inpaintThinPlate);
