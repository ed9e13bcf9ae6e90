import type { Point } from './camera';
import { LAST_PART_MS, type Sample, thrown } from './glide';

/** What one finger, pen or pressed mouse paints. Points are in CSS pixels of the stage. */
export interface Painter {
  start(at: Point): void;
  move(at: Point): void;
  /** `isLost`: it is taken back, as a second finger came. */
  end(isLost: boolean): void;
}

/** What the gestures of a stage do. Points and distances are in CSS pixels of the stage. */
export interface GestureTarget {
  /** A finger or a button is down: what still glides stops. */
  press(): void;
  isZoomed(): boolean;
  /** While there is one, a pointer paints and does nothing else; two fingers zoom as ever. */
  painter(): Painter | null;
  /** Whether there is a slider to move. */
  hasSplit(): boolean;
  moveSplit(x: number): void;
  endSplit(): void;
  pan(by: Point): void;
  /** The pan has ended at this speed, CSS pixels per ms. */
  throw(velocity: Point): void;
  /** `isStep`: a turn of a wheel and no pinch. */
  zoomBy(factor: number, at: Point, isStep: boolean): void;
  /** The picture follows a sideways finger. */
  swipe(distance: number): void;
  /** The finger has left; `distance` 0 if the gesture was taken back. */
  endSwipe(distance: number): void;
  doubleTap(at: Point): void;
}

type Gesture = 'undecided' | 'paint' | 'split' | 'pan' | 'pinch' | 'swipe' | 'none';

/** A pointer that moves less has not moved, CSS pixels. */
const SLOP = { mouse: 4, touch: 8 };
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_DISTANCE = 32;
/** Zoom for each pixel of a wheel or a trackpad's pinch, which browsers other than Safari report as a wheel with Ctrl. */
const WHEEL_ZOOM = 0.002;
const TRACKPAD_ZOOM = 0.01;
const LINE_PX = 16;
/** Wheels turn in steps at least this large; trackpads report every movement. */
const WHEEL_STEP_PX = 50;

/** Safari's own event for a pinch; `scale` is by how much since it began. https://developer.mozilla.org/docs/Web/API/GestureEvent */
type SafariPinch = MouseEvent & { scale: number };

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/**
 * Follows mouse, pen and fingers on a stage. While a pen is down, fingers do nothing.
 *
 * @param handle a drag that begins here moves the split, and nothing else
 * @returns whether the last press was a tap, for the click that follows it; and what stops it all
 */
