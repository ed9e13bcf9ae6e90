import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { comparedWith, type PhotoGroup, uploadOf } from '../../domain/photos/photoGroups';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { DialogShell } from '../../ui/DialogShell';
import { cardOf, focusCard, neighbourOf } from './cardFocus';
import { DialogPicture } from './DialogPicture';
import { photoDialogsCopy } from './photoDialogsCopy';
import { photoName } from './photoView';
import { useSmallPicture } from './useSmallPicture';

export interface DeletePhotoDialogProps {
  group: PhotoGroup;
  photo: Photo;
  /** What this version is called. */
  tool: string;
  open: boolean;
  onClose: () => void;
}

type QuestionProps = Omit<DeletePhotoDialogProps, 'open' | 'onClose'>;

/** Asks once before a restored photo goes, and says what goes with it. */
export function DeletePhotoDialog({ open, onClose, ...rest }: DeletePhotoDialogProps) {
  return (
    <DialogShell
      open={open}
      title={photoDialogsCopy.remove.title}
      closeLabel={copy.gallery.close}
      onClose={onClose}
      maxWidth="xs"
    >
      <Question {...rest} onDone={onClose} />
    </DialogShell>
  );
}

/** Whether the upload is lost with this version: no other one was made from it. */
function takesUpload(photo: Photo, group: PhotoGroup): boolean {
  return uploadOf({ ...group, versions: group.versions.filter(({ id }) => id !== photo.id) }) === null;
}

function textFor({ photo, group, tool }: QuestionProps): string {
  if (group.versions.length === 1) return photoDialogsCopy.remove.only;
  return takesUpload(photo, group) ? photoDialogsCopy.remove.last(tool) : photoDialogsCopy.remove.version(tool);
}

function Question({ onDone, ...about }: QuestionProps & { onDone: () => void }) {
  const { group, photo } = about;
  const { photos } = useDomain();
  const picture = useSmallPicture(useMemo(() => comparedWith(photo, group, 'upload'), [photo, group]));
  const [busy, setBusy] = useState<'version' | 'all' | null>(null);
  const hasOthers = group.versions.length > 1;
  /** Where the focus goes when the dialog has gone, null for where it came from. The card may go with its photo. */
  const focusLater = useRef<string | null | undefined>(null);
  useEffect(
    () => () => {
      if (focusLater.current !== null) focusCard(focusLater.current);
    },
    [],
  );

  const remove = async (what: 'version' | 'all') => {
    if (busy) return;
    setBusy(what);
    const isAll = what === 'all';
    // Known before: this dialog goes at once with the last version.
    focusLater.current = isAll || !hasOthers ? neighbourOf(cardOf(group.id)) : group.id;
    const isGone = await photos.deletePhoto(photo.id, isAll ? group.versions.map(({ id }) => id) : undefined);
    if (isGone) {
      onDone();
      return;
    }
    focusLater.current = null;
    setBusy(null);
  };
  const label = (what: 'version' | 'all', text: string) => (busy === what ? copy.gallery.deleting : text);

  return (
    <Stack spacing={2}>
      <DialogPicture src={picture} alt={photoName(photo)} />
      <Typography>
        {textFor(about)} {photo.shared_at && photoDialogsCopy.remove.linkEnds}
      </Typography>
      <Button variant="contained" color="error" aria-busy={busy === 'version'} onClick={() => remove('version')}>
        {label('version', hasOthers ? photoDialogsCopy.remove.confirmVersion : photoDialogsCopy.remove.confirm)}
      </Button>
      {hasOthers && (
        <>
          <Button variant="outlined" color="error" aria-busy={busy === 'all'} onClick={() => remove('all')}>
            {label('all', photoDialogsCopy.remove.all(group.versions.length))}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {photoDialogsCopy.remove.allText}{' '}
            {group.versions.some(({ shared_at }) => shared_at) && photoDialogsCopy.remove.linksEnd}
          </Typography>
        </>
      )}
      <Button color="inherit" onClick={onDone}>
        {photoDialogsCopy.remove.cancel}
      </Button>
    </Stack>
  );
}
