import type { Embedded } from '@heirlight/contract/photo';
import { type Converted, convertForeign, drawsItself } from '../prepare/convertForeign';
import type { PictureEdit } from '../prepare/edit';
import { type ForeignFormat, foreignFormat, type Unconvertible } from '../prepare/foreignFormat';
import { type Inspection, inspectPicture } from '../prepare/inspectPicture';
import { checkDraft, type DraftProblem } from './checkDraft';
import { type ConvertedJpeg, convertToJpeg } from './convertToJpeg';
import { type DrawnPart, drawnPart } from './drawnPart';

/** What reads and changes pictures on this device. */
export interface Pictures {
  check(file: File): Promise<DraftProblem | null>;
  /** Returns the format of a photo that can be converted on this device, why it cannot be, or null if it is no photo. */
  foreignFormat(file: File): Promise<ForeignFormat | Unconvertible | null>;
  /** Whether the browser draws the picture without a decoder of ours. */
  drawsItself(file: File): Promise<boolean>;
  convertForeign(file: File, format: ForeignFormat): Promise<Converted>;
  convert(file: File, edit: PictureEdit | null): Promise<ConvertedJpeg>;
  /** Returns what is seen in the picture: a print, what speaks for a tool, damage; null if it cannot be looked at. */
  inspect(file: File): Promise<Inspection | null>;
  /** Returns how much of a damaged file is there. */
  drawnPart(file: File): Promise<DrawnPart>;
  /** What the chosen file says about itself: the upload is encoded anew and loses it. */
  readEmbedded(file: File): Promise<Embedded | null>;
}

/** The browser's own, with the decoders that are downloaded when they are needed. */
export const devicePictures: Pictures = {
  check: checkDraft,
  foreignFormat,
  drawsItself,
  convertForeign,
  convert: convertToJpeg,
  inspect: inspectPicture,
  drawnPart,
  readEmbedded: async (file) => (await import('./readEmbedded')).readEmbedded(file),
};
