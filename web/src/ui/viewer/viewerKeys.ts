import type { KeyboardEvent } from 'react';
import type { Point } from './camera';
import type { ViewName } from './panes';
import type { Stage } from './stage';
import { ZOOM_STEP } from './ViewerTools';

const PAN_STEP = 0.15;
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP },
  ArrowDown: { x: 0, y: -PAN_STEP },
};

interface Keyed {
  stage: Stage | null;
  view: ViewName;
  /** Of the slider. */
  handle: HTMLElement | null;
  step: (by: 1 | -1) => void;
  hold: (isHeld: boolean) => void;
}

/** Carries out a key of the viewer's. Returns false if it is none. */
export function pressKey(event: KeyboardEvent, { stage, view, handle, step, hold }: Keyed): boolean {
  const { key, shiftKey, repeat } = event;
  const arrow = ARROWS[key];
  if (arrow && shiftKey) {
    stage?.panBy(arrow);
    return true;
  }
  switch (key) {
    case 'PageDown':
      step(1);
      return true;
    case 'PageUp':
      step(-1);
      return true;
    case '+':
    case '=':
      stage?.zoomBy(ZOOM_STEP);
      return true;
    case '-':
    case '_':
      stage?.zoomBy(1 / ZOOM_STEP);
      return true;
    case '0':
      stage?.fit();
      return true;
    case '1':
      stage?.actual();
      return true;
    case 'h':
    case 'H':
      if (!repeat) hold(true);
      return true;
    default:
      return view === 'slider' && (arrow || event.target === handle) && stage?.splitByKey(key) === true;
  }
}
