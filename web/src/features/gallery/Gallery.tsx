import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { copy } from '../../lib/copy';
import { loadMorePhotos } from '../../lib/photoFeed';
import { PHOTO_PAGE_SIZE, photosStore } from '../../lib/photos';
import { useStore } from '../../lib/store';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';
import { LoadingPhotos, PhotosUnavailable } from './GalleryStates';
import { PhotoList } from './PhotoList';
import { VirtualPhotoList } from './VirtualPhotoList';

const TITLE_ID = 'gallery-title';

const Wrap = styled(Section)(({ theme }) => ({ paddingTop: theme.spacing(4) }));

/** My Photos: the signed-in user's own, newest first. */
export default function Gallery() {
  const { status, photos, hasMore } = useStore(photosStore);
  const List = photos.length > PHOTO_PAGE_SIZE ? VirtualPhotoList : PhotoList;
  return (
    <Wrap aria-labelledby={TITLE_ID}>
      <SectionHeading id={TITLE_ID} title={copy.gallery.title} />
      {status === 'loading' && photos.length === 0 && <LoadingPhotos />}
      {status === 'error' && <PhotosUnavailable />}
      {photos.length > 0 && <List photos={photos} />}
      {hasMore && (
        <Button variant="outlined" sx={{ mt: 4 }} onClick={loadMorePhotos}>
          {copy.gallery.loadMore}
        </Button>
      )}
    </Wrap>
  );
}
