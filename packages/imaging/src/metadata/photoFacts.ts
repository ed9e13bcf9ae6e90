import { type Adjustment, STRENGTHS, type Stroke, TONES } from '@heirlight/contract/adjustment';
import { BRAND } from '@heirlight/contract/brand';
import { DPI } from '@heirlight/contract/limits';
import {
  type Embedded,
  FACE_VERDICTS,
  type FaceVerdict,
  type NotedFace,
  type PictureSize,
} from '@heirlight/contract/photo';
import { DIGITAL_SOURCE_TYPES, type DigitalSourceType, isToolId, toolById } from '@heirlight/contract/tools';
import type { PictureFacts, RestoredFacts } from './facts';
import { type PhotoDate, readPhotoDate, sortableDate } from './photoDate';

/** What this needs of a photo's document. */
export interface DescribedPhoto {
  tool: string;
  name: string | null;
  date_text: string | null;
  caption: string | null;
  embedded: Embedded | null;
  completed_at: Date | null;
  original_size: PictureSize | null;
  restored_size: PictureSize | null;
  faces?: readonly NotedFace[] | null;
}

/** A retired tool's photos are marked as what most tools do. */
const USUAL_SOURCE_TYPE: DigitalSourceType = 'compositeWithTrainedAlgorithmicMedia';
export const SOURCE_TYPE_URI = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

const rank = (type: DigitalSourceType) => DIGITAL_SOURCE_TYPES.indexOf(type);

/** What AI left as a mark on the original; undefined if nothing. */
const claimedBy = (embedded: Embedded | null) =>
  DIGITAL_SOURCE_TYPES.find((type) => embedded?.source_type === `${SOURCE_TYPE_URI}${type}`);

/**
 * How the restored picture came to be. A picture that said of itself that AI made or changed it stays marked so, whatever
 * was done to it since.
 */
export function sourceTypeOf({ tool, embedded }: Pick<DescribedPhoto, 'tool' | 'embedded'>): DigitalSourceType {
  const own = isToolId(tool) ? toolById(tool).sourceType : USUAL_SOURCE_TYPE;
  const claimed = claimedBy(embedded);
  return claimed && rank(claimed) > rank(own) ? claimed : own;
}

/** The date as its owner typed it, else as the upload had it; null if neither is known. */
export function dateOfPhoto({ date_text, embedded }: Pick<DescribedPhoto, 'date_text' | 'embedded'>): PhotoDate | null {
  return readPhotoDate(date_text ?? embedded?.date ?? '');
}

/** When the photo was taken, as a text by which photos are sorted; null if nobody knows. */
export function takenOn(photo: Pick<DescribedPhoto, 'date_text' | 'embedded'>): string | null {
  const date = dateOfPhoto(photo);
  return date && sortableDate(date);
}

const longerSide = ({ width, height }: PictureSize) => Math.max(width, height);

/** Pixels per inch of the result: printed, it is as large as the print that was scanned. Null if that is unknown. */
export function dpiOf({
  embedded,
  original_size: before,
  restored_size: after,
}: Pick<DescribedPhoto, 'embedded' | 'original_size' | 'restored_size'>): number | null {
  if (!embedded?.dpi || !before || !after) return null;
  const dpi = Math.round((embedded.dpi * longerSide(after)) / longerSide(before));
  return dpi >= DPI.least && dpi <= DPI.most ? dpi : null;
}

/** What the original said of its own origin, for the picture's history. In English, as metadata are. */
function originOf({ embedded }: Pick<DescribedPhoto, 'embedded'>): string | null {
  const marks: string[] = [];
  if (embedded?.source_type) marks.push(`digital source type ${embedded.source_type}`);
  if (embedded?.has_credentials) marks.push('Content Credentials (C2PA)');
  return marks.length > 0 ? `The original file carried: ${marks.join('; ')}.` : null;
}

const VERDICT_WORDS: Record<FaceVerdict, string> = {
  same: 'the same',
  closer: 'made closer to the original',
  unsure: 'too poor in the original to tell',
};

/** What became of its faces, for the picture's history. How many, never where or whose. */
function comparisonOf({ faces }: Pick<DescribedPhoto, 'faces'>): string | null {
  const counted = FACE_VERDICTS.flatMap((verdict) => {
    const count = (faces ?? []).filter((face) => face.verdict === verdict).length;
    return count > 0 ? [`${count} ${VERDICT_WORDS[verdict]}`] : [];
  });
  return counted.length > 0 ? `Faces compared with the original: ${counted.join(', ')}.` : null;
}

/** Of what is called otherwise to a customer. */
const SHOWN_NAMES: Partial<Record<string, string>> = { colour: 'color' };

/** What was done by hand, for the picture's history. Percent: of a restored picture also how much of the result was taken. */
function adjustmentWords(adjustment: Adjustment, isRestored: boolean): string {
  const said = [...(isRestored ? STRENGTHS : []), ...TONES].map(
    (name) => `${SHOWN_NAMES[name] ?? name} ${Math.round(adjustment[name] * 100)}`,
  );
  const isBrushed = (how: Stroke['kind']) =>
    adjustment.strokes?.some(({ kind, colour }) => kind === how && colour !== null);
  const brought = isBrushed('protect') ? ' Parts of the original were brought back by brush.' : '';
  const mended = isBrushed('mend') ? ' Marks were mended by brush.' : '';
  const coloured = isBrushed('colour') ? ' Parts were colored by hand.' : '';
  return `Adjusted by hand, in percent: ${said.join(', ')}.${brought}${mended}${coloured}`;
}

/** How a restored picture was made, and by what, without a word about who or what it shows. */
export function makingOf(photo: Pick<DescribedPhoto, 'tool' | 'embedded' | 'completed_at'>): RestoredFacts {
  return {
    title: null,
    caption: null,
    date: null,
    dpi: null,
    sourceType: sourceTypeOf(photo),
    system: isToolId(photo.tool) ? `${BRAND} ${toolById(photo.tool).name}` : BRAND,
    restoredAt: photo.completed_at?.toISOString() ?? null,
    origin: originOf(photo),
    faces: null,
    adjustment: null,
  };
}

/**
 * What every saved file of this photo says about itself. Words that its owner typed go before those of the upload.
 *
 * @param adjustment how its owner adjusted it by hand
 */
export function factsOf(photo: DescribedPhoto, adjustment: Adjustment | null = null): RestoredFacts {
  const { name, caption, embedded } = photo;
  return {
    ...makingOf(photo),
    title: name ?? embedded?.title ?? null,
    caption: caption ?? embedded?.caption ?? null,
    date: dateOfPhoto(photo),
    dpi: dpiOf(photo),
    faces: comparisonOf(photo),
    adjustment: adjustment && adjustmentWords(adjustment, true),
  };
}

/**
 * What a picture says about itself that was adjusted by hand and never restored.
 *
 * @param embedded what its original said; its `dpi` is that of the picture
 */
export function factsByHand(embedded: Embedded | null, adjustment: Adjustment): PictureFacts {
  return {
    title: embedded?.title ?? null,
    caption: embedded?.caption ?? null,
    date: dateOfPhoto({ date_text: null, embedded }),
    dpi: embedded?.dpi ?? null,
    sourceType: claimedBy(embedded) ?? 'humanEdits',
    system: null,
    restoredAt: null,
    origin: originOf({ embedded }),
    faces: null,
    adjustment: adjustmentWords(adjustment, false),
  };
}
