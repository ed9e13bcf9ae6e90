import type { Adjustment } from '@heirlight/contract/adjustment';
import { groupIdOf } from '@heirlight/contract/photo';
import { sourceTypeOf } from '@heirlight/imaging/metadata';
import { useEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { redrawnCopy } from '../../copy/redrawnCopy';
import { useAdjustmentOf } from '../../domain/photos/adjustments';
import { adjustPhoto } from '../../domain/photos/adjustPhoto';
import { comparedWith, type PhotoGroup } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { type ViewedPhoto, Viewer } from '../../ui/viewer/Viewer';
import type { ViewerAction } from '../../ui/viewer/ViewerTools';
import { viewerCopy } from '../../ui/viewer/viewerCopy';
import { focusCard } from './cardFocus';
import { photoCopy } from './photoCopy';
import { isRestored, photoName, type RestoredPhoto, toolName, uploadedAt } from './photoView';
import { useSave } from './useSave';
import { versionLabels } from './versionView';

export interface FullScreenDialogProps {
  photo: RestoredPhoto;
  /** What the gallery lists, in its order. */
  groups: readonly PhotoGroup[];
  open: boolean;
  onClose: () => void;
  /** Asks for another dialog about the photo that is seen. */
  onAsk: (kind: Asked, photoId: string) => void;
}

type Asked = 'again' | 'save' | 'share';

function viewed(photo: RestoredPhoto, groups: readonly PhotoGroup[]): ViewedPhoto {
  const { original_size: before, restored_size: after, files } = photo;
  // A photo without a name is called by its date.
  const when = photo.date_text ?? (photo.name && uploadedAt(photo));
  const group = groups.find(({ versions }) => versions.some(({ id }) => id === photo.id));
  const version = group && versionLabels(group).find(({ id }) => id === photo.id);
  const details = [version?.label ?? toolName(photo), before && after && viewerCopy.sizes(before, after), when];
  return {
    id: photo.id,
    groupId: groupIdOf(photo),
    name: photoName(photo),
    details: details.filter(Boolean).join(' · '),
    made: redrawnCopy[sourceTypeOf({ tool: photo.tool, embedded: null })],
    pair: {
      before: {
        size: before,
        thumbnail: files.original.thumbnail?.url ?? null,
        screen: files.original.screen?.url ?? null,
        whole: photo.original_url,
        tiles: null,
      },
      after: {
        size: after,
        thumbnail: files.restored.thumbnail?.url ?? null,
        screen: files.restored.screen?.url ?? null,
        whole: photo.restored_url,
        tiles: files.restored.tiles?.url ?? null,
      },
    },
    faces: photo.faces && [...photo.faces].sort((one, other) => one.x - other.x),
  };
}

/** What the card does with the photo, the viewer does too. */
function useActions(photo: RestoredPhoto, onAsk: (kind: Asked, photoId: string) => void): ViewerAction[] {
  const save = useSave(photo, () => onAsk('save', photo.id));
  const { gallery } = copy;
  return [
    { icon: 'download', ...save },
    {
      icon: 'share',
      ...(photo.shared_at
        ? { label: photoCopy.manageSharing, word: viewerCopy.sharingWord }
        : { label: gallery.share }),
      onClick: () => onAsk('share', photo.id),
    },
    {
      icon: 'restore',
      label: gallery.tryAnother,
      word: viewerCopy.tryAnotherWord,
      onClick: () => onAsk('again', photo.id),
    },
  ];
}

/** Brings the focus to the card of the photo seen last, unless the button that opened the viewer has it. */
function focusBack(photoId: string, isOther: boolean): void {
  if (!isOther && document.activeElement !== document.body) return;
  focusCard(photoId);
  if (isOther) document.activeElement?.scrollIntoView?.({ block: 'nearest' });
}

/** Every restored version that is listed, each compared with its upload; the one that was opened as its card shows it. */
function restoredIn(groups: readonly PhotoGroup[], opened: RestoredPhoto): RestoredPhoto[] {
  return groups.flatMap((group) => {
    const asShown = (version: Photo) => (version.id === opened.id ? opened : comparedWith(version, group, 'upload'));
    return group.versions.map(asShown).filter(isRestored);
  });
}

/**
 * How the photo is adjusted, and what adjusts it: null where it is compared with another version's result, with which
 * nothing is mixed.
 */
function useAdjusting(photo: RestoredPhoto, groups: readonly PhotoGroup[]) {
  const domain = useDomain();
  const adjustment = useAdjustmentOf()(photo);
  const isOriginal = groups.some(({ versions }) => versions.some((one) => one.original_url === photo.original_url));
  const onAdjust = (next: Adjustment | null) => void adjustPhoto(photo, next, domain);
  return { adjustment, onAdjust: isOriginal ? onAdjust : null };
}

/** The card's photo on the whole screen; from there one goes to the others. */
export function FullScreenDialog({ photo: opened, groups, open, onClose, onAsk }: FullScreenDialogProps) {
  const restored = restoredIn(groups, opened);
  const [currentId, setCurrentId] = useState(opened.id);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setCurrentId(opened.id);
  }
  // A photo that is deleted meanwhile gives way to the next, in its place.
  const place = useRef(0);
  const found = restored.findIndex(({ id }) => id === currentId);
  const at = found < 0 ? Math.min(place.current, restored.length - 1) : found;
  place.current = at;
  const photo = restored[at] ?? opened;
  const isEmpty = restored.length === 0;
  if (!isEmpty && photo.id !== currentId) setCurrentId(photo.id);
  useEffect(() => {
    if (open && isEmpty) onClose();
  }, [open, isEmpty, onClose]);
  const actions = useActions(photo, onAsk);
  const adjusting = useAdjusting(photo, groups);
  if (isEmpty) return null;
  return (
    <Viewer
      open={open}
      photo={viewed(photo, groups)}
      actions={actions}
      {...adjusting}
      position={{ at: at + 1, of: restored.length }}
      onStep={(by) => setCurrentId(restored[at + by]?.id ?? photo.id)}
      onClose={onClose}
      onGone={() => focusBack(photo.id, photo.id !== opened.id)}
    />
  );
}
