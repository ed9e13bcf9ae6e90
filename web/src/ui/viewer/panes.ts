import { inPane, type Rect, type Size } from './camera';

export type Side = 'before' | 'after';
export type ViewName = 'slider' | 'sideBySide';

/** A window onto one of the two pictures, in CSS pixels of the stage. */
export interface Pane {
  side: Side;
  /** What the picture is fitted into. Panes of one size show the same part of both pictures. */
  frame: Rect;
  /** What is seen of it. */
  clip: Rect;
}

export interface Arrangement {
  view: ViewName;
  /** The original alone is shown. */
  isHeld: boolean;
  stage: Size;
}

/** Between two panes, CSS pixels. */
const GAP = 8;
/** In a narrower stage the panes stand one above the other, CSS pixels. */
const NARROW = 640;

const whole = ({ width, height }: Size): Rect => ({ x: 0, y: 0, width, height });

function halves({ width, height }: Size): [Rect, Rect] {
  if (width < NARROW && height > width) {
    const half = (height - GAP) / 2;
    return [
      { x: 0, y: 0, width, height: half },
      { x: 0, y: half + GAP, width, height: half },
    ];
  }
  const half = (width - GAP) / 2;
  return [
    { x: 0, y: 0, width: half, height },
    { x: half + GAP, y: 0, width: half, height },
  ];
}

/** The size of every pane of an arrangement. */
export function paneSize({ view, isHeld, stage }: Arrangement): Size {
  return view === 'slider' || isHeld ? stage : halves(stage)[0];
}

/** Returns the panes of an arrangement; `splitX` is where the slider stands. */
export function panesOf({ view, isHeld, stage }: Arrangement, splitX: number): Pane[] {
  const all = whole(stage);
  if (isHeld) return [{ side: 'before', frame: all, clip: all }];
  if (view === 'sideBySide') {
    const [one, other] = halves(stage);
    return [
      { side: 'before', frame: one, clip: one },
      { side: 'after', frame: other, clip: other },
    ];
  }
  return [
    { side: 'before', frame: all, clip: { ...all, width: splitX } },
    { side: 'after', frame: all, clip: { ...all, x: splitX, width: stage.width - splitX } },
  ];
}

/** Where the slider stands, in CSS pixels: `percent` of what is seen of the picture. */
export function splitAt(percent: number, picture: Rect, stage: Size): number {
  const seen = inPane(picture, stage);
  return seen.x + (seen.width * percent) / 100;
}

/** The percentage of a slider at `x`. */
export function percentAt(x: number, picture: Rect, stage: Size): number {
  const seen = inPane(picture, stage);
  return seen.width > 0 ? Math.min(100, Math.max(0, ((x - seen.x) / seen.width) * 100)) : 50;
}
