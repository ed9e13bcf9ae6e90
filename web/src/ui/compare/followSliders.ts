import { compareValue } from '../../copy/compareCopy';
import { splitAfterKey, splitAt } from './split';

/** A finger must go further sideways than this, px, and than up or down, before the slider takes the gesture. */
const SLOP_PX = 4;

interface Drag {
  frame: HTMLElement;
  pointerId: number;
  startX: number;
  startY: number;
  /** False while a finger may still start to scroll the page. */
  engaged: boolean;
}

const frameAt = ({ target }: Event): HTMLElement | null | undefined =>
  (target as Element).closest?.<HTMLElement>('[data-compare]');
const handleOf = (frame: HTMLElement) => frame.querySelector<HTMLElement>('[role=slider]');
const splitOf = (frame: HTMLElement) => Number.parseFloat(frame.style.getPropertyValue('--split'));

function setSplit(frame: HTMLElement, percent: number): void {
  frame.style.setProperty('--split', `${percent}%`);
}

/** Tells assistive technology where the split is; after a drag, not during it. */
function announce(frame: HTMLElement): void {
  const shown = Math.round(splitOf(frame));
  const handle = handleOf(frame);
  handle?.setAttribute('aria-valuenow', `${shown}`);
  handle?.setAttribute('aria-valuetext', compareValue(shown));
}

/** Ends the hint, whose CSS animation overrides the inline value. */
function endHint(frame: HTMLElement): void {
  frame.dataset.touched = '';
}

/**
 * The behaviour of every compare slider on the page, now and later: the prerendered ones before React runs, and those
 * that React draws (CompareSlider.tsx). The state is in the document: `--split` and the handle's ARIA values. React
 * draws the start and never writes them again, so a visitor's position survives hydration.
 */
export function followSliders(signal?: AbortSignal): void {
  let drag: Drag | undefined;

  const moveTo = (frame: HTMLElement, { clientX }: PointerEvent) =>
    setSplit(frame, splitAt(clientX, frame.getBoundingClientRect()));

  const onDown = (event: PointerEvent) => {
    const frame = frameAt(event);
    const isHeld = drag?.frame.isConnected && drag.pointerId !== event.pointerId;
    if (!frame || event.button || isHeld) return;
    const { pointerId, clientX: startX, clientY: startY } = event;
    drag = { frame, pointerId, startX, startY, engaged: event.pointerType !== 'touch' };
    endHint(frame);
    try {
      // Lets a drag go on outside the frame and the window.
      frame.setPointerCapture(pointerId);
    } catch {
      // The pointer has left: the event was kept until this script ran (earlyEvents.ts).
    }
    handleOf(frame)?.focus({ preventScroll: true });
    if (drag.engaged) moveTo(frame, event);
    event.preventDefault();
  };
  const onMove = (event: PointerEvent) => {
    if (drag?.pointerId !== event.pointerId) return;
    const { startX, startY } = drag;
    const upright = Math.abs(event.clientY - startY);
    drag.engaged ||= Math.abs(event.clientX - startX) > Math.max(SLOP_PX, upright);
    if (drag.engaged) moveTo(drag.frame, event);
  };
  const onEnd = (event: PointerEvent) => {
    if (drag?.pointerId !== event.pointerId) return;
    if (event.type === 'pointerup') moveTo(drag.frame, event);
    announce(drag.frame);
    drag = undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    const frame = frameAt(event);
    if (!frame || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = splitAfterKey(event.key, splitOf(frame));
    if (next === null) return;
    event.preventDefault();
    endHint(frame);
    setSplit(frame, next);
    announce(frame);
  };

  const listeners = {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onEnd,
    pointercancel: onEnd,
    keydown: onKey,
  };
  let type: keyof typeof listeners;
  for (type in listeners) document.addEventListener(type, listeners[type] as EventListener, { signal });
}
