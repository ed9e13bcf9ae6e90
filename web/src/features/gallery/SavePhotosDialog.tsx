import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { TARGET_PX } from '../../theme/tokens';
import { DialogShell } from '../../ui/DialogShell';
import { ZIP_FORMATS, type ZipChoice } from './savePhotos';
import { selectionCopy } from './selectionCopy';

const Formats = styled('fieldset')({ margin: 0, padding: 0, border: 0, minWidth: 0 });

const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  minHeight: TARGET_PX,
  cursor: 'pointer',
  '& > input': { flex: 'none', width: '1.25em', height: '1.25em', accentColor: theme.vars.palette.primary.main },
}));

export interface SavePhotosDialogProps {
  count: number;
  onSave: (choice: ZipChoice) => void;
  onClose: () => void;
}

/** Asks once for all the chosen photos in which format they are saved, and whether the originals come too. */
export default function SavePhotosDialog({ count, onSave, onClose }: SavePhotosDialogProps) {
  const [asked] = useState(count);
  const [choice, setChoice] = useState<ZipChoice>({ format: 'jpeg', originals: false });
  const { saveTitle, formatOfAll, formats, originalsToo, saveZip } = selectionCopy;
  return (
    <DialogShell open title={saveTitle(asked)} closeLabel={selectionCopy.close} onClose={onClose} maxWidth="xs">
      <Stack spacing={2}>
        <Formats aria-label={formatOfAll}>
          {ZIP_FORMATS.map((format) => (
            <Choice key={format}>
              <input
                type="radio"
                name="zip-format"
                checked={choice.format === format}
                onChange={() => setChoice({ ...choice, format })}
              />
              {formats[format]}
            </Choice>
          ))}
        </Formats>
        <Choice>
          <input
            type="checkbox"
            checked={choice.originals}
            onChange={({ target }) => setChoice({ ...choice, originals: target.checked })}
          />
          {originalsToo}
        </Choice>
        <Button variant="contained" onClick={() => onSave(choice)}>
          {saveZip}
        </Button>
      </Stack>
    </DialogShell>
  );
}
