import { areKeepable, type Stroke } from '@heirlight/contract/adjustment';
import { useState } from 'react';
import { toast } from '../../../lib/toast';
import { adjustCopy } from './adjustCopy';
import type { StrokeHistory } from './strokeHistory';

export interface StrokesUse {
  history: StrokeHistory;
  /** Shows the photo with these strokes. */
  onShow: (strokes: readonly Stroke[], isPainting: boolean) => void;
  onSay: (words: string) => void;
}

/** Adds strokes, undoes and redoes them: each is shown, and what was undone or redone is said. */
export function useStrokes({ history, onShow, onSay }: StrokesUse) {
  // The history is no state of React's: strokes are shown while they are painted.
  const [, drawAnew] = useState({});
  const show = () => {
    onShow(history.now(), false);
    drawAnew({});
  };
  return {
    /** Returns whether there was room for it; if there is none, a toast says so. */
    add(stroke: Stroke): boolean {
      const next = [...history.now(), stroke];
      const isKept = areKeepable(next);
      if (isKept) {
        history.set(next);
        // A face that is covered, or a key's touch, has had no finger that painted it.
        onShow(next, true);
      } else toast(adjustCopy.full);
      show();
      return isKept;
    },
    undo() {
      if (!history.undo()) return;
      show();
      onSay(adjustCopy.wasUndone(history.now().length));
    },
    redo() {
      if (!history.redo()) return;
      show();
      onSay(adjustCopy.wasRedone(history.now().length));
    },
  };
}
