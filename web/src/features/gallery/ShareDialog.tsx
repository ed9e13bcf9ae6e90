import { keepCopy } from '../../copy/keepCopy';
import type { Photo } from '../../domain/photos/photosStore';
import { sharePhoto, takePhotoBack } from '../../domain/saving/shareLink';
import { useDomain } from '../../domain/useDomain';
import { DialogShell } from '../../ui/DialogShell';
import { useFocusBackToCard } from './cardFocus';
import { ShareLink } from './ShareLink';

const words = keepCopy.share;

export interface ShareDialogProps {
  photo: Photo;
  open: boolean;
  onClose: () => void;
}

/** Makes, shows and takes back the link that shows a photo to everybody who has it. */
export function ShareDialog({ photo, open, onClose }: ShareDialogProps) {
  return (
    <DialogShell open={open} title={words.title} closeLabel={words.close} onClose={onClose} maxWidth="xs">
      <Sharing photo={photo} />
    </DialogShell>
  );
}

/** The photo's own link. */
export function Sharing({ photo: { id, shared_at } }: Pick<ShareDialogProps, 'photo'>) {
  const domain = useDomain();
  useFocusBackToCard(id);
  const make = () => sharePhoto(id, domain);
  // The photo says that it has a link, but does not carry it.
  return (
    <ShareLink find={shared_at ? make : null} make={make} takeBack={() => takePhotoBack(id, domain)} says={words} />
  );
}
