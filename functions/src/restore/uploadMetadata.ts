import { MAX_NAME_LENGTH } from '@heirlight/contract/limits';
import { groupIdOf, type SourceVersion } from '@heirlight/contract/photo';
import { tidyText } from '@heirlight/contract/photoText';
import type { PhotoOrigin, PhotoRecord } from '../photos/photoRecord';
import type { StoredFile } from '../platform/fileStore';
import { embeddedOfSource, embeddedOfUpload } from './embedded';

/** Custom metadata of an upload: which tool, and the name that the photo gets. */
export const TOOL_KEY = 'tool';
export const NAME_KEY = 'name';
/** Of an upload: what the chosen file said about itself. */
export const EMBEDDED_KEY = 'embedded';
/** Of a copy: the photo it is of, which of its pictures, and the photo's group. The rules let no upload have a source. */
export const SOURCE_KEY = 'source';
export const VERSION_KEY = 'version';
export const GROUP_KEY = 'group';
/** Marks the copy of a failed photo's original: another try starts it, and pays with that photo's restore. */
export const RETRY_KEY = 'retry';

/** Where a file that starts a restore comes from. `source` is the photo that it is a copy of, unless that is deleted. */
export function originOfFile(photoId: string, { custom }: StoredFile, source: PhotoRecord | undefined): PhotoOrigin {
  const sourceId = custom[SOURCE_KEY] ?? null;
  const name = tidyText(custom[NAME_KEY] ?? '', { longest: MAX_NAME_LENGTH });
  if (sourceId === null) {
    return {
      group_id: photoId,
      source_photo_id: null,
      source_version: null,
      name,
      date_text: null,
      caption: null,
      embedded: embeddedOfUpload(custom[EMBEDDED_KEY]),
    };
  }
  const version: SourceVersion = custom[VERSION_KEY] === 'restored' ? 'restored' : 'original';
  return {
    group_id: source ? groupIdOf(source) : (custom[GROUP_KEY] ?? sourceId),
    source_photo_id: sourceId,
    source_version: version,
    name: source ? source.name : name,
    date_text: source?.date_text ?? null,
    caption: source?.caption ?? null,
    embedded: source ? embeddedOfSource(source, version) : null,
  };
}
