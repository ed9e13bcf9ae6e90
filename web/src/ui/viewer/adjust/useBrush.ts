import type { Stroke } from '@heirlight/contract/adjustment';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Stage } from '../stage';
import { type Brush, type BrushSetting, createBrush } from './brush';

export interface BrushUse {
  setting: BrushSetting;
  stage: () => Stage | null;
  /** The stroke that is being painted; null: it was taken back. */
  onLive(stroke: Stroke | null): void;
  /** Returns whether there was room for it. */
  onStroke(stroke: Stroke): boolean;
}

export interface BrushInUse {
  brush: Brush;
  /** Where on the page the ring belongs, once the stage is known. */
  area: HTMLElement | null;
  ring: RefObject<HTMLDivElement | null>;
}

/** Gives the stage a brush for as long as the part lives that calls this. What the brush calls may change meanwhile. */
export function useBrush({ stage, ...use }: BrushUse): BrushInUse {
  const ring = useRef<HTMLDivElement>(null);
  const [area, setArea] = useState<HTMLElement | null>(null);
  const latest = useRef(use);
  const [brush] = useState(() =>
    createBrush(() => latest.current.setting, {
      onLive: (stroke) => latest.current.onLive(stroke),
      onStroke: (stroke) => latest.current.onStroke(stroke),
      onRing({ x, y }, radius, isSeen) {
        if (!ring.current) return;
        Object.assign(ring.current.style, {
          width: `${2 * radius}px`,
          height: `${2 * radius}px`,
          transform: `translate(${x - radius}px, ${y - radius}px)`,
        });
        ring.current.toggleAttribute('data-seen', isSeen);
      },
    }),
  );
  useLayoutEffect(() => {
    latest.current = use;
    brush.ring();
  });
  useEffect(() => {
    const painted = stage();
    if (!painted) return;
    setArea(painted.area);
    painted.paint(brush.stage);
    return () => painted.paint(null);
  }, [stage, brush]);
  return { brush, area, ring };
}
