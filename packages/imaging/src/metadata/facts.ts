import type { DigitalSourceType } from '@heirlight/contract/tools';
import type { PhotoDate } from './photoDate';

/** What a saved picture says about itself. Never the place. */
export interface PictureFacts {
  title: string | null;
  caption: string | null;
  date: PhotoDate | null;
  /** How the picture came to be: a term of https://cv.iptc.org/newscodes/digitalsourcetype/. */
  sourceType: DigitalSourceType | 'humanEdits';
  /** Pixels per inch of the print that was scanned, so that a new print has its size; null if unknown. */
  dpi: number | null;
  /** What restored it, for instance "Heirlight DeepRestore"; null if nothing did. */
  system: string | null;
  /** When, as ISO 8601; null if unknown. */
  restoredAt: string | null;
  /** What the upload said about its own origin, in words; null if nothing. */
  origin: string | null;
  /** What the comparison of its faces with the upload's has shown, in words; null if nobody compared any. */
  faces: string | null;
  /** How its owner adjusted it by hand, in words; null if nobody did. */
  adjustment: string | null;
}

/** Of a picture that was restored. */
export interface RestoredFacts extends PictureFacts {
  sourceType: DigitalSourceType;
  system: string;
}