export function followGestures(area: HTMLElement, handle: HTMLElement, target: GestureTarget) {
  const stop = new AbortController();
  const pointers = new Map<number, Point>();
  /** The pen that is down. */
  let pen: number | null = null;
  let gesture: Gesture = 'none';
  let start: Point = { x: 0, y: 0 };
  let lastTap: { at: Point; time: number } | null = null;
  let wasTap = false;
  /** Of the last part of a pan. */
  let samples: Sample[] = [];

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = area.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  /** Ends what one finger had begun when a second one comes. */
  const takeBack = () => {
    if (gesture === 'swipe') target.endSwipe(0);
    if (gesture === 'split') target.endSplit();
    if (gesture === 'paint') target.painter()?.end(true);
  };

  const decided = (by: Point, isMouse: boolean): Gesture => {
    if (Math.hypot(by.x, by.y) < (isMouse ? SLOP.mouse : SLOP.touch)) return 'undecided';
    if (target.isZoomed()) return 'pan';
    if (isMouse) return target.hasSplit() ? 'split' : 'none';
    return Math.abs(by.x) > Math.abs(by.y) ? 'swipe' : 'none';
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const isPen = event.pointerType === 'pen';
    // A hand rests on the screen beside its pen: that is no second finger.
    if (pen !== null && !isPen) return;
    if (isPen) {
      takeBack();
      pointers.clear();
      pen = event.pointerId;
    }
    const at = pointOf(event);
    // Where a brush is in use the line of the handle covers nothing that can be painted on: its knob is the handle.
    const isOnLine = event.target === handle && target.painter() !== null;
    const isOnHandle = event.target instanceof Node && handle.contains(event.target) && !isOnLine;
    pointers.set(event.pointerId, at);
    area.setPointerCapture?.(event.pointerId);
    wasTap = false;
    samples = [];
    target.press();
    if (pointers.size === 2) {
      takeBack();
      gesture = 'pinch';
    } else if (pointers.size === 1) {
      start = at;
      const painter = isOnHandle ? null : target.painter();
      gesture = isOnHandle ? 'split' : painter ? 'paint' : 'undecided';
      painter?.start(at);
    }
    // Neither words are selected nor the focus lost; a press on the handle gives it the focus.
    event.preventDefault();
    if (isOnHandle) handle.focus({ preventScroll: true });
  };

  const pinch = (id: number, to: Point) => {
    const from = pointers.get(id);
    const other = [...pointers].find(([one]) => one !== id)?.[1];
    if (!from || !other) return;
    const [was, is] = [middle(from, other), middle(to, other)];
    target.zoomBy(distance(to, other) / Math.max(1, distance(from, other)), was, false);
    target.pan({ x: is.x - was.x, y: is.y - was.y });
  };

  const onMove = (event: PointerEvent) => {
    const from = pointers.get(event.pointerId);
    if (!from) return;
    const to = pointOf(event);
    if (gesture === 'undecided') {
      gesture = decided({ x: to.x - start.x, y: to.y - start.y }, event.pointerType === 'mouse');
    }
    if (gesture === 'pinch') pinch(event.pointerId, to);
    if (gesture === 'pan') {
      target.pan({ x: to.x - from.x, y: to.y - from.y });
      const time = event.timeStamp;
      samples = [...samples.filter((sample) => time - sample.time <= LAST_PART_MS), { at: to, time }];
    }
    if (gesture === 'split') target.moveSplit(to.x);
    if (gesture === 'paint') target.painter()?.move(to);
    if (gesture === 'swipe') target.swipe(to.x - start.x);
    pointers.set(event.pointerId, to);
  };

  const tap = (at: Point, time: number) => {
    const isSecond = lastTap && time - lastTap.time < DOUBLE_TAP_MS && distance(lastTap.at, at) < DOUBLE_TAP_DISTANCE;
    lastTap = isSecond ? null : { at, time };
    wasTap = !isSecond;
    if (isSecond) target.doubleTap(at);
  };

  const onEnd = (event: PointerEvent) => {
    if (event.pointerId === pen) pen = null;
    if (!pointers.delete(event.pointerId)) return;
    const at = pointOf(event);
    const isLost = event.type === 'pointercancel';
    if (gesture === 'pinch') {
      // The finger that stays pans, and a new second one pinches again.
      gesture = pointers.size > 0 ? 'pan' : 'none';
      return;
    }
    if (pointers.size > 0) return;
    if (gesture === 'swipe') target.endSwipe(isLost ? 0 : at.x - start.x);
    if (gesture === 'split') target.endSplit();
    if (gesture === 'paint') target.painter()?.end(isLost);
    const velocity = gesture === 'pan' && !isLost && thrown(samples, event.timeStamp);
    if (velocity) target.throw(velocity);
    if (gesture === 'undecided' && !isLost) tap(at, event.timeStamp);
    gesture = 'none';
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const moved = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX);
    const factor = Math.exp(-moved * (event.ctrlKey ? TRACKPAD_ZOOM : WHEEL_ZOOM));
    target.zoomBy(factor, pointOf(event), Math.abs(moved) >= WHEEL_STEP_PX);
  };

  let pinched = 1;
  /** A trackpad's pinch in Safari. An iPhone sends these too, for two fingers that are followed already. */
  const onSafariPinch = (event: Event) => {
    // Safari would enlarge the whole page.
    event.preventDefault();
    const { scale } = event as SafariPinch;
    const isTrackpad = pointers.size === 0 && event.type === 'gesturechange';
    if (isTrackpad) target.zoomBy(scale / pinched, pointOf(event as SafariPinch), false);
    pinched = scale;
  };

  const { signal } = stop;
  area.addEventListener('pointerdown', onDown, { signal });
  area.addEventListener('pointermove', onMove, { signal });
  area.addEventListener('pointerup', onEnd, { signal });
  area.addEventListener('pointercancel', onEnd, { signal });
  area.addEventListener('wheel', onWheel, { signal, passive: false });
  area.addEventListener('gesturestart', onSafariPinch, { signal });
  area.addEventListener('gesturechange', onSafariPinch, { signal });
  return { wasTap: () => wasTap, stop: () => stop.abort() };
}
