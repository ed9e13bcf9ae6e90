import { DPI, MAX_CAPTION_LENGTH, MAX_NAME_LENGTH } from '@heirlight/contract/limits';
import { type Embedded, embeddedFields, type SourceVersion } from '@heirlight/contract/photo';
import { tidyText } from '@heirlight/contract/photoText';
import { dpiOf, readPhotoDate, SOURCE_TYPE_URI, sourceTypeOf } from '@heirlight/imaging/metadata';
import { safeParse } from 'valibot';
import type { PhotoRecord } from '../photos/photoRecord';

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** A term of the vocabularies of IPTC and C2PA. It may stand in what we sign, so no other text passes. */
const SOURCE_TYPE = /^https?:\/\/(cv\.iptc\.org|c2pa\.org)\/[\w/]{1,100}$/;

/**
 * Reads what the chosen file said about itself, as the browser noted it. Anybody may have written the note: a text is
 * cut and tidied, a date and a source type must be one, and a note of another shape counts as none.
 */
export function embeddedOfUpload(note: string | undefined): Embedded | null {
  const result = safeParse(embeddedFields, parsed(note ?? ''));
  if (!result.success) return null;
  const { date, title, caption, source_type, has_credentials, dpi } = result.output;
  return {
    date: readPhotoDate(date ?? '')?.created ?? null,
    title: tidyText(title ?? '', { longest: MAX_NAME_LENGTH }),
    caption: tidyText(caption ?? '', { longest: MAX_CAPTION_LENGTH, lines: true }),
    source_type: SOURCE_TYPE.test(source_type ?? '') ? source_type : null,
    has_credentials,
    dpi: dpi !== null && dpi >= DPI.least && dpi <= DPI.most ? Math.round(dpi) : null,
  };
}

const NOTHING: Embedded = {
  date: null,
  title: null,
  caption: null,
  source_type: null,
  has_credentials: false,
  dpi: null,
};

/** What a copy takes over. One of a restored picture is marked as that picture is, whatever tool comes next. */
export function embeddedOfSource(source: PhotoRecord, version: SourceVersion): Embedded | null {
  if (version === 'original') return source.embedded;
  return {
    ...(source.embedded ?? NOTHING),
    dpi: dpiOf(source),
    source_type: `${SOURCE_TYPE_URI}${sourceTypeOf(source)}`,
  };
}
