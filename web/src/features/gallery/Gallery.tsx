import Button, { type ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { memo, useDeferredValue, useEffect, useRef } from 'react';
import { copy } from '../../copy/copy';
import type { PhotoGroup } from '../../domain/photos/photoGroups';
import { type Photos, photosStore } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { useStore } from '../../lib/store';
import { LazyPart } from '../../ui/LazyPart';
import { Section } from '../../ui/Section';
import { focusCard } from './cardFocus';
import { GalleryBar } from './GalleryBar';
import { LoadingPhotos, PhotosUnavailable } from './GalleryStates';
import { galleryCopy } from './galleryCopy';
import { OrderChoice } from './OrderChoice';
import { PhotoList } from './PhotoList';
import { SearchField, SearchState } from './Search';
import { SizeChoice } from './SizeChoice';
import { useByDate } from './useByDate';
import { useGalleryChoices } from './useGalleryChoices';
import { useGroups } from './useGroups';
import { useLookAt } from './useLookAt';
import { useSearch } from './useSearch';
import { useSelection } from './useSelection';

const selectionBarCode = () => import('./SelectionBar');
const orderNoteCode = () => import('./byDate');

const TITLE_ID = 'gallery-title';

const Wrap = styled(Section)(({ theme }) => ({ paddingTop: theme.spacing(3) }));

const Top = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1),
}));

/** Shows more photos. If the pressed button is gone afterwards, its focus goes to the first photo that came. */
function useShowMore({
  status,
  groups,
  hasMore,
}: Pick<Photos, 'status' | 'hasMore'> & { groups: readonly PhotoGroup[] }): Pick<ButtonProps, 'onClick' | 'onBlur'> {
  const { loadMore } = useDomain().photos;
  /** The last photo that was there when the button was pressed, for as long as the button keeps the focus. */
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    if (status === 'error') lastShown.current = null;
    if (lastShown.current === null) return;
    const last = groups.findIndex(({ id }) => id === lastShown.current);
    const came = last < 0 ? undefined : groups[last + 1];
    if (hasMore && !came) return;
    lastShown.current = null;
    if (!hasMore && document.activeElement === document.body) focusCard(came?.id);
  }, [status, groups, hasMore]);
  return {
    onClick: ({ currentTarget }) => {
      lastShown.current = (document.activeElement === currentTarget && groups.at(-1)?.id) || null;
      loadMore();
    },
    onBlur: ({ currentTarget }) => {
      // When the window is left, its focused element stays the same.
      if (document.activeElement !== currentTarget) lastShown.current = null;
    },
  };
}

const Choices = styled('div')(({ theme }) => ({ display: 'flex', minWidth: 0, gap: theme.spacing(1) }));

const GalleryOf = memo(function GalleryOf(listed: Photos) {
  const { status, photos, hasMore } = listed;
  const { size, order, choose } = useGalleryChoices();
  const search = useSearch(photos);
  const dated = useByDate(order === 'taken', listed);
  const found = search.found ?? dated.photos;
  const groups = useGroups(photos, found);
  const isPart = hasMore && !found;
  const showMore = useShowMore({ status, groups, hasMore });
  const selection = useSelection(groups);
  const title = (
    <Top>
      <Typography variant="h2" id={TITLE_ID}>
        {copy.gallery.title}
      </Typography>
      <Choices>
        <OrderChoice order={order} onChoose={(galleryOrder) => choose({ galleryOrder })} />
        <SizeChoice size={size} onChoose={(gallerySize) => choose({ gallerySize })} />
      </Choices>
    </Top>
  );
  const selecting = (
    <LazyPart load={selectionBarCode} props={{ ...selection, hasMore: isPart }} onLost={selection.end} />
  );
  const showUploaded = () => choose({ galleryOrder: 'uploaded' });
  useLookAt(photos, () => {
    search.look('');
    // By its own date the photo may be anywhere.
    showUploaded();
  });
  return (
    <Wrap aria-labelledby={TITLE_ID} data-gallery="">
      <GalleryBar title={title} work={selection.isOn && groups.length > 0 ? selecting : null}>
        {photos.length > 0 && (
          <>
            <SearchField text={search.text} onChange={search.look} />
            <Button
              ref={selection.opener}
              variant="outlined"
              sx={{ ml: 'auto' }}
              disabled={groups.length === 0}
              onClick={selection.start}
            >
              {galleryCopy.select}
            </Button>
          </>
        )}
      </GalleryBar>
      {status === 'loading' && photos.length === 0 && <LoadingPhotos size={size} />}
      {status === 'error' && <PhotosUnavailable />}
      <SearchState {...search} />
      {dated.state !== 'all' && !search.found && <LazyPart load={orderNoteCode} props={dated} onLost={showUploaded} />}
      {groups.length > 0 && (
        <PhotoList
          groups={groups}
          hasMore={isPart}
          size={size}
          selection={selection}
          headingsOf={search.found ? undefined : dated.headingsOf}
        />
      )}
      {isPart && (
        <Button variant="outlined" sx={{ mt: 1 }} {...showMore}>
          {copy.gallery.loadMore}
        </Button>
      )}
    </Wrap>
  );
});

/**
 * My Photos: the signed-in user's own, the newest upload first or by their own dates. A photo that comes or changes is
 * drawn in pieces, between which the page answers: it concerns every card's place.
 */
export default function Gallery() {
  return <GalleryOf {...useDeferredValue(useStore(photosStore))} />;
}
