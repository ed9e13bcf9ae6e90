import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import { compareValue } from '../../lib/compareCopy';
import { HANDLE_PX, motion, SPACE_PX } from '../../theme/tokens';
import { splitAfterKey } from '../compare/split';
import {
  actualZoom,
  type Camera,
  clamped,
  closeUp,
  doubleTapZoom,
  FITTED,
  inPane,
  isZoomed,
  onTheWay,
  type Point,
  panned,
  placed,
  type Rect,
  type Size,
  showing,
  type View,
  visiblePart,
  zoomedAt,
} from './camera';
import { followGestures } from './gestures';
import { glide } from './glide';
import { type LeveledPicture, openPicture, type PictureFiles } from './leveledPicture';
import { type Arrangement, paneSize, panesOf, percentAt, type Side, splitAt, type ViewName } from './panes';

export interface StageParts {
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  /** What stands where the split is; in it the handle. */
  rail: HTMLElement;
  handle: HTMLElement;
  tags: Record<Side, HTMLElement>;
}

export interface Zoom {
  /** Of the larger picture's own size. */
  percent: number;
  isZoomed: boolean;
}

export interface StageEvents {
  onZoom(zoom: Zoom): void;
  /** A swipe asks for the next (1) or the previous (-1) photo. */
  onStep(by: 1 | -1): void;
  /** A click beside the photo. */
  onOutside(): void;
  /** More of the pictures is here. */
  onPictures(): void;
}

/** Both pictures of a photo. */
export interface Pair {
  before: PictureFiles;
  after: PictureFiles;
}

export interface Stage {
  show(pair: Pair): void;
  setView(view: ViewName): void;
  /** Shows the original alone for as long as it is held. */
  hold(isHeld: boolean): void;
  zoomBy(factor: number): void;
  /** Between the whole photo and 100 %. */
  toggleActual(): void;
  actual(): void;
  fit(): void;
  /** To a part of the photo, 0..1. */
  flyTo(part: Rect): void;
  /** By shares of what is seen. */
  panBy(share: Point): void;
  /** Moves the split by a key of the slider; false for other keys. */
  splitByKey(key: string): boolean;
  /** Draws a square around a part (0..1) of one picture over the whole of a small canvas. */
  drawCloseUp(side: Side, part: Rect, canvas: HTMLCanvasElement): void;
  close(): void;
}

/** What is needed is looked for this often while the picture moves, and it is drawn finely after as long a rest. */
const LOOK_MS = 120;
const FLIGHT_MS = 480;
const STEP_MS = 150;
/** A finger that goes further sideways asks for another photo, CSS pixels. */
const SWIPE_PX = 56;
/** The last photo stays so long while the next one comes: between two there is no dark. */
const LINGER_MS = 300;
const TAG_EDGE = SPACE_PX * 1.5;

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const easeInOut = (at: number) => (at < 0.5 ? 4 * at ** 3 : 1 - (2 - 2 * at) ** 3 / 2);
const easeOut = (at: number) => 1 - (1 - at) ** 3;
const shared = (one: Rect, other: Rect): Rect => {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
};
const shifted = (rect: Rect, by: Point): Rect => ({ ...rect, x: rect.x + by.x, y: rect.y + by.y });
const scaled = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

/** The larger of the two, because 100 % is its own size. */
function referenceSize(before: Size | null, after: Size | null): Size | null {
  if (!before || !after) return after ?? before;
  return before.width > after.width ? before : after;
}

/**
 * The part of a viewer that moves. Draws both pictures on one canvas by one camera, so that they are in register, and
 * writes to the document directly: React draws nothing while fingers move.
 */
