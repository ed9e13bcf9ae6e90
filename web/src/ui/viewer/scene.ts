import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { actualZoom, clamped, isZoomed, type Point, placed, type Rect, type View, visiblePart } from './camera';
import { announceSplit, type Marks, placeMarks } from './marks';
import { AT_REST, endOf, type Motion, motionAt, restingAt } from './motion';
import { followMovement } from './movement';
import { type Arrangement, paneSize, panesOf, splitAt } from './panes';
import type { Adjusted, Pair, PicturePair } from './picturePair';
import { isInside, scaled, shifted } from './rects';
import { createScenePictures } from './scenePictures';

export interface SceneParts extends Marks {
  area: HTMLElement;
  canvas: HTMLCanvasElement;
}

export interface Zoom {
  /** Of the larger picture's own size. */
  percent: number;
  isZoomed: boolean;
}

export interface SceneEvents {
  onZoom(zoom: Zoom): void;
  /** More of the pictures is here. */
  onPictures(): void;
  /** The result cannot be shown as it is adjusted. */
  onNotAdjusted(error: unknown): void;
}

/** What is drawn, and how. Whatever changes it draws it anew with the next frame. */
export interface Scene {
  /** Null while there is nothing to see: no picture yet, or no room. */
  view(): View | null;
  motion(): Motion;
  setMotion(motion: Motion): void;
  arrangement(): Arrangement;
  arrange(change: Partial<Arrangement>): void;
  /** Percent. */
  split(): number;
  setSplit(percent: number): void;
  /** Moves the picture sideways, CSS pixels. */
  swipe(distance: number): void;
  /** Whether a point of the stage is on the photo; null while there is nothing to see. */
  isOnPhoto(point: Point): boolean | null;
  /** Calls `onDrawn` with where the whole result lies, CSS pixels of the stage, whenever that is drawn; null ends it. */
  watch(onDrawn: ((whole: Rect) => void) | null): void;
  /** `isSamePlace`: what is seen of it, and where the split is, stay. */
  show(pair: Pair, isSamePlace: boolean): void;
  /** Shows the result as it is adjusted by hand; null shows it as it is. Another photo is shown as it is. */
  adjust(wanted: Adjusted | null): void;
  pictures(): PicturePair | null;
  close(): void;
}

/** The last photo stays so long while the next one comes: between two there is no dark. */
const LINGER_MS = 300;
const ALL: Rect = { x: 0, y: 0, width: 1, height: 1 };

interface Painted {
  arrangement: Arrangement;
  /** The whole picture in its pane, CSS pixels. */
  whole: Rect;
  splitX: number;
  /** What is seen of the picture, 0..1. */
  part: Rect;
  /** Device pixels in a CSS pixel. */
  density: number;
}

/** Draws each pane's picture on an empty canvas. */
function paint(
  context: CanvasRenderingContext2D,
  pictures: PicturePair,
  { arrangement, whole, splitX, part, density }: Painted,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  for (const { side, frame, clip } of panesOf(arrangement, splitX)) {
    const visible = scaled(clip, density);
    context.save();
    context.beginPath();
    context.rect(Math.round(visible.x), Math.round(visible.y), Math.round(visible.width), Math.round(visible.height));
    context.clip();
    pictures.draw(side, context, scaled(shifted(whole, frame), density), part);
    context.restore();
  }
}

/**
 * Draws both pictures on one canvas by one camera, so that they are in register, and puts the marks over them. Writes to
 * the document directly: React draws nothing while fingers move.
 */
