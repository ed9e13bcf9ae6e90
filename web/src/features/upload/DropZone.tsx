import { MAX_TRAY_PHOTOS } from '@heirlight/contract/limits';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type DragEvent, useId, useState } from 'react';
import { uploadCopy } from '../../copy/uploadCopy';
import { ACCEPTED_FILES } from '../../domain/upload/acceptedFiles';
import { HAIRLINE, RULE } from '../../theme/tokens';
import { ByFinger, ByHand } from '../../ui/ByHand';
import { Icon } from '../../ui/Icon';
import { visuallyHidden } from '../../ui/visuallyHidden';

const Zone = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  gap: theme.spacing(1),
  paddingBlock: theme.spacing(5),
  paddingInline: theme.spacing(3),
  cursor: 'pointer',
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.own.sunken,
  border: `${RULE} dashed ${theme.vars.palette.own.edge}`,
  borderRadius: theme.shape.borderRadius,
  '&[data-over], &:hover': {
    color: theme.vars.palette.text.primary,
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.own.accentWash,
  },
  '&:focus-within': { outline: `${RULE} solid ${theme.vars.palette.primary.main}`, outlineOffset: HAIRLINE },
}));

const HiddenInput = styled('input')(visuallyHidden);

/** A file picker that is also a place to drop photos on. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const title = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  const hover = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Zone data-over={over || undefined} onDrop={drop} onDragOver={hover} onDragLeave={() => setOver(false)}>
      <HiddenInput
        type="file"
        multiple
        accept={ACCEPTED_FILES}
        aria-labelledby={title}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Emptied, so that picking the same file again after removing it is a change too.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Icon name="upload" />
      <Typography id={title} variant="h3" component="span" color="textPrimary">
        <ByHand>{over ? uploadCopy.dropActive : uploadCopy.dropTitle}</ByHand>
        <ByFinger>{uploadCopy.pickTitle}</ByFinger>
      </Typography>
      <Typography component={ByHand}>{uploadCopy.dropAction}</Typography>
      <Typography component="span" variant="body2">
        {uploadCopy.dropHint}
      </Typography>
      <Typography component="span" variant="body2">
        {uploadCopy.dropSeveral(MAX_TRAY_PHOTOS)}
      </Typography>
    </Zone>
  );
}
