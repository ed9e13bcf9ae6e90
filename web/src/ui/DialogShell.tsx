import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  paddingRight: theme.spacing(1.5),
}));

export interface DialogShellProps {
  open: boolean;
  title: string;
  closeLabel: string;
  /** Called on Escape, a click outside and the close button. */
  onClose: () => void;
  maxWidth?: DialogProps['maxWidth'];
  children: ReactNode;
}

/** A dialog with a headline and a close button; MUI keeps and returns the focus. */
export function DialogShell({ open, title, closeLabel, onClose, maxWidth = 'sm', children }: DialogShellProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} maxWidth={maxWidth} fullWidth scroll="body" aria-labelledby={titleId}>
      <Bar>
        <DialogTitle id={titleId} sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </DialogTitle>
        <IconButton aria-label={closeLabel} onClick={onClose} sx={{ flex: 'none' }}>
          <Icon name="close" />
        </IconButton>
      </Bar>
      <DialogContent sx={{ pt: 0 }}>{children}</DialogContent>
    </Dialog>
  );
}
