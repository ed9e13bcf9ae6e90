import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { DialogShell } from '../../ui/DialogShell';
import { selectionCopy } from './selectionCopy';

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
      title={selectionCopy.deleteTitle(asked)}
      closeLabel={selectionCopy.close}
      onClose={onClose}
      maxWidth="xs"
    >
      <Stack spacing={2}>
        <Typography>{selectionCopy.deleteText(asked)}</Typography>
        <Button variant="contained" color="error" onClick={onConfirm}>
          {selectionCopy.confirmDelete(asked)}
        </Button>
        <Button variant="outlined" onClick={onClose}>
          {selectionCopy.keep}
        </Button>
      </Stack>
    </DialogShell>
  );
}
