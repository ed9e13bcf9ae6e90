import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { splitAfterKey, splitAt } from './split';

/**
 * The slider's behaviour. A drag writes the frame's `--split` and nothing else; React hears of it when the drag ends,
 * for the sake of `aria-valuenow`.
 */
export function useSplit() {
  const [percent, setPercent] = useState<number>(COMPARE_START_PERCENT);
  const frame = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ pointerId: number; percent: number } | null>(null);

  const show = (next: number) => {
    frame.current?.style.setProperty('--split', `${next}%`);
  };
  const moveTo = (event: PointerEvent<HTMLDivElement>) => {
    const next = splitAt(event.clientX, event.currentTarget.getBoundingClientRect());
    if (drag.current) drag.current.percent = next;
    show(next);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || drag.current) return;
    drag.current = { pointerId: event.pointerId, percent };
    // The hint's CSS animation would win over the inline value.
    event.currentTarget.dataset.touched = '';
    event.currentTarget.setPointerCapture?.(event.pointerId);
    handle.current?.focus({ preventScroll: true });
    // A finger may be about to scroll the page: it moves the split only once the browser leaves the gesture to us.
    if (event.pointerType !== 'touch') moveTo(event);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current?.pointerId === event.pointerId) moveTo(event);
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current?.pointerId !== event.pointerId) return;
    moveTo(event);
    setPercent(drag.current.percent);
    drag.current = null;
  };
  const onPointerCancel = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current?.pointerId !== event.pointerId) return;
    setPercent(drag.current.percent);
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = splitAfterKey(event.key, percent);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (frame.current) frame.current.dataset.touched = '';
    show(next);
    setPercent(next);
  };

  return {
    percent,
    frameProps: { ref: frame, onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
    handleProps: { ref: handle, onKeyDown },
  };
}
