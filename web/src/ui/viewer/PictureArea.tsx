import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { useRef, useState } from 'react';
import { compareValue } from '../../copy/compareCopy';
import { copy } from '../../copy/copy';
import { Handle, Knob } from '../compare/compareStyles';
import type { ViewName } from './panes';
import type { SceneParts } from './scene';
import { viewerCopy } from './viewerCopy';
import { Area, Canvas, SideTag, SplitRail } from './viewerStyles';

/** What the stage draws into and moves. */
export function useStageParts() {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const rail = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  return useState({ area, canvas, rail, handle, before, after })[0];
}
type StageParts = ReturnType<typeof useStageParts>;

/** Returns the parts once all are on the page, else null. */
export function elementsOf(parts: StageParts): SceneParts | null {
  const { area, canvas, rail, handle, before, after } = parts;
  if (!area.current || !canvas.current || !rail.current || !handle.current || !before.current || !after.current)
    return null;
  return {
    area: area.current,
    canvas: canvas.current,
    rail: rail.current,
    handle: handle.current,
    tags: { before: before.current, after: after.current },
  };
}

interface PictureAreaProps {
  parts: StageParts;
  name: string;
  view: ViewName;
}

/** Both pictures, their tags, and the slider between them. */
export function PictureArea({ parts, name, view }: PictureAreaProps) {
  return (
    <Area ref={parts.area} data-view={view}>
      <Canvas ref={parts.canvas} role="img" aria-label={viewerCopy.picture(name)} />
      <SideTag ref={parts.before} data-side="before">
        {copy.compare.before}
      </SideTag>
      <SideTag ref={parts.after} data-side="after">
        {copy.compare.after}
      </SideTag>
      <SplitRail ref={parts.rail}>
        <Handle
          ref={parts.handle}
          role="slider"
          tabIndex={0}
          aria-label={copy.compare.label(name)}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={COMPARE_START_PERCENT}
          aria-valuetext={compareValue(COMPARE_START_PERCENT)}
        >
          <Knob viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M9 6.5 3.5 12 9 17.5M15 6.5l5.5 5.5-5.5 5.5" />
          </Knob>
        </Handle>
      </SplitRail>
    </Area>
  );
}
