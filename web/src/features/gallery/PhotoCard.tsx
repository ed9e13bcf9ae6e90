import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { useAdjustment } from '../../domain/photos/adjustments';
import { type Comparison, comparedWith, type PhotoGroup, shownVersion } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { Breakable } from '../../ui/Breakable';
import { Icon } from '../../ui/Icon';
import { LazyPart } from '../../ui/LazyPart';
import { focusCard, neighbourOf } from './cardFocus';
import { Caption, Heading, Kept, Mat, Print, Top, Words } from './cardStyles';
import { chosenVersionsStore, seenVersion } from './chosenVersions';
import { FailedPicture } from './FailedPicture';
import { PhotoActions } from './PhotoActions';
import type { PhotoDialog } from './PhotoDialogs';
import type { MenuEntry } from './PhotoMenu';
import { ProcessingPicture } from './ProcessingPicture';
import { photoCopy } from './photoCopy';
import { headingOf, isRestored, photoName, toolName, uploadedAt } from './photoView';
import { RestoredPicture } from './RestoredPicture';
import { useSave } from './useSave';
import { VersionStrip } from './VersionStrip';
import { versionLabels } from './versionView';

export interface PhotoCardProps {
  group: PhotoGroup;
  onOpen: (dialog: PhotoDialog) => void;
}

const menuCode = () => import('./PhotoMenu');

/**
 * Returns the version that the card shows, and the function that chooses another. A version that is being made is shown
 * as soon as it is there, and stays when it is done.
 */
function useShownVersion(group: PhotoGroup): [Photo, (id: string) => void] {
  const newest = group.versions[0] ?? shownVersion(group);
  const [known, setKnown] = useState(newest);
  const [chosen, setChosen] = useState(
    newest.status === 'processing' ? newest.id : chosenVersionsStore.get()[group.id],
  );
  if (newest !== known) {
    setKnown(newest);
    if (newest.created_at > known.created_at) setChosen(newest.id);
  }
  useEffect(() => {
    if (chosen) chosenVersionsStore.set({ ...chosenVersionsStore.get(), [group.id]: chosen });
  }, [group.id, chosen]);
  return [seenVersion(group, chosen), setChosen];
}

