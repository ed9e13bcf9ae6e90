import type { Stroke } from '@heirlight/contract/adjustment';

type Strokes = readonly Stroke[];

/** What is undone and done again together with a change of the strokes. */
export interface Companion {
  undo(): void;
  redo(): void;
}

/** What was painted, and what was undone. There is no limit; strokes of an earlier visit are undone one by one, too. */
export interface StrokeHistory {
  now(): Strokes;
  /** A new state. What was undone before is gone. */
  set(next: Strokes, companion?: Companion): void;
  /** Both return false where there is nothing left to undo or redo. */
  undo(): boolean;
  redo(): boolean;
  canUndo(): boolean;
  canRedo(): boolean;
}

/** The strokes on the other side of a step. */
interface Step {
  strokes: Strokes;
  companion?: Companion | undefined;
}

export function createStrokeHistory(first: Strokes): StrokeHistory {
  let now = first;
  let past: Step[] = first.map((_, count) => ({ strokes: first.slice(0, count) }));
  let future: Step[] = [];
  return {
    now: () => now,
    set(next, companion) {
      past = [...past, { strokes: now, companion }];
      future = [];
      now = next;
    },
    undo() {
      const last = past.at(-1);
      if (!last) return false;
      past = past.slice(0, -1);
      future = [...future, { ...last, strokes: now }];
      now = last.strokes;
      last.companion?.undo();
      return true;
    },
    redo() {
      const next = future.at(-1);
      if (!next) return false;
      future = future.slice(0, -1);
      past = [...past, { ...next, strokes: now }];
      now = next.strokes;
      next.companion?.redo();
      return true;
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  };
}
