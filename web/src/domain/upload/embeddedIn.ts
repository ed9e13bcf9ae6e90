import type { Embedded } from '@heirlight/contract/photo';
import type { Pictures } from './pictures';

/**
 * Begins to read what a file says about itself, and returns what gives it: null if it cannot be read. Where the code for
 * it could not be downloaded it is tried once more: a photo that is chosen without a network is sent when there is one.
 */
export function embeddedIn(
  { readEmbedded }: Pick<Pictures, 'readEmbedded'>,
  file: File,
): () => Promise<Embedded | null> {
  const first = readEmbedded(file);
  first.catch(() => undefined);
  return async () => {
    try {
      return await first.catch(() => readEmbedded(file));
    } catch (error) {
      // Its date is no reason to keep a photo from its restore.
      console.error('What the file says about itself could not be read', error);
      return null;
    }
  };
}
