import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { splitAfterKey, splitAt } from './split';

/** A finger must go further sideways than this, px, and than up or down, before the slider takes the gesture. */
const SLOP_PX = 4;

interface Drag {
  pointerId: number;
  percent: number;
  startX: number;
  startY: number;
  /** False while a finger may still start to scroll the page. */
  engaged: boolean;
}

const goesSideways = ({ startX, startY }: Drag, { clientX, clientY }: PointerEvent) =>
  Math.abs(clientX - startX) > Math.max(SLOP_PX, Math.abs(clientY - startY));

/**
 * The slider's behaviour. A drag writes the frame's `--split` and nothing else. React renders when the drag ends, for
 * `aria-valuenow`.
 */
export function useSplit() {
  const [percent, setPercent] = useState<number>(COMPARE_START_PERCENT);
  const frame = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);

  const moveTo = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const next = splitAt(clientX, currentTarget.getBoundingClientRect());
    if (drag.current) drag.current.percent = next;
    currentTarget.style.setProperty('--split', `${next}%`);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || drag.current) return;
    const { pointerId, clientX: startX, clientY: startY } = event;
    drag.current = { pointerId, percent, startX, startY, engaged: event.pointerType !== 'touch' };
    // Ends the hint, whose CSS animation overrides the inline value.
    event.currentTarget.dataset.touched = '';
    event.currentTarget.setPointerCapture?.(event.pointerId);
    handle.current?.focus({ preventScroll: true });
    if (drag.current.engaged) moveTo(event);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current?.pointerId !== event.pointerId) return;
    drag.current.engaged ||= goesSideways(drag.current, event);
    if (drag.current.engaged) moveTo(event);
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
    setPercent(next);
  };

  return {
    percent,
    frameProps: { ref: frame, onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
    handleProps: { ref: handle, onKeyDown },
  };
}
