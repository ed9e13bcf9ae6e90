import { useEffect, useState } from 'react';
import { useAdjustment } from '../../domain/photos/adjustments';
import type { Photo } from '../../domain/photos/photosStore';
import { filesCode } from './savePhoto';
import { smallPicture } from './versionView';

/** URL of a small picture as it is adjusted by hand, once that is made; until then, and where it cannot be, as it is. */
export function useSmallPicture(photo: Photo): string {
  const adjustment = useAdjustment(photo);
  const [adjusted, setAdjusted] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (adjustment)
      filesCode().then((saving) => saving.showAdjusted(photo, adjustment, () => isWanted, setAdjusted), console.error);
    return () => {
      isWanted = false;
    };
  }, [photo, adjustment]);
  return (adjustment && adjusted) || smallPicture(photo);
}
