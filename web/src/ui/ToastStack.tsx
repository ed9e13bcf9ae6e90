import { css, Global } from '@emotion/react';
import { TOAST_LIMIT } from '@heirlight/contract/limits';
import { type Theme, useTheme } from '@mui/material/styles';
import { closeSnackbar, enqueueSnackbar, type SnackbarKey, SnackbarProvider } from 'notistack';
import { forwardRef, useEffect, useRef } from 'react';
import { createStore, type Store, useStore } from '../lib/store';
import type { Toast } from '../lib/toast';
import { ToastCard } from './ToastCard';
import { ToastPause } from './toastPause';

export interface ToastStackProps {
  pending: readonly Toast[];
  /** Called with the number of `pending` toasts the stack has taken over. */
  onTaken: (count: number) => void;
  paused: boolean;
  /** A toast has gone, and no newer one has taken its place. */
  onLeave: () => void;
}

/** What one of the library's snacks shows; null once a newer toast is shown elsewhere. */
type Slot = Store<{ count: number; toast: Toast } | null>;

/**
 * On phones a toast comes from below, but from above while a dialog is open: the dialog's buttons are below, and the
 * header's cannot be pressed then.
 */
const onPhones = ({ breakpoints, spacing }: Theme) => css`
  ${breakpoints.down('sm')} {
    body:has(> .MuiDialog-root) .notistack-SnackbarContainer { top: ${spacing(1.5)}; bottom: auto; }
  }
`;

interface SlotCardProps {
  slot: Slot;
  onDismiss: () => void;
}

/** The library moves this element. */
const SlotCard = forwardRef<HTMLDivElement, SlotCardProps>(function SlotCard({ slot, onDismiss }, ref) {
  const shown = useStore(slot);
  return <div ref={ref}>{shown && <ToastCard key={shown.count} toast={shown.toast} onDismiss={onDismiss} />}</div>;
});

/**
 * Shows one toast at a time. A newer one takes the place of the older at once: the library would first let the older
 * one leave, for half a second.
 */
export default function ToastStack({ pending, onTaken, paused, onLeave }: ToastStackProps) {
  const theme = useTheme();
  /** The last snack, and whether it still stands: a dismissed one is leaving, or gone. */
  const last = useRef<{ slot: Slot; stands: boolean } | null>(null);
  const count = useRef(0);

  useEffect(() => {
    const toast = pending.at(-1);
    if (!toast) return;
    onTaken(pending.length);
    count.current += 1;
    const next = { count: count.current, toast };
    if (last.current?.stands) {
      last.current.slot.set(next);
      return;
    }
    last.current?.slot.set(null);
    const mine = { slot: createStore<typeof next | null>(next), stands: true };
    last.current = mine;
    const dismiss = (key: SnackbarKey) => {
      mine.stands = false;
      closeSnackbar(key);
    };
    enqueueSnackbar(toast.title, { content: (key) => <SlotCard slot={mine.slot} onDismiss={() => dismiss(key)} /> });
  }, [pending, onTaken]);

  return (
    <ToastPause value={paused}>
      <Global styles={onPhones(theme)} />
      <SnackbarProvider
        // One more, because the library counts the one that is leaving.
        maxSnack={TOAST_LIMIT + 1}
        // The card has its own countdown, which also pauses for the keyboard.
        autoHideDuration={null}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        onClose={onLeave}
      />
    </ToastPause>
  );
}
