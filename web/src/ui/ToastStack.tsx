import { css, Global } from '@emotion/react';
import { TOAST_LIMIT } from '@heirlight/contract/limits';
import { type Theme, useTheme } from '@mui/material/styles';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import type { Toast } from '../lib/toast';
import { ToastCard } from './ToastCard';
import { ToastPause } from './toastPause';

export interface ToastStackProps {
  pending: readonly Toast[];
  /** Called with the number of `pending` toasts the stack has taken over. */
  onTaken: (count: number) => void;
  paused: boolean;
  /** A toast has gone; `replaced` if a newer one takes its place. */
  onLeave: (replaced: boolean) => void;
}

/**
 * On phones a toast comes from below, but from above while a dialog is open: the dialog's buttons are below, and the
 * header's cannot be pressed then.
 */
const onPhones = ({ breakpoints, spacing }: Theme) => css`
  ${breakpoints.down('sm')} {
    body:has(> .MuiDialog-root) .notistack-SnackbarContainer { top: ${spacing(1.5)}; bottom: auto; }
  }
`;

/** Shows one toast at a time: a newer one replaces the older. */
export default function ToastStack({ pending, onTaken, paused, onLeave }: ToastStackProps) {
  const theme = useTheme();
  useEffect(() => {
    if (pending.length === 0) return;
    for (const toast of pending) {
      enqueueSnackbar(toast.title, {
        content: (key) => <ToastCard toast={toast} onDismiss={() => closeSnackbar(key)} />,
      });
    }
    onTaken(pending.length);
  }, [pending, onTaken]);

  return (
    <ToastPause value={paused}>
      <Global styles={onPhones(theme)} />
      <SnackbarProvider
        maxSnack={TOAST_LIMIT}
        // The card has its own countdown, which also pauses for the keyboard.
        autoHideDuration={null}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        onClose={(_, reason) => onLeave(reason === 'maxsnack')}
      />
    </ToastPause>
  );
}
