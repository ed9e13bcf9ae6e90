import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { useEffect, useMemo, useState } from 'react';
import { copy } from '../../copy/copy';
import { arrivalsStore, forgetArrival } from '../../domain/photos/arrivals';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { Frame } from './cardStyles';
import { cardRatio, type RestoredPhoto, smallOriginal, uploadedAt } from './photoView';
import { useSmallPicture } from './useSmallPicture';

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
  const src = useSmallPicture(photo);
  const after = useMemo(() => ({ src }), [src]);
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
