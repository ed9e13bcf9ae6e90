import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { useEffect, useMemo, useState } from 'react';
import { copy } from '../../copy/copy';
import { useAdjustment } from '../../domain/photos/adjustments';
import { arrivalsStore, forgetArrival } from '../../domain/photos/arrivals';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { Frame } from './cardStyles';
import { cardRatio, type RestoredPhoto, smallOriginal, uploadedAt } from './photoView';
import { filesCode } from './savePhoto';
import { smallPicture } from './versionView';

export interface RestoredPictureProps {
  photo: RestoredPhoto;
  /** Shows the whole picture before. */
  showsBefore?: boolean;
}

/** The compare slider on server-made thumbnails, which are sharp in every card. Full Screen has larger pictures. */
export function RestoredPicture({ photo, showsBefore = false }: RestoredPictureProps) {
  const [isArriving] = useState(() => arrivalsStore.get().has(photo.id));
  useEffect(() => forgetArrival(photo.id), [photo.id]);
  const before = useMemo(() => ({ src: smallOriginal(photo) }), [photo]);
  // As it is adjusted by hand, once that is made; until then, and where it cannot be made, the result.
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
  const after = useMemo(
    () => ({ src: (adjustment && adjusted) || smallPicture(photo) }),
    [photo, adjustment, adjusted],
  );
  return (
    <Frame>
      <CompareSlider
        before={before}
        after={after}
        alt={photo.name ?? copy.gallery.restoredAlt(uploadedAt(photo))}
        ratio={cardRatio(photo)}
        start={showsBefore ? 100 : COMPARE_START_PERCENT}
        hint={isArriving && !showsBefore && 'arrival'}
      />
    </Frame>
  );
}
