import type { Photo } from '../../domain/photos/photosStore';
import { FullScreenDialog } from './FullScreenDialog';
import { isRestored } from './photoView';
import { RestoreAgainDialog } from './RestoreAgainDialog';
import { SaveDialog } from './SaveDialog';
import { ShareDialog } from './ShareDialog';

/** What a card asks for. */
export interface PhotoDialog {
  photoId: string;
  kind: 'fullScreen' | 'again' | 'save' | 'share';
}

export interface PhotoDialogsProps {
  photo: Photo;
  /** Null while a dialog closes. */
  open: PhotoDialog['kind'] | null;
  onOpen: (dialog: PhotoDialog) => void;
  onClose: () => void;
}

/** A photo's dialogs. They are not children of its card, which leaves the page when a phone is turned. */
export default function PhotoDialogs({ photo, open, onOpen, onClose }: PhotoDialogsProps) {
  return (
    <>
      {isRestored(photo) && (
        <FullScreenDialog
          photo={photo}
          open={open === 'fullScreen'}
          onClose={onClose}
          onAsk={(kind, photoId) => onOpen({ photoId, kind })}
        />
      )}
      <RestoreAgainDialog photo={photo} open={open === 'again'} onClose={onClose} />
      {isRestored(photo) && <SaveDialog photo={photo} open={open === 'save'} onClose={onClose} />}
      {isRestored(photo) && <ShareDialog photo={photo} open={open === 'share'} onClose={onClose} />}
    </>
  );
}
