import { type Comparison, comparedWith, type PhotoGroup } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { DeletePhotoDialog } from './DeletePhotoDialog';
import { EditDetailsDialog } from './EditDetailsDialog';
import { FullScreenDialog } from './FullScreenDialog';
import { isRestored, toolName } from './photoView';
import { RestoreAgainDialog } from './RestoreAgainDialog';
import { SaveDialog } from './SaveDialog';
import { ShareDialog } from './ShareDialog';
import { versionLabels } from './versionView';

/** What a card asks for. */
export interface PhotoDialog {
  photoId: string;
  kind: 'fullScreen' | 'again' | 'continue' | 'edit' | 'delete' | 'save' | 'share';
  /** What the card compares the photo with; the upload if left out. */
  comparison?: Comparison;
}

export interface PhotoDialogsProps {
  /** What the gallery lists. */
  groups: readonly PhotoGroup[];
  group: PhotoGroup;
  /** The version that it is about. */
  photo: Photo;
  dialog: PhotoDialog;
  /** False while the dialog closes. */
  isOpen: boolean;
  onOpen: (dialog: PhotoDialog) => void;
  onClose: () => void;
}

/** A photo's dialogs. They are not children of its card, which leaves the page when a phone is turned. */
export default function PhotoDialogs({ groups, group, photo, dialog, isOpen, onOpen, onClose }: PhotoDialogsProps) {
  const { kind, comparison = 'upload' } = dialog;
  const compared = comparedWith(photo, group, comparison);
  const tool = versionLabels(group).find(({ id }) => id === photo.id)?.tool ?? toolName(photo);
  const common = { group, photo, tool, open: isOpen, onClose };
  if (kind === 'edit') return <EditDetailsDialog {...common} />;
  if (kind === 'delete') return <DeletePhotoDialog {...common} />;
  if (kind === 'again' || kind === 'continue') {
    return <RestoreAgainDialog {...common} version={kind === 'continue' ? 'restored' : 'original'} />;
  }
  if (!isRestored(compared)) return null;
  const shown = { photo: compared, open: isOpen, onClose };
  if (kind === 'save') return <SaveDialog {...shown} />;
  if (kind === 'share') return <ShareDialog {...shown} />;
  return <FullScreenDialog {...shown} groups={groups} onAsk={(asked, photoId) => onOpen({ photoId, kind: asked })} />;
}