export function createScene({ area, canvas, ...marks }: SceneParts, events: SceneEvents): Scene {
  const context = canvas.getContext('2d');
  let motion = AT_REST;
  let split = COMPARE_START_PERCENT;
  let arrangement: Arrangement = { view: 'slider', isHeld: false, stage: { width: 0, height: 0 } };
  let density = 1;
  let frame = 0;
  let swiped = 0;
  let lingersUntil = 0;
  let reported = '';
  let onDrawn: ((whole: Rect) => void) | null = null;

  const viewNow = (): View | null => {
    const picture = pictures.now()?.size();
    const pane = paneSize(arrangement);
    return picture && pane.width > 0 && pane.height > 0 ? { picture, pane, density } : null;
  };
  /** In how many device pixels the whole picture is shown now, and what is seen of it. */
  const shown = (view: View): [shownPx: number, part: Rect] => [
    placed(motion.camera, view).width * density,
    visiblePart(motion.camera, view),
  ];

  const requestRender = () => {
    frame ||= requestAnimationFrame(render);
  };
  const load = () => {
    const view = viewNow();
    if (view) pictures.now()?.want(...shown(view));
  };
  const movement = followMovement({ look: load, rest: requestRender });
  const moved = () => {
    movement.moved();
    requestRender();
  };

  const report = (view: View) => {
    const { camera } = motion;
    const zoom = { percent: Math.round((camera.zoom / actualZoom(view)) * 100), isZoomed: isZoomed(camera) };
    if (JSON.stringify(zoom) === reported) return;
    reported = JSON.stringify(zoom);
    area.dataset.zoomed = `${zoom.isZoomed}`;
    events.onZoom(zoom);
  };

  const drawPanes = (painted: Painted) => {
    const pair = pictures.now();
    if (!context || !pair) return;
    if (pair.isBlank() && performance.now() < lingersUntil) return requestRender();
    context.imageSmoothingQuality = movement.isMoving() ? 'low' : 'medium';
    paint(context, pair, painted);
  };

  function render(now: number) {
    frame = 0;
    if (motion.flight) {
      motion = motionAt(motion, now);
      moved();
    }
    const view = viewNow();
    if (!view) return;
    motion = { ...motion, camera: clamped(motion.camera, view) };
    const whole = placed(motion.camera, view);
    const splitX = splitAt(split, whole, arrangement.stage);
    const [shownPx, part] = shown(view);
    drawPanes({ arrangement, whole, splitX, part, density });
    placeMarks(marks, { arrangement, whole, splitX, isSwiped: swiped !== 0 });
    const [last] = panesOf(arrangement, splitX).slice(-1);
    if (last) onDrawn?.(shifted(whole, last.frame));
    canvas.style.translate = swiped === 0 ? '' : `${swiped}px`;
    const isSharp = pictures.now()?.isSharp(shownPx, part) === true;
    // For those who measure or wait: all pixels that this view can have are drawn, finely.
    area.toggleAttribute('data-sharp', isSharp && !movement.isMoving() && !motion.flight);
    report(view);
  }

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = area;
    density = window.devicePixelRatio || 1;
    arrangement = { ...arrangement, stage: { width, height } };
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    load();
    // At once: a canvas that was resized is empty.
    cancelAnimationFrame(frame);
    render(performance.now());
  };
  const pictures = createScenePictures({
    want(pair) {
      const view = viewNow();
      if (view) pair.want(...shown(view));
      else pair.want(0, ALL);
    },
    onPicture() {
      requestRender();
      events.onPictures();
      // What has come may be too small.
      movement.lookSoon();
    },
    onNotAdjusted: events.onNotAdjusted,
  });
  const sizes = new ResizeObserver(resize);
  sizes.observe(area);
  resize();

  return {
    view: viewNow,
    motion: () => motion,
    setMotion(next) {
      motion = next;
      moved();
    },
    arrangement: () => arrangement,
    arrange(change) {
      arrangement = { ...arrangement, ...change };
      requestRender();
    },
    split: () => split,
    setSplit(percent) {
      split = percent;
      requestRender();
    },
    swipe(distance) {
      swiped = distance;
      requestRender();
    },
    isOnPhoto(point) {
      const view = viewNow();
      if (!view) return null;
      const whole = placed(motion.camera, view);
      return panesOf(arrangement, 0).some((pane) => isInside(point, shifted(whole, pane.frame)));
    },
    watch(next) {
      onDrawn = next;
      requestRender();
    },
    show(pair, isSamePlace) {
      motion = isSamePlace ? restingAt(endOf(motion)) : AT_REST;
      lingersUntil = performance.now() + LINGER_MS;
      swiped = 0;
      if (!isSamePlace) split = COMPARE_START_PERCENT;
      pictures.show(pair);
      requestRender();
      announceSplit(marks, split);
    },
    adjust(wanted) {
      if (pictures.adjust(wanted)) requestRender();
    },
    pictures: pictures.now,
    close() {
      sizes.disconnect();
      movement.stop();
      cancelAnimationFrame(frame);
      pictures.close();
    },
  };
}
