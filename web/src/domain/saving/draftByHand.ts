import type { Adjustment } from '@heirlight/contract/adjustment';
import type { Embedded } from '@heirlight/contract/photo';
import { factsByHand } from '@heirlight/imaging/metadata';
import { safeName } from '../../lib/safeName';
import { converted, FILE_TYPES } from './fileForSaving';
import { formatHere, type NamedFile } from './handOver';

export interface DraftByHand {
  /** The picture as it would be uploaded. */
  picture: Blob;
  /** What its file is called. */
  name: string;
  /** What its file says about itself; its `dpi` is that of the picture. */
  embedded: Embedded | null;
}

/**
 * Returns a picture that is not uploaded, adjusted by hand, as a file to keep: in its own size, with the date and the words of
 * its own file, and how it was adjusted. Nothing is sent.
 *
 * @throws Error if the picture cannot be decoded, or the browser cannot encode the format
 */
export async function draftByHand(draft: DraftByHand, adjustment: Adjustment): Promise<NamedFile> {
  const { picture, name, embedded } = draft;
  const { type, extension } = FILE_TYPES[formatHere()];
  const byHand = { adjustment, original: null, faces: [] };
  const blob = await converted({ stored: picture, byHand, type, facts: factsByHand(embedded, adjustment) });
  const stem = name.replace(/\.[^.]*$/, '');
  return { name: `${safeName(`${stem} by hand`)}.${extension}`, blob };
}