/** One photograph with all its versions. It shows one of them in one of its three states. */
export const PhotoCard = memo(function PhotoCard({ group, onOpen }: PhotoCardProps) {
  const { photos } = useDomain();
  const card = useRef<HTMLElement>(null);
  const [photo, choose] = useShownVersion(group);
  const [comparison, setComparison] = useState<Comparison>('upload');
  const [showsUpload, setShowsUpload] = useState(false);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [deleting, setDeleting] = useState(false);
  const compared = useMemo(() => comparedWith(photo, group, comparison), [photo, group, comparison]);
  const restored = isRestored(compared) ? compared : null;
  const isFailed = !restored && photo.status === 'failed';

  const open = (kind: PhotoDialog['kind']) => onOpen({ photoId: photo.id, kind, comparison });
  // As it is adjusted, whatever the card compares it with.
  const asSaved = comparedWith(photo, group, 'upload');
  const save = useSave(asSaved, () => open('save'));
  const adjustment = useAdjustment(asSaved);
  /** Without asking: it never became a picture, and its restore comes back. */
  const removeFailed = async () => {
    if (deleting) return;
    setDeleting(true);
    const next = neighbourOf(card.current);
    const isGone = await photos.deletePhoto(photo.id);
    // The leaving card stays busy, because its photo is gone and must not be asked for again.
    if (!isGone || group.versions.length > 1) setDeleting(false);
    if (!isGone) return;
    const { activeElement, body } = document;
    const isFree = activeElement === body || card.current?.contains(activeElement);
    if (isFree) focusCard(group.versions.length > 1 ? group.id : next);
  };
  const chooseVersion = (id: string) => {
    choose(id);
    setShowsUpload(false);
  };
  const name = photoName(photo);

  return (
    <Print
      ref={card}
      tabIndex={-1}
      aria-label={name}
      data-photo={photo.id}
      data-group={group.id}
      data-versions={group.versions.map(({ id }) => id).join(' ')}
      data-status={photo.status}
    >
      <Mat>
        {restored && (
          <RestoredPicture
            key={`${photo.id} ${restored.original_url} ${showsUpload}`}
            photo={restored}
            showsBefore={showsUpload}
          />
        )}
        {isFailed && (
          <FailedPicture photo={photo} deleting={deleting} onDelete={removeFailed} onTryAgain={() => open('again')} />
        )}
        {!restored && !isFailed && <ProcessingPicture photo={photo} />}
      </Mat>
      <Caption>
        <Top>
          <Heading title={headingOf(photo)}>
            <Breakable>{headingOf(photo)}</Breakable>
          </Heading>
          {restored && (
            <IconButton
              aria-label={photoCopy.of(photoCopy.more, name)}
              aria-haspopup="menu"
              aria-expanded={menu !== null}
              onClick={({ currentTarget }) => setMenu(currentTarget)}
            >
              <Icon name="more" />
            </IconButton>
          )}
        </Top>
        {photo.date_text && (
          <Words>
            <Breakable>{photo.date_text}</Breakable>
          </Words>
        )}
        {photo.caption && (
          <Words>
            <Breakable>{photo.caption}</Breakable>
          </Words>
        )}
        <Typography variant="body2" color="textSecondary">
          {/* A no-break space: no line begins with the dot. */}
          {copy.gallery.uploaded(uploadedAt(photo))}&nbsp;·{' '}
          <Kept>{toolName(photo) + (adjustment ? `, ${photoCopy.isAdjusted}` : '')}</Kept>
        </Typography>
        {group.versions.length > 1 && (
          <VersionStrip
            group={group}
            shownId={photo.id}
            showsUpload={showsUpload}
            onChoose={chooseVersion}
            onChooseUpload={() => {
              // Only a restored version has a slider that can show it.
              if (!restored) choose(shownVersion(group).id);
              setComparison('upload');
              setShowsUpload(true);
            }}
          />
        )}
        {restored && (
          <PhotoActions
            name={name}
            save={save}
            onDelete={() => open('delete')}
            onFullScreen={() => open('fullScreen')}
          />
        )}
      </Caption>
      {menu && restored && (
        <LazyPart
          load={menuCode}
          props={{
            anchor: menu,
            name,
            entries: entriesFor(photo, {
              open,
              favour: (isFavourite) => void photos.chooseFavourite(photo, isFavourite),
            }),
            comparisons: comparisonsFor(photo, group, comparison),
            onCompare: (id) => {
              setComparison(id);
              setShowsUpload(false);
            },
            onClose: () => setMenu(null),
          }}
          onLost={() => setMenu(null)}
        />
      )}
    </Print>
  );
});

interface Acts {
  open: (kind: PhotoDialog['kind']) => void;
  favour: (isFavourite: boolean) => void;
}

function entriesFor({ is_favourite, shared_at }: Photo, { open, favour }: Acts): MenuEntry[] {
  return [
    { label: copy.gallery.saveAs, icon: 'download', onClick: () => open('save') },
    { label: shared_at ? photoCopy.manageSharing : copy.gallery.share, icon: 'share', onClick: () => open('share') },
    { label: copy.gallery.tryAnother, icon: 'restore', onClick: () => open('again') },
    { label: photoCopy.continueFrom, icon: 'forward', onClick: () => open('continue') },
    {
      label: is_favourite ? photoCopy.noFavourite : photoCopy.favourite,
      icon: 'star',
      onClick: () => favour(!is_favourite),
    },
    { label: photoCopy.edit, icon: 'edit', onClick: () => open('edit') },
  ];
}

/** What the shown version can be compared with: the upload, or the result of another version. */
function comparisonsFor(photo: Photo, group: PhotoGroup, comparison: Comparison) {
  const others = versionLabels(group).filter(({ id }) => {
    const version = group.versions.find((one) => one.id === id);
    return id !== photo.id && version !== undefined && isRestored(version);
  });
  if (others.length === 0) return [];
  const isOther = others.some(({ id }) => id === comparison);
  return [
    { id: 'upload', label: photoCopy.original, isChosen: !isOther },
    ...others.map(({ id, label }) => ({ id, label, isChosen: id === comparison })),
  ];
}
