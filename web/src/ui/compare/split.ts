import { COMPARE_STEP_PERCENT } from '@heirlight/contract/limits';

/** PageUp and PageDown move this many arrow-key steps. */
const PAGE_STEPS = 4;

function clampSplit(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

/** Returns the share of a frame's width left of a pointer, 0..100; 50 if the frame has no width yet. */
export function splitAt(clientX: number, frame: { left: number; width: number }): number {
  if (frame.width <= 0) return 50;
  return clampSplit(((clientX - frame.left) / frame.width) * 100);
}

/**
 * Returns where a key moves the split, or null for a key the slider does not handle.
 * Keys and directions: https://www.w3.org/WAI/ARIA/apg/patterns/slider/
 */
export function splitAfterKey(key: string, percent: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return clampSplit(percent + COMPARE_STEP_PERCENT);
    case 'ArrowLeft':
    case 'ArrowDown':
      return clampSplit(percent - COMPARE_STEP_PERCENT);
    case 'PageUp':
      return clampSplit(percent + PAGE_STEPS * COMPARE_STEP_PERCENT);
    case 'PageDown':
      return clampSplit(percent - PAGE_STEPS * COMPARE_STEP_PERCENT);
    case 'Home':
      return 0;
    case 'End':
      return 100;
    default:
      return null;
  }
}
