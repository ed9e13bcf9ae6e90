import { css, Global } from '@emotion/react';
import { TOAST_LIMIT } from '@heirlight/contract/limits';
import Fade from '@mui/material/Fade';
import { styled } from '@mui/material/styles';
import { closeSnackbar, enqueueSnackbar, type SnackbarKey, SnackbarProvider } from 'notistack';
import { type CSSProperties, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { createStore, type Store, useStore } from '../lib/store';
import type { Toast } from '../lib/toast';
import { ToastCard } from './ToastCard';
import { HOST_ID } from './toastHost';
import { ToastPause } from './toastPause';
import { followPlace, toastInset } from './toastPlace';
import { visuallyHidden } from './visuallyHidden';

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

/** The library's own frame would be what the toast is placed in. */
const placedInWindow = css`#${HOST_ID} .notistack-Snackbar { transform: none; }`;

const Frame = styled('div')({
  position: 'fixed',
  inset: toastInset,
  pointerEvents: 'auto',
  // The description, which is read out all the same.
  '&[data-compact] p + p': visuallyHidden,
});

interface SlotCardProps {
  slot: Slot;
  onDismiss: () => void;
  style?: CSSProperties;
}

/** The library lets this element appear and go. It is placed apart from the library's own container. */
const SlotCard = forwardRef<HTMLDivElement, SlotCardProps>(function SlotCard({ slot, onDismiss, style }, ref) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useStore(slot);
  useImperativeHandle(ref, () => frame.current as HTMLDivElement);
  const isShown = shown !== null;
  useLayoutEffect(() => (isShown && frame.current ? followPlace(frame.current) : undefined), [isShown]);
  return (
    <Frame ref={frame} style={style}>
      {shown && <ToastCard key={shown.count} toast={shown.toast} onDismiss={onDismiss} />}
    </Frame>
  );
});

/**
 * Shows one toast at a time. A newer one takes the place of the older at once: the library would first let the older
 * one leave, for half a second.
 */
export default function ToastStack({ pending, onTaken, paused, onLeave }: ToastStackProps) {
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
      <Global styles={placedInWindow} />
      <SnackbarProvider
        // One more, because the library counts the one that is leaving.
        maxSnack={TOAST_LIMIT + 1}
        // The card has its own countdown, which also pauses for the keyboard.
        autoHideDuration={null}
        // It stands wherever there is room: one that slides would pass over what is in its way.
        TransitionComponent={Fade}
        onClose={onLeave}
      />
    </ToastPause>
  );
}
