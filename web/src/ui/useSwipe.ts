import { TOAST_SWIPE_THRESHOLD_PX } from '@heirlight/contract/limits';
import { type PointerEvent, useRef } from 'react';

/**
 * Swipes something away sideways, by finger, pen or mouse. The element follows the pointer; released at or beyond the
 * threshold, it goes. Dragging writes one style and renders nothing.
 */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<{ pointerId: number; x: number } | null>(null);

  const release = (event: PointerEvent<HTMLElement>): number => {
    if (start.current?.pointerId !== event.pointerId) return 0;
    const distance = event.clientX - start.current.x;
    start.current = null;
    return distance;
  };
  const settle = (element: HTMLElement) => element.style.removeProperty('translate');

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      start.current = { pointerId: event.pointerId, x: event.clientX };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current?.pointerId !== event.pointerId) return;
      event.currentTarget.style.translate = `${event.clientX - start.current.x}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (Math.abs(release(event)) >= TOAST_SWIPE_THRESHOLD_PX) onSwipe();
      else settle(event.currentTarget);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      release(event);
      settle(event.currentTarget);
    },
  };
}
