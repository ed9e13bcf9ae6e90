import { useMemo, useState } from 'react';
import { copy } from '../../lib/copy';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { Frame } from './cardStyles';
import { cardRatio, type RestoredPhoto, uploadedAt } from './photoView';

/** A restore that ended this recently gets the slider's hint. */
const FRESH_MS = 60_000;

/** The compare slider on server-made thumbnails, which are sharp in every card. Full Screen has larger pictures. */
export function RestoredPicture({ photo }: { photo: RestoredPhoto }) {
  const [fresh] = useState(() => Date.now() - (photo.completed_at?.getTime() ?? 0) < FRESH_MS);
  const before = useMemo(() => ({ src: photo.thumbnail_url ?? photo.original_url }), [photo]);
  const after = useMemo(() => ({ src: photo.restored_thumbnail_url ?? photo.restored_url }), [photo]);
  return (
    <Frame>
      <CompareSlider
        before={before}
        after={after}
        alt={copy.gallery.restoredAlt(uploadedAt(photo))}
        ratio={cardRatio(photo)}
        hint={fresh}
      />
    </Frame>
  );
}
