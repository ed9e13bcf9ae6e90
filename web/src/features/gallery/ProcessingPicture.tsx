import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { Photo } from '../../domain/photos/photosStore';
import { copy } from '../../lib/copy';
import { Blurred, Frame, Overlay } from './cardStyles';
import { cardRatio, progressText, uploadedAt } from './photoView';
import { useNow } from './useNow';

/** Screen readers hear that it is processing, and the toast at the end, but not the ticking seconds. */
export function ProcessingPicture({ photo }: { photo: Photo }) {
  const now = useNow(1000);
  const percent = photo.progress_percent;
  return (
    <Frame style={{ aspectRatio: cardRatio(photo) }}>
      <Blurred
        src={photo.thumbnail_url ?? photo.original_url}
        alt={copy.gallery.photoAlt(uploadedAt(photo))}
        decoding="async"
        data-developing=""
      />
      <Overlay>
        <Typography variant="h3" component="p" role="status">
          {copy.gallery.processing}
        </Typography>
        <LinearProgress
          aria-label={copy.gallery.processing}
          color="inherit"
          sx={{ width: '100%', maxWidth: (theme) => theme.spacing(25) }}
          {...(percent === null ? {} : { variant: 'determinate', value: percent })}
        />
        <Typography variant="body2" aria-hidden="true">
          {percent === null ? progressText(photo, now) : `${percent}% · ${progressText(photo, now)}`}
        </Typography>
      </Overlay>
    </Frame>
  );
}
