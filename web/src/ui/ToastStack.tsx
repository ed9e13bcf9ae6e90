import { TOAST_LIMIT } from '@heirlight/contract/limits';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { useEffect } from 'react';
import type { Toast } from '../lib/toast';
import { ToastCard } from './ToastCard';
import { ToastPause } from './toastPause';

export interface ToastStackProps {
  pending: readonly Toast[];
  /** Called with how many of `pending` are now the stack's. */
  onTaken: (count: number) => void;
  paused: boolean;
  /** A toast has gone; with it whatever it was paused by. */
  onLeave: () => void;
}

/** Shows toasts one at a time: a newer one sends the older away. */
export default function ToastStack({ pending, onTaken, paused, onLeave }: ToastStackProps) {
  const { breakpoints } = useTheme();
  const isNarrow = useMediaQuery(breakpoints.down('sm'));
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
      <SnackbarProvider
        maxSnack={TOAST_LIMIT}
        // The card counts its own time, because it also waits for the keyboard.
        autoHideDuration={null}
        // At the bottom of a phone are the button just pressed and the keyboard.
        anchorOrigin={{ vertical: isNarrow ? 'top' : 'bottom', horizontal: 'right' }}
        onClose={onLeave}
      />
    </ToastPause>
  );
}
