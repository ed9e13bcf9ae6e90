import { COMPARE_STEP_PERCENT } from '@heirlight/contract/limits';

/** How far each key moves the split, in steps. Home and End go beyond it. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 4,
  PageDown: -4,
  Home: -99,
  End: 99,
};

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
  const steps = STEPS[key];
  return steps ? clampSplit(percent + steps * COMPARE_STEP_PERCENT) : null;
}
