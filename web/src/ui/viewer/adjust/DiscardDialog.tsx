import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { DialogShell } from '../../DialogShell';
import { adjustCopy } from './adjustCopy';

export interface DiscardDialogProps {
  open: boolean;
  onDiscard: () => void;
  onClose: () => void;
}

const words = adjustCopy.discard;

/** Asks before what was changed by hand is lost. */
export function DiscardDialog({ open, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <DialogShell open={open} title={words.title} closeLabel={words.close} onClose={onClose} maxWidth="xs">
      <Stack spacing={2}>
        <Typography>{words.text}</Typography>
        <Button variant="contained" color="error" onClick={onDiscard}>
          {words.yes}
        </Button>
        <Button variant="outlined" onClick={onClose}>
          {words.no}
        </Button>
      </Stack>
    </DialogShell>
  );
}
