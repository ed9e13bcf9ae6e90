import type { KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Point } from '../camera';
import { adjustCopy } from './adjustCopy';
import { Ring } from './adjustStyles';
import type { BrushInUse } from './useBrush';

/** Radii that an arrow key moves the brush by, and with Shift. */
const MOVE = { far: 1, near: 0.2 };
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export interface BrushRingProps extends BrushInUse {
  /** Whether its middle is marked. */
  isAim: boolean;
  /** What is said when the space bar has applied it. */
  applied: string;
  onSay: (words: string) => void;
}

/** Shows on the photo how far the brush reaches. Arrow keys move it, the space bar applies it. */
export function BrushRing({ brush, area, ring, bringIntoSight, isAim, applied, onSay }: BrushRingProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const by = event.shiftKey ? MOVE.near : MOVE.far;
      const { x, y } = brush.moveBy({ x: arrow.x * by, y: arrow.y * by });
      bringIntoSight();
      onSay(adjustCopy.ringAt(Math.round(x * 100), Math.round(y * 100)));
    } else if (event.key === ' ') {
      if (!event.repeat && brush.apply()) onSay(applied);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (!area) return null;
  return createPortal(
    <Ring
      ref={ring}
      data-aim={isAim}
      role="application"
      tabIndex={0}
      aria-label={adjustCopy.ring}
      onKeyDown={onKeyDown}
    />,
    area,
  );
}
