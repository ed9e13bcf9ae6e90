import type { Stroke } from '@heirlight/contract/adjustment';

type Strokes = readonly Stroke[];

/** What was painted, and what was undone. There is no limit; strokes of an earlier visit are undone one by one, too. */
export interface StrokeHistory {
  now(): Strokes;
  /** A new state. What was undone before is gone. */
  set(next: Strokes): void;
  /** Both return false where there is nothing left to undo or redo. */
  undo(): boolean;
  redo(): boolean;
  canUndo(): boolean;
  canRedo(): boolean;
}

export function createStrokeHistory(first: Strokes): StrokeHistory {
  let now = first;
  let past: Strokes[] = first.map((_, count) => first.slice(0, count));
  let future: Strokes[] = [];
  return {
    now: () => now,
    set(next) {
      past = [...past, now];
      future = [];
      now = next;
    },
    undo() {
      const last = past.at(-1);
      if (!last) return false;
      past = past.slice(0, -1);
      future = [...future, now];
      now = last;
      return true;
    },
    redo() {
      const next = future.at(-1);
      if (!next) return false;
      future = future.slice(0, -1);
      past = [...past, now];
      now = next;
      return true;
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  };
}
