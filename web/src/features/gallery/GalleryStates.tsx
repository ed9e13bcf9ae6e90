import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { copy } from '../../copy/copy';
import type { GallerySize } from '../../domain/account/lastSeen';
import { useDomain } from '../../domain/useDomain';
import { BlankPhoto } from '../../ui/BlankPhoto';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { useColumns } from './columns';
import { PhotoGrid } from './PhotoGrid';

const Status = styled('p')(visuallyHidden);

/** Where the photographs will be. */
export function LoadingPhotos({ size }: { size: GallerySize }) {
  const columns = useColumns(size);
  return (
    <>
      <Status role="status">{copy.gallery.loading}</Status>
      <PhotoGrid columns={columns} aria-hidden="true">
        {['first', 'second', 'third'].map((name) => (
          <li key={name}>
            <BlankPhoto />
          </li>
        ))}
      </PhotoGrid>
    </>
  );
}

export function PhotosUnavailable() {
  const { photos } = useDomain();
  return (
    <Stack role="alert" spacing={2} sx={{ alignItems: 'flex-start' }}>
      <Typography variant="h3" component="p">
        {copy.gallery.errorTitle}
      </Typography>
      <Typography color="textSecondary">{copy.gallery.errorText}</Typography>
      <Button variant="outlined" onClick={photos.retry}>
        {copy.gallery.retry}
      </Button>
    </Stack>
  );
}
