import type { Adjustment } from '@heirlight/contract/adjustment';
import type { Maps, Mask, Mend, Tint } from '@heirlight/imaging/adjust';
import type { Rect, Size } from '../camera';
import type { Side } from '../panes';

/** Both pictures as they are drawn in the same place, but for an original that is `Enlarged`. */
export type Sheets = Record<Side, HTMLCanvasElement>;

/**
 * The original stands on its sheet in its own pixels. The mixer enlarges it as saving does: browsers round otherwise, and
 * each browser in its own way.
 */
export interface Enlarged {
  /** How much of its sheet it takes, from the sheet's first pixel on. */
  sheet: Size;
  /** Where the whole original lies, in pixels of its sheet. Of it, that part is here from which the taken one is made. */
  at: Rect;
  /** Which part of the picture the taken pixels show, 0..1. */
  part: Rect;
}

/** Mixes what stands on two sheets, as `@heirlight/imaging/adjust` says. */
export interface Mixer {
  /** It mixes so many pixels in a frame. */
  most: number;
  setMaps(maps: Maps): void;
  /** Where the original comes back; null: nowhere. */
  setMask(mask: Mask | null): void;
  /** What is mended; null: nothing. */
  setMend(mend: Mend | null): void;
  /** What is coloured by hand; null: nothing. */
  setTint(tint: Tint | null): void;
  /** Takes what stands on the sheets' first `size` pixels. */
  take(sheets: Sheets, size: Size, enlarged: Enlarged | null): void;
  /**
   * Returns a canvas whose first pixels, as many as were taken, are adjusted; the next frame overwrites it. Null when the
   * graphics processor has gone.
   *
   * @param part which part of the picture was taken, 0..1
   */
  mix(adjustment: Adjustment, part: Rect): HTMLCanvasElement | null;
  close(): void;
}
