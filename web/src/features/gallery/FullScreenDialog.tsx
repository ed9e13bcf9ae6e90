import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { copy } from '../../lib/copy';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { Icon } from '../../ui/Icon';
import { useFocusBackToCard } from './cardFocus';
import { fillingWindow, photoRatio, type RestoredPhoto, uploadedAt } from './photoView';

/** The room the window leaves for the picture, below the bar and between the margins. */
const TALLEST = '100dvh - 8rem';
const WIDEST = '100vw - 2rem';

const Stage = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.5),
  justifyItems: 'end',
  padding: theme.spacing(0.5, 1, 1),
}));

export interface FullScreenDialogProps {
  photo: RestoredPhoto;
  open: boolean;
  onClose: () => void;
}

/** The whole photograph, as large as the window. Closes with Escape, a click outside, or its button. */
export function FullScreenDialog({ photo, open, onClose }: FullScreenDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth={false}
      slotProps={{
        paper: { 'aria-label': copy.gallery.fullScreen, sx: { m: 1, maxWidth: 'none', maxHeight: 'none' } },
      }}
    >
      <WholePhoto photo={photo} onClose={onClose} />
    </Dialog>
  );
}

function WholePhoto({ photo, onClose }: Omit<FullScreenDialogProps, 'open'>) {
  useFocusBackToCard(photo.id);
  const ratio = photoRatio(photo);
  const width = `min(${WIDEST}, (${TALLEST}) * ${ratio})`;
  const { before, after } = fillingWindow(photo, width);
  return (
    <Stage style={{ width }}>
      <IconButton aria-label={copy.gallery.close} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
      <CompareSlider
        before={before}
        after={after}
        alt={copy.gallery.restoredAlt(uploadedAt(photo))}
        ratio={ratio}
        priority
      />
    </Stage>
  );
}
