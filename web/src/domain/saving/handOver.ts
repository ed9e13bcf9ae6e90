import { download } from '../../lib/download';
import { platformOf } from '../../lib/platform';

export interface NamedFile {
  name: string;
  blob: Blob;
}

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;
const fileOf = ({ name, blob }: NamedFile) => new File([blob], name, { type: blob.type });

/** Whether this is a phone whose share sheet takes pictures: it has "Save Image" itself. */
export function sharesFiles(): boolean {
  if (platformOf(navigator.userAgent) === 'desktop') return false;
  const sample = fileOf({ name: 'photo.jpg', blob: new Blob([], { type: 'image/jpeg' }) });
  return navigator.canShare?.({ files: [sample] }) ?? false;
}

/** A phone's photo library reads the date of a JPEG; what is stored as one needs no conversion either. */
export const formatHere = () => (sharesFiles() ? 'jpeg' : 'png');

function downloaded({ blob, name }: NamedFile): 'downloaded' {
  download(blob, name);
  return 'downloaded';
}

/**
 * Gives a finished file to the user: by the share sheet of a phone that has one, else as a download. A browser opens
 * the sheet only shortly after a press; making the file may have taken longer, and then another press is needed.
 *
 * @throws what the sheet threw
 */
export async function handOver(file: NamedFile): Promise<'downloaded' | 'shared' | 'closed' | 'needsPress'> {
  if (!sharesFiles()) return downloaded(file);
  try {
    await navigator.share({ files: [fileOf(file)] });
  } catch (error) {
    if (isNamed(error, 'NotAllowedError')) return 'needsPress';
    // The user has closed the sheet.
    if (isNamed(error, 'AbortError')) return 'closed';
    // A sheet before is open still, or a browser has forgotten to end it. Then no sheet would ever open again.
    if (isNamed(error, 'InvalidStateError')) return downloaded(file);
    throw error;
  }
  return 'shared';
}
