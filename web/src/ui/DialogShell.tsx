import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { earlyDialog, replaceEarly } from './earlyDialog';
import { Icon } from './Icon';
import { useCloseOnBack } from './useCloseOnBack';

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
  /** Called on Escape, a click outside, the close button and the browser's Back. */
  onClose: () => void;
  /** It is open as long as the address says so: Back leads to another address. */
  hasAddress?: boolean;
  maxWidth?: DialogProps['maxWidth'];
  children: ReactNode;
}

/** The rest of the dialog is in the page, too, when its bar is. */
const takeOver = (bar: HTMLElement | null) => {
  if (bar) replaceEarly(bar.closest('[role=dialog]'));
};

/**
 * A dialog with a headline and a close button; MUI keeps and returns the focus. Where an early dialog stands, it takes
 * its place without fading in.
 */
export function DialogShell({
  open,
  title,
  closeLabel,
  onClose,
  hasAddress = false,
  maxWidth = 'sm',
  children,
}: DialogShellProps) {
  const titleId = useId();
  useCloseOnBack(open && !hasAddress, onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth={maxWidth}
      fullWidth
      scroll="body"
      aria-labelledby={titleId}
      {...(earlyDialog() && { transitionDuration: 0 })}
    >
      <Bar ref={takeOver}>
        <DialogTitle id={titleId} sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </DialogTitle>
        <IconButton data-closes="" aria-label={closeLabel} onClick={onClose} sx={{ flex: 'none' }}>
          <Icon name="close" />
        </IconButton>
      </Bar>
      <DialogContent sx={{ pt: 0 }}>{children}</DialogContent>
    </Dialog>
  );
}
