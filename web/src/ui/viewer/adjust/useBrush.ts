import type { Stroke } from '@heirlight/contract/adjustment';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Point } from '../camera';
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
  /** Where the photo is zoomed, brings it below the brush into the middle if the brush is out of sight. */
  bringIntoSight(): void;
}

/** Gives the stage a brush for as long as the part lives that calls this. What the brush calls may change meanwhile. */
export function useBrush({ stage, ...use }: BrushUse): BrushInUse {
  const ring = useRef<HTMLDivElement>(null);
  /** Of the ring, in CSS pixels of the area. */
  const middle = useRef<Point>({ x: 0, y: 0 });
  const [area, setArea] = useState<HTMLElement | null>(null);
  const latest = useRef(use);
  const [brush] = useState(() =>
    createBrush(() => latest.current.setting, {
      onLive: (stroke) => latest.current.onLive(stroke),
      onStroke: (stroke) => latest.current.onStroke(stroke),
      onRing({ x, y }, radius, isSeen) {
        middle.current = { x, y };
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
  const bringIntoSight = () => {
    if (!area) return;
    const { x, y } = middle.current;
    const share = (at: number, of: number) => (at < 0 || at > of ? 0.5 - at / of : 0);
    const by = { x: share(x, area.clientWidth), y: share(y, area.clientHeight) };
    if (by.x !== 0 || by.y !== 0) stage()?.panBy(by);
  };
  return { brush, area, ring, bringIntoSight };
}
