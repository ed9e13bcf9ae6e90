import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { DialogShell } from './DialogShell';

export interface QuestionDialogProps {
  open: boolean;
  words: Readonly<Record<'title' | 'text' | 'yes' | 'no' | 'close', string>>;
  onYes: () => void;
  /** Called on no, and whenever the dialog is closed. */
  onNo: () => void;
}

/** Asks before something is lost. */
export function QuestionDialog({ open, words, onYes, onNo }: QuestionDialogProps) {
  return (
    <DialogShell open={open} title={words.title} closeLabel={words.close} onClose={onNo} maxWidth="xs">
      <Stack spacing={2}>
        <Typography>{words.text}</Typography>
        <Button variant="contained" color="error" onClick={onYes}>
          {words.yes}
        </Button>
        <Button variant="outlined" onClick={onNo}>
          {words.no}
        </Button>
      </Stack>
    </DialogShell>
  );
}
