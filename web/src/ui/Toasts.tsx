import { TOAST_HOTKEY } from '@heirlight/contract/limits';
import { styled } from '@mui/material/styles';
import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { copy } from '../copy/copy';
import { subscribeToasts, type Toast } from '../lib/toast';
import { ErrorBoundary } from './ErrorBoundary';
import { Downloaded } from './LazyPart';
import type { ToastStackProps } from './ToastStack';
import { openToastHost } from './toastHost';

type StackCode = () => Promise<{ default: ComponentType<ToastStackProps> }>;
const stackCode: StackCode = () => import('./ToastStack');

const Region = styled('section')({ outline: 'none' });

/**
 * Where toasts appear. The region is in the page from the start, because F8 leads to it and a live region must exist
 * before what it announces. The library that shows toasts is downloaded with the first one. Toasts wait while they are
 * pointed at or hold the focus. If the download fails they are kept for the next try: with the next toast, or when the
 * connection is back.
 */
export function Toasts({ load = stackCode }: { load?: StackCode }) {
  const region = useRef<HTMLElement>(null);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState<readonly Toast[]>([]);
  const [paused, setPaused] = useState(false);
  /** The element that had the focus before the region, and gets it back. */
  const returnTo = useRef<EventTarget | null>(null);

  useEffect(() => {
    const opened = openToastHost();
    setHost(opened.host);
    return opened.close;
  }, []);

  useEffect(
    () =>
      subscribeToasts((toast) => {
        // The shown toast goes, with the button in it that may hold the focus.
        if (region.current?.contains(document.activeElement)) region.current.focus();
        setAsked(true);
        setPending((waiting) => [...waiting, toast]);
      }),
    [],
  );

  const waits = pending.length > 0;
  useEffect(() => {
    if (asked || !waits) return;
    const retry = () => setAsked(true);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [asked, waits]);

  useEffect(() => {
    const onHotkey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== TOAST_HOTKEY) return;
      event.preventDefault();
      region.current?.focus();
    };
    document.addEventListener('keydown', onHotkey);
    return () => document.removeEventListener('keydown', onHotkey);
  }, []);

  const onTaken = useCallback((count: number) => setPending((waiting) => waiting.slice(count)), []);
  const leave = useCallback(() => {
    const { activeElement } = document;
    setPaused(false);
    if (!(activeElement instanceof HTMLElement) || !region.current?.contains(activeElement)) return;
    // Without scrolling: the reader may have scrolled on since.
    if (returnTo.current instanceof HTMLElement) returnTo.current.focus({ preventScroll: true });
    else activeElement.blur();
  }, []);
  /**
   * Deferred: the library calls this while it computes its next state, and Escape must reach the focused card first.
   */
  const onLeave = useCallback(() => void setTimeout(leave), [leave]);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    setPaused(true);
    // Without a related target, the browser's window may just have been entered again.
    if (relatedTarget && !region.current?.contains(relatedTarget)) returnTo.current = relatedTarget;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    setPaused(false);
    // When the window is left, its focused element stays the same.
    if (!region.current?.contains(relatedTarget ?? document.activeElement)) returnTo.current = null;
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onLeave();
  };

  if (!host) return null;
  return createPortal(
    <Region
      ref={region}
      tabIndex={-1}
      aria-label={copy.notifications.region}
      aria-live="polite"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {asked && (
        <ErrorBoundary onError={() => setAsked(false)}>
          <Downloaded load={load} props={{ pending, onTaken, paused, onLeave }} />
        </ErrorBoundary>
      )}
    </Region>,
    host,
  );
}
