import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { copy } from '../../lib/copy';
import { loadMorePhotos } from '../../lib/photoFeed';
import { type Photos, photosStore } from '../../lib/photos';
import { useStore } from '../../lib/store';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';
import { focusCard } from './cardFocus';
import { LoadingPhotos, PhotosUnavailable } from './GalleryStates';
import { PhotoList } from './PhotoList';

const TITLE_ID = 'gallery-title';

const Wrap = styled(Section)(({ theme }) => ({ paddingTop: theme.spacing(4) }));

/** Shows more photos. The button that was pressed may be gone then; the focus goes on to the first that came. */
function useShowMore({ photos, hasMore }: Photos): () => void {
  const shownBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = shownBefore.current;
    if (before === null || photos.length <= before) return;
    shownBefore.current = null;
    if (!hasMore && document.activeElement === document.body) focusCard(photos[before]?.id);
  }, [photos, hasMore]);
  return () => {
    shownBefore.current = photos.length;
    loadMorePhotos();
  };
}

/** My Photos: the signed-in user's own, newest first. */
export default function Gallery() {
  const feed = useStore(photosStore);
  const { status, photos, hasMore } = feed;
  const showMore = useShowMore(feed);
  return (
    <Wrap aria-labelledby={TITLE_ID}>
      <SectionHeading id={TITLE_ID} title={copy.gallery.title} />
      {status === 'loading' && photos.length === 0 && <LoadingPhotos />}
      {status === 'error' && <PhotosUnavailable />}
      {photos.length > 0 && <PhotoList photos={photos} />}
      {hasMore && (
        <Button variant="outlined" sx={{ mt: 4 }} onClick={showMore}>
          {copy.gallery.loadMore}
        </Button>
      )}
    </Wrap>
  );
}
