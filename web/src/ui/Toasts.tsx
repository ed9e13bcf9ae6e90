import { TOAST_HOTKEY } from '@heirlight/contract/limits';
import { styled } from '@mui/material/styles';
import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { copy } from '../lib/copy';
import { subscribeToasts, type Toast } from '../lib/toast';
import { ErrorBoundary } from './ErrorBoundary';
import type { ToastStackProps } from './ToastStack';
import { openToastHost } from './toastHost';

/** Its code is asked for once per mounting, so that the next toast tries a failed download again. */
function LazyStack(props: ToastStackProps) {
  const [Stack] = useState(() => lazy(() => import('./ToastStack')));
  return (
    <Suspense fallback={null}>
      <Stack {...props} />
    </Suspense>
  );
}

const Region = styled('section')({ outline: 'none' });

/**
 * Where toasts appear. The region stands in the page from the start, because F8 leads to it and a live region must exist
 * before what it announces; the library that shows them is downloaded with the first one. They wait while they are
 * pointed at or hold the focus. Where the download fails they are kept for the next try: with the next toast, or when
 * the connection is back.
 */
export function Toasts() {
  const region = useRef<HTMLElement>(null);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState<readonly Toast[]>([]);
  const [paused, setPaused] = useState(false);
  /** What had the focus before it came here, and gets it back. */
  const returnTo = useRef<EventTarget | null>(null);

  useEffect(() => {
    const opened = openToastHost();
    setHost(opened.host);
    return opened.close;
  }, []);

  useEffect(
    () =>
      subscribeToasts((toast) => {
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
  const leave = useCallback((replaced: boolean) => {
    const { activeElement } = document;
    // The newer one waits for whoever has come to the region itself, as the older did.
    if (replaced && activeElement === region.current) return;
    setPaused(false);
    if (!(activeElement instanceof HTMLElement) || !region.current?.contains(activeElement)) return;
    // Without scrolling: the reader may have moved on since.
    if (returnTo.current instanceof HTMLElement) returnTo.current.focus({ preventScroll: true });
    else activeElement.blur();
  }, []);
  /** Later: the library tells it while it works out its next state, and Escape dismisses a card only while the focus is here. */
  const onLeave = useCallback((replaced: boolean) => void setTimeout(() => leave(replaced)), [leave]);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    setPaused(true);
    // From nowhere it also comes when the browser's window is entered again.
    if (relatedTarget && !region.current?.contains(relatedTarget)) returnTo.current = relatedTarget;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    setPaused(false);
    // A window that is left keeps its focused element.
    if (!region.current?.contains(relatedTarget ?? document.activeElement)) returnTo.current = null;
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onLeave(false);
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
          <LazyStack pending={pending} onTaken={onTaken} paused={paused} onLeave={onLeave} />
        </ErrorBoundary>
      )}
    </Region>,
    host,
  );
}
