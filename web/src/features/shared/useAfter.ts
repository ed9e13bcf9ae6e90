import { useEffect, useState } from 'react';
import type { SharedPhoto } from '../../domain/saving/shareLink';

/** Pictures are made one after the other: a link shows up to fifty. */
let turn: Promise<void> = Promise.resolve();

/**
 * Returns the URL of the picture after, as its owner adjusted it, and whether it is being made. Until then that is the
 * picture before, so that nobody sees for a moment what the owner has toned down; where it cannot be made, the stored
 * result.
 */
export function useAfter(photo: SharedPhoto): { src: string; isMaking: boolean } {
  const { adjusted, beforeUrl, afterUrl } = photo;
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (!adjusted) return undefined;
    let url: string | null = null;
    let isGone = false;
    const make = async () => {
      if (isGone) return;
      const { sharedFile } = await import('../../domain/saving/sharedFile');
      const { blob } = await sharedFile(photo);
      if (isGone) return;
      url = URL.createObjectURL(blob);
      setMade(url);
    };
    turn = turn.then(make).catch((error: unknown) => {
      console.error('The shared photo is shown as it was restored', error);
      if (!isGone) setMade(afterUrl);
    });
    return () => {
      isGone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [photo, adjusted, afterUrl]);
  const src = adjusted ? made : afterUrl;
  return { src: src ?? beforeUrl, isMaking: src === null };
}
