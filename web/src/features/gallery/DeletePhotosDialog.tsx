import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { DialogShell } from '../../ui/DialogShell';
import { galleryCopy } from './galleryCopy';

export interface DeletePhotosDialogProps {
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once, for all the chosen photos. */
export default function DeletePhotosDialog({ count, onConfirm, onClose }: DeletePhotosDialogProps) {
  // As many as it was opened for: what it says does not change under the finger.
  const [asked] = useState(count);
  return (
    <DialogShell
      open
      title={galleryCopy.deleteTitle(asked)}
      closeLabel={galleryCopy.close}
      onClose={onClose}
      maxWidth="xs"
    >
      <Stack spacing={2}>
        <Typography>{galleryCopy.deleteText(asked)}</Typography>
        <Button variant="contained" color="error" onClick={onConfirm}>
          {galleryCopy.confirmDelete(asked)}
        </Button>
        <Button variant="outlined" onClick={onClose}>
          {galleryCopy.keep}
        </Button>
      </Stack>
    </DialogShell>
  );
}