export function createStage(parts: StageParts, events: StageEvents): Stage {
  const { area, canvas, rail, handle, tags } = parts;
  const context = canvas.getContext('2d');
  let pictures: Record<Side, LeveledPicture> | null = null;
  let camera: Camera = FITTED;
  let split = COMPARE_START_PERCENT;
  let arrangement: Arrangement = { view: 'slider', isHeld: false, stage: { width: 0, height: 0 } };
  let density = 1;
  let frame = 0;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let isMoving = false;
  let hasMoved = false;
  /** The camera's own way to `to`, in ms since `start`. */
  let flight: { to: Camera; start: number; ms: number; at: (ms: number) => Camera; isThrow?: boolean } | null = null;
  let swiped = 0;
  let lingersUntil = 0;
  let reported = '';

  const viewNow = (): View | null => {
    const picture = pictures && referenceSize(pictures.before.size(), pictures.after.size());
    const pane = paneSize(arrangement);
    return picture && pane.width > 0 && pane.height > 0 ? { picture, pane, density } : null;
  };

  const report = (view: View) => {
    const zoom = { percent: Math.round((camera.zoom / actualZoom(view)) * 100), isZoomed: isZoomed(camera) };
    if (JSON.stringify(zoom) === reported) return;
    reported = JSON.stringify(zoom);
    area.dataset.zoomed = `${zoom.isZoomed}`;
    events.onZoom(zoom);
  };

  /** Loads what this camera needs. */
  const want = (view: View) => {
    const part = visiblePart(camera, view);
    const shownPx = placed(camera, view).width * density;
    pictures?.before.want(shownPx, part);
    pictures?.after.want(shownPx, part);
  };

  const look = () => {
    looking = undefined;
    const view = viewNow();
    if (view) want(view);
    if (hasMoved) {
      hasMoved = false;
      looking = setTimeout(look, LOOK_MS);
    } else if (isMoving) {
      isMoving = false;
      requestRender();
    }
  };
  const moved = () => {
    isMoving = true;
    hasMoved = true;
    looking ??= setTimeout(look, LOOK_MS);
    requestRender();
  };

  const drawPanes = (view: View, whole: Rect, splitX: number) => {
    if (!context || !pictures) return;
    const isBlank = pictures.before.isBlank() && pictures.after.isBlank();
    if (isBlank && performance.now() < lingersUntil) return requestRender();
    const part = visiblePart(camera, view);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = isMoving ? 'low' : 'medium';
    for (const { side, frame: pane, clip } of panesOf(arrangement, splitX)) {
      const visible = scaled(clip, density);
      context.save();
      context.beginPath();
      context.rect(Math.round(visible.x), Math.round(visible.y), Math.round(visible.width), Math.round(visible.height));
      context.clip();
      pictures[side].draw(context, scaled(shifted(whole, pane), density), part);
      context.restore();
    }
  };

  /** Puts a label into its side of the picture. It goes when the side, or what the handle leaves of it, is too small. */
  const placeTags = (whole: Rect, splitX: number) => {
    const panes = panesOf(arrangement, splitX);
    const hasHandle = panes.length === 2 && arrangement.view === 'slider';
    const seen = inPane(whole, arrangement.stage);
    const most = Math.max(tags.before.offsetWidth, tags.after.offsetWidth) + 2 * TAG_EDGE;
    const isStrip = hasHandle && seen.width < 2 * most + HANDLE_PX && (arrangement.stage.width - seen.width) / 2 > most;
    for (const side of ['before', 'after'] as const) {
      const tag = tags[side];
      const pane = panes.find((one) => one.side === side);
      const own = pane ? shared(shifted(whole, pane.frame), pane.clip) : { x: 0, y: 0, width: 0, height: 0 };
      const room = own.width - (hasHandle ? HANDLE_PX / 2 : 0);
      const isShown = isStrip ? own.width > 0 : room >= tag.offsetWidth + 2 * TAG_EDGE;
      tag.style.visibility = pane && isShown && swiped === 0 ? 'visible' : 'hidden';
      const inner = side === 'before' ? own.x + TAG_EDGE : own.x + own.width - TAG_EDGE - tag.offsetWidth;
      const outer = side === 'before' ? seen.x - TAG_EDGE - tag.offsetWidth : seen.x + seen.width + TAG_EDGE;
      tag.style.transform = `translate(${isStrip ? outer : inner}px, ${own.y + TAG_EDGE}px)`;
    }
  };

  const placeHandle = (whole: Rect, splitX: number) => {
    const seen = inPane(whole, arrangement.stage);
    rail.hidden = arrangement.view !== 'slider';
    // Not hidden: the handle may have the focus.
    rail.style.opacity = arrangement.isHeld || swiped !== 0 ? '0' : '';
    rail.style.transform = `translate(${splitX}px, ${seen.y}px)`;
    rail.style.height = `${seen.height}px`;
  };

  const fly = (now: number) => {
    if (!flight) return;
    const { to, start, ms, at } = flight;
    const since = Math.max(0, now - start);
    camera = since < ms ? at(since) : to;
    if (since >= ms) flight = null;
    moved();
  };

  const render = (now: number) => {
    frame = 0;
    fly(now);
    const view = viewNow();
    if (!view) return;
    camera = clamped(camera, view);
    const whole = placed(camera, view);
    const splitX = splitAt(split, whole, arrangement.stage);
    drawPanes(view, whole, splitX);
    placeHandle(whole, splitX);
    placeTags(whole, splitX);
    canvas.style.translate = swiped === 0 ? '' : `${swiped}px`;
    const [shownPx, part] = [whole.width * density, visiblePart(camera, view)];
    const isSharp = pictures?.before.isSharp(shownPx, part) && pictures.after.isSharp(shownPx, part);
    // For those who measure or wait: all pixels that this view can have are drawn, finely.
    area.toggleAttribute('data-sharp', isSharp === true && !isMoving && !flight);
    report(view);
  };
  function requestRender() {
    frame ||= requestAnimationFrame(render);
  }

  const goTo = (to: Camera, ms: number, ease = easeInOut) => {
    if (prefersStillness()) {
      flight = null;
      camera = to;
    } else {
      const from = camera;
      flight = { to, start: performance.now(), ms, at: (since) => onTheWay(from, to, ease(since / ms)) };
    }
    moved();
  };
  /** Takes over from a flight, where it is. */
  const move = (next: (view: View, from: Camera) => Camera) => {
    const view = viewNow();
    if (!view) return;
    flight = null;
    camera = next(view, camera);
    moved();
  };

  const announceSplit = () => {
    const percent = Math.round(split);
    handle.setAttribute('aria-valuenow', `${percent}`);
    handle.setAttribute('aria-valuetext', compareValue(percent));
  };
  const setSplit = (percent: number) => {
    split = percent;
    requestRender();
  };

  const middle = (view: View): Point => ({ x: view.pane.width / 2, y: view.pane.height / 2 });
  /** Points of the stage in the pane that they are in. */
  const inOwnPane = ({ x, y }: Point): Point => {
    const pane = panesOf(arrangement, 0).findLast(({ frame: one }) => x >= one.x && y >= one.y);
    return pane ? { x: x - pane.frame.x, y: y - pane.frame.y } : { x, y };
  };
  const zoomTo = (zoom: number, at?: Point, ms = FLIGHT_MS, ease = easeInOut) => {
    const view = viewNow();
    if (view) goTo(zoomedAt(camera, zoom, at ? inOwnPane(at) : middle(view), view), ms, ease);
  };
  const flightsEnd = () => flight?.to ?? camera;

  const gestures = followGestures(area, handle, {
    press() {
      if (flight?.isThrow) flight = null;
    },
    isZoomed: () => isZoomed(camera),
    hasSplit: () => arrangement.view === 'slider' && !arrangement.isHeld,
    moveSplit(x) {
      const view = viewNow();
      if (view) setSplit(percentAt(x, placed(camera, view), arrangement.stage));
    },
    endSplit: announceSplit,
    pan: (by) => move((view, from) => panned(from, by, view)),
    throw(velocity) {
      const view = viewNow();
      if (!view || prefersStillness()) return;
      flight = { ...glide(camera, velocity, view), start: performance.now(), isThrow: true };
      moved();
    },
    zoomBy(factor, at, isStep) {
      if (isStep) zoomTo(Math.max(1, flightsEnd().zoom * factor), at, STEP_MS, easeOut);
      else move((view, from) => zoomedAt(from, Math.max(1, from.zoom * factor), inOwnPane(at), view));
    },
    swipe(distance) {
      swiped = distance;
      requestRender();
    },
    endSwipe(distance) {
      swiped = 0;
      requestRender();
      if (Math.abs(distance) >= SWIPE_PX) events.onStep(distance < 0 ? 1 : -1);
    },
    doubleTap(at) {
      const view = viewNow();
      if (view) zoomTo(isZoomed(camera) ? 1 : doubleTapZoom(view), at);
    },
  });

  const onClick = (event: MouseEvent) => {
    const view = viewNow();
    if (!view || isZoomed(camera) || !gestures.wasTap()) return;
    const { left, top } = area.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const whole = placed(camera, view);
    const isOnPhoto = panesOf(arrangement, 0).some(({ frame: pane }) => {
      const own = shifted(whole, pane);
      return x >= own.x && x <= own.x + own.width && y >= own.y && y <= own.y + own.height;
    });
    if (!isOnPhoto) events.onOutside();
  };
  area.addEventListener('click', onClick);

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = area;
    density = window.devicePixelRatio || 1;
    arrangement = { ...arrangement, stage: { width, height } };
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    const view = viewNow();
    if (view) want(view);
    // At once: a canvas that was resized is empty.
    cancelAnimationFrame(frame);
    render(performance.now());
  };
  const sizes = new ResizeObserver(resize);
  sizes.observe(area);
  resize();

  const closePictures = () => {
    pictures?.before.close();
    pictures?.after.close();
  };
  const onChange = () => {
    requestRender();
    events.onPictures();
    // What has come may be too small.
    looking ??= setTimeout(look, 0);
  };

  return {
    show({ before, after }) {
      closePictures();
      flight = null;
      camera = FITTED;
      lingersUntil = performance.now() + LINGER_MS;
      swiped = 0;
      pictures = { before: openPicture(before, onChange), after: openPicture(after, onChange) };
      setSplit(COMPARE_START_PERCENT);
      announceSplit();
      const view = viewNow();
      if (view) want(view);
      else for (const side of ['before', 'after'] as const) pictures[side].want(0, { x: 0, y: 0, width: 1, height: 1 });
    },
    setView(view) {
      arrangement = { ...arrangement, view };
      flight = null;
      moved();
    },
    hold(isHeld) {
      arrangement = { ...arrangement, isHeld };
      requestRender();
    },
    zoomBy: (factor) => zoomTo(Math.max(1, flightsEnd().zoom * factor), undefined, motion.calmMs, easeOut),
    fit: () => goTo(FITTED, FLIGHT_MS),
    actual() {
      const view = viewNow();
      if (view) zoomTo(actualZoom(view));
    },
    toggleActual() {
      const view = viewNow();
      if (!view) return;
      if (isZoomed(camera)) goTo(FITTED, FLIGHT_MS);
      else zoomTo(actualZoom(view));
    },
    flyTo(part) {
      const view = viewNow();
      if (view) goTo(showing(part, view), FLIGHT_MS);
    },
    panBy: ({ x, y }) => move((view, from) => panned(from, { x: x * view.pane.width, y: y * view.pane.height }, view)),
    splitByKey(key) {
      const next = splitAfterKey(key, split);
      if (next === null) return false;
      setSplit(next);
      announceSplit();
      return true;
    },
    drawCloseUp(side, around, small) {
      const size = pictures && referenceSize(pictures.before.size(), pictures.after.size());
      const paper = small.getContext('2d');
      if (!pictures || !size || !paper) return;
      const part = closeUp(around, size);
      const [width, height] = [small.width / part.width, small.height / part.height];
      paper.imageSmoothingQuality = 'high';
      paper.clearRect(0, 0, small.width, small.height);
      pictures[side].draw(paper, { x: -part.x * width, y: -part.y * height, width, height }, part);
    },
    close() {
      gestures.stop();
      area.removeEventListener('click', onClick);
      sizes.disconnect();
      clearTimeout(looking);
      cancelAnimationFrame(frame);
      closePictures();
    },
  };
}
