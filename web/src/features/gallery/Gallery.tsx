import Button, { type ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { type Photos, photosStore } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { copy } from '../../lib/copy';
import { useStore } from '../../lib/store';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';
import { focusCard } from './cardFocus';
import { LoadingPhotos, PhotosUnavailable } from './GalleryStates';
import { PhotoList } from './PhotoList';

const TITLE_ID = 'gallery-title';

const Wrap = styled(Section)(({ theme }) => ({ paddingTop: theme.spacing(4) }));

/** Shows more photos. If the pressed button is gone afterwards, its focus goes to the first photo that came. */
function useShowMore({ status, photos, hasMore }: Photos): Pick<ButtonProps, 'onClick' | 'onBlur'> {
  const { loadMore } = useDomain().photos;
  /** The last photo that was there when the button was pressed, for as long as the button keeps the focus. */
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    if (status === 'error') lastShown.current = null;
    if (lastShown.current === null) return;
    const last = photos.findIndex(({ id }) => id === lastShown.current);
    const came = last < 0 ? undefined : photos[last + 1];
    if (hasMore && !came) return;
    lastShown.current = null;
    if (!hasMore && document.activeElement === document.body) focusCard(came?.id);
  }, [status, photos, hasMore]);
  return {
    onClick: ({ currentTarget }) => {
      lastShown.current = (document.activeElement === currentTarget && photos.at(-1)?.id) || null;
      loadMore();
    },
    onBlur: ({ currentTarget }) => {
      // When the window is left, its focused element stays the same.
      if (document.activeElement !== currentTarget) lastShown.current = null;
    },
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
      {photos.length > 0 && <PhotoList photos={photos} hasMore={hasMore} />}
      {hasMore && (
        <Button variant="outlined" sx={{ mt: 4 }} {...showMore}>
          {copy.gallery.loadMore}
        </Button>
      )}
    </Wrap>
  );
}
