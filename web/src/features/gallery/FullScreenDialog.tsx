import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { copy } from '../../lib/copy';
import type { Photo } from '../../lib/photos';
import { Icon } from '../../ui/Icon';
import { CompareSlider } from '../compare/CompareSlider';
import { photoRatio, uploadedAt } from './photoView';

const Stage = styled('div')(({ theme }) => ({
  position: 'relative',
  width: '86vw',
  display: 'grid',
  justifyItems: 'center',
  padding: theme.spacing(1),
}));

const Close = styled(IconButton)(({ theme }) => ({
  position: 'absolute',
  top: theme.spacing(2),
  right: theme.spacing(2),
  zIndex: 1,
  color: theme.vars.palette.own.onPhoto,
  backgroundColor: theme.vars.palette.own.veil,
  '&:hover': { backgroundColor: theme.vars.palette.own.veil },
}));

export interface FullScreenDialogProps {
  photo: Photo & { restored_url: string };
  open: boolean;
  onClose: () => void;
}

/** The whole photograph at full quality. Closes with Escape, a click outside, or its button. */
export function FullScreenDialog({ photo, open, onClose }: FullScreenDialogProps) {
  const alt = copy.gallery.restoredAlt(uploadedAt(photo));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth={false}
      slotProps={{ paper: { 'aria-label': copy.gallery.fullScreen } }}
    >
      <Stage>
        <Close aria-label={copy.gallery.close} onClick={onClose}>
          <Icon name="close" />
        </Close>
        <CompareSlider
          before={{ src: photo.original_url }}
          after={{ src: photo.restored_url }}
          alt={alt}
          ratio={photoRatio(photo)}
          maxHeight="84vh"
          priority
        />
      </Stage>
    </Dialog>
  );
}
