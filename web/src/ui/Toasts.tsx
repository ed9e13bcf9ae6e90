import { TOAST_HOTKEY } from '@heirlight/contract/limits';
import { styled } from '@mui/material/styles';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { copy } from '../lib/copy';
import { subscribeToasts, type Toast } from '../lib/toast';
import { openToastHost } from './toastHost';

const ToastStack = lazy(() => import('./ToastStack'));

const Region = styled('section')({ outline: 'none' });

/**
 * Where toasts appear. The region stands in the page from the start, because F8 leads to it and a live region must exist
 * before what it announces; the library that shows them is downloaded with the first one. They wait while they are
 * pointed at or hold the focus.
 */
export function Toasts() {
  const region = useRef<HTMLElement>(null);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState<readonly Toast[]>([]);
  const [paused, setPaused] = useState(false);

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

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== TOAST_HOTKEY) return;
      event.preventDefault();
      region.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const onTaken = useCallback((count: number) => setPending((waiting) => waiting.slice(count)), []);
  const onLeave = useCallback(() => setPaused(false), []);

  if (!host) return null;
  return createPortal(
    <Region
      ref={region}
      tabIndex={-1}
      aria-label={copy.notifications.region}
      aria-live="polite"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={onLeave}
      onFocus={() => setPaused(true)}
      onBlur={onLeave}
    >
      {asked && (
        <Suspense fallback={null}>
          <ToastStack pending={pending} onTaken={onTaken} paused={paused} onLeave={onLeave} />
        </Suspense>
      )}
    </Region>,
    host,
  );
}
