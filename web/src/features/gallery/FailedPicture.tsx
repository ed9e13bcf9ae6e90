import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Photo } from '../../domain/photos/photosStore';
import { copy } from '../../lib/copy';
import { Blurred, Frame, Overlay } from './cardStyles';
import { cardRatio, failureText, uploadedAt } from './photoView';

export interface FailedPictureProps {
  photo: Photo;
  deleting: boolean;
  onDelete: () => void;
  onTryAnother: () => void;
}

export function FailedPicture({ photo, deleting, onDelete, onTryAnother }: FailedPictureProps) {
  return (
    <Frame style={{ aspectRatio: cardRatio(photo) }}>
      <Blurred
        src={photo.thumbnail_url ?? photo.original_url}
        alt={copy.gallery.photoAlt(uploadedAt(photo))}
        loading="lazy"
        decoding="async"
      />
      <Overlay>
        <Button variant="contained" color="error" aria-busy={deleting} onClick={onDelete}>
          {deleting ? copy.gallery.deleting : copy.gallery.failedDelete}
        </Button>
        <Typography variant="body2">{failureText(photo)}</Typography>
        <Button color="inherit" onClick={onTryAnother}>
          {copy.gallery.tryAnother}
        </Button>
      </Overlay>
    </Frame>
  );
}
