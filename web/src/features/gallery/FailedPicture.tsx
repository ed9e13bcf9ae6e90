import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { copy } from '../../copy/copy';
import type { Photo } from '../../domain/photos/photosStore';
import { Blurred, Frame, Overlay } from './cardStyles';
import { photoCopy } from './photoCopy';
import { cardRatio, failureText, photoName, smallOriginal } from './photoView';

export interface FailedPictureProps {
  photo: Photo;
  deleting: boolean;
  onDelete: () => void;
  onTryAgain: () => void;
}

/** Why it failed and what next come first; deleting, which gives the restore back as well, comes last. */
export function FailedPicture({ photo, deleting, onDelete, onTryAgain }: FailedPictureProps) {
  const name = photoName(photo);
  const remove = deleting ? copy.gallery.deleting : copy.gallery.failedDelete;
  return (
    <Frame style={{ aspectRatio: cardRatio(photo) }}>
      <Blurred src={smallOriginal(photo)} alt={name} loading="lazy" decoding="async" />
      <Overlay>
        <Typography>{failureText(photo)}</Typography>
        <Button variant="contained" aria-label={photoCopy.of(photoCopy.tryAgain, name)} onClick={onTryAgain}>
          {photoCopy.tryAgain}
        </Button>
        {!photo.is_refunded && <Typography variant="body2">{photoCopy.tryAgainFree}</Typography>}
        <Button color="inherit" aria-label={photoCopy.of(remove, name)} aria-busy={deleting} onClick={onDelete}>
          {remove}
        </Button>
      </Overlay>
    </Frame>
  );
}
