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

/** Resolves with the next press on the page. It gets none while a phone's sheet lies over it. */
const nextPress = (signal: AbortSignal) =>
  new Promise<'closed'>((resolve) => {
    window.addEventListener('pointerdown', () => resolve('closed'), { capture: true, signal });
  });

/**
 * Gives a finished file to the user: by the share sheet of a phone that has one, else as a download. A browser opens
 * the sheet only shortly after a press; making the file may have taken longer, and then another press is needed.
 *
 * @throws what the sheet threw
 */
export async function handOver(file: NamedFile): Promise<'downloaded' | 'shared' | 'closed' | 'needsPress'> {
  if (!sharesFiles()) return downloaded(file);
  const waiting = new AbortController();
  try {
    const sheet = navigator.share({ files: [fileOf(file)] }).then(() => 'shared' as const);
    // Some browsers never end a sheet that was closed: whoever waits for it would be busy until the page is left.
    return await Promise.race([sheet, nextPress(waiting.signal)]);
  } catch (error) {
    if (isNamed(error, 'NotAllowedError')) return 'needsPress';
    // The user has closed the sheet.
    if (isNamed(error, 'AbortError')) return 'closed';
    // A sheet before is open still, or a browser has forgotten to end it. Then no sheet would ever open again.
    if (isNamed(error, 'InvalidStateError')) return downloaded(file);
    throw error;
  } finally {
    waiting.abort();
  }
}
