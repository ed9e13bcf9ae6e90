import Typography from '@mui/material/Typography';
import { memo, useRef, useState } from 'react';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { copy } from '../../lib/copy';
import { focusCard } from './cardFocus';
import { Caption, Print } from './cardStyles';
import { FailedPicture } from './FailedPicture';
import { PhotoActions } from './PhotoActions';
import type { PhotoDialog } from './PhotoDialogs';
import { ProcessingPicture } from './ProcessingPicture';
import { isRestored, toolName, uploadedAt } from './photoView';
import { RestoredPicture } from './RestoredPicture';
import { savePhoto } from './savePhoto';

export interface PhotoCardProps {
  photo: Photo;
  onOpen: (dialog: PhotoDialog) => void;
}

/** Returns the id of the photo after this card's, or before it if this is the last. */
function neighbourOf(card: HTMLElement | null): string | undefined {
  const item = card?.closest('li');
  const next = item?.nextElementSibling ?? item?.previousElementSibling;
  return next?.querySelector<HTMLElement>('[data-photo]')?.dataset.photo;
}

/** One photo in one of its three states. */
export const PhotoCard = memo(function PhotoCard({ photo, onOpen }: PhotoCardProps) {
  const { photos } = useDomain();
  const card = useRef<HTMLElement>(null);
  const [deleting, setDeleting] = useState(false);
  const [saving, setSaving] = useState(false);
  const remove = async () => {
    if (deleting) return;
    setDeleting(true);
    const next = neighbourOf(card.current);
    if (!(await photos.deletePhoto(photo.id))) {
      setDeleting(false);
      return;
    }
    // The leaving card stays busy, because its photo is gone and must not be asked for again.
    const { activeElement, body } = document;
    const isFree = activeElement === body || card.current?.contains(activeElement);
    if (isFree) focusCard(next);
  };
  const save = async (restored: Photo) => {
    if (saving) return;
    setSaving(true);
    const result = await savePhoto(restored);
    setSaving(false);
    if (result === 'needsPress') onOpen({ photoId: photo.id, kind: 'save' });
  };
  const tryAnother = () => onOpen({ photoId: photo.id, kind: 'again' });
  const restored = isRestored(photo) ? photo : null;

  return (
    <Print
      ref={card}
      tabIndex={-1}
      aria-label={copy.gallery.photoAlt(uploadedAt(photo))}
      data-photo={photo.id}
      data-status={photo.status}
    >
      {restored && <RestoredPicture photo={restored} />}
      {!restored && photo.status === 'failed' && (
        <FailedPicture photo={photo} deleting={deleting} onDelete={remove} onTryAnother={tryAnother} />
      )}
      {!restored && photo.status !== 'failed' && <ProcessingPicture photo={photo} />}
      <Caption>
        <Typography variant="body2" color="textSecondary">
          {copy.gallery.uploaded(uploadedAt(photo))}
          {` · ${toolName(photo)}`}
        </Typography>
        {restored && (
          <PhotoActions
            deleting={deleting}
            onDelete={remove}
            saving={saving}
            onSave={() => void save(restored)}
            onSaveAs={() => onOpen({ photoId: photo.id, kind: 'save' })}
            onShare={() => onOpen({ photoId: photo.id, kind: 'share' })}
            onFullScreen={() => onOpen({ photoId: photo.id, kind: 'fullScreen' })}
            onTryAnother={tryAnother}
          />
        )}
      </Caption>
    </Print>
  );
});
