import { motion as durations } from '../../theme/tokens';
import { splitAfterKey } from '../compare/split';
import { type Point, placed, type Rect } from './camera';
import { createCameraControls } from './cameraControls';
import { followGestures, type Painter } from './gestures';
import { announceSplit } from './marks';
import { percentAt, type Side, type ViewName } from './panes';
import type { Adjusted } from './picturePair';
import { createScene, type Scene, type SceneEvents, type SceneParts } from './scene';

export interface StageEvents extends SceneEvents {
  /** A swipe asks for the next (1) or the previous (-1) photo. */
  onStep(by: 1 | -1): void;
  /** A click beside the photo. */
  onOutside(): void;
}

/** Paints on the photo. Places are 0..1 of it. */
export interface StageBrush {
  /** A new stroke begins. */
  start(at: Point): void;
  move(at: Point): void;
  end(isLost: boolean): void;
  /** A mouse or pen is over the photo; null: it has left. */
  hover(at: Point | null): void;
  /** The photo is drawn anew; it lies here, in CSS pixels of the stage. */
  placed(whole: Rect): void;
}

export interface Stage {
  /** Holds what stands over the photo. */
  area: HTMLElement;
  show: Scene['show'];
  /** Shows the result as it is adjusted by hand; null shows it as it is. */
  adjust(wanted: Adjusted | null): void;
  setView(view: ViewName): void;
  /** From now on one pointer paints; null ends it. The result is seen wherever there is room for it meanwhile. */
  paint(brush: StageBrush | null): void;
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

const WHEEL_STEP_MS = 150;
/** A finger that goes further sideways asks for another photo, CSS pixels. */
const SWIPE_PX = 56;

/** The part of a viewer that moves: a scene, and what fingers, mouse and keys do to it. */
export function createStage(parts: SceneParts, events: StageEvents): Stage {
  const { area, handle } = parts;
  const scene = createScene(parts, events);
  const camera = createCameraControls(scene);
  let brush: StageBrush | null = null;
  let splitBefore = 0;
  const split = (percent: number) => {
    scene.setSplit(percent);
    announceSplit(parts, percent);
  };
  const painter: Painter = {
    start(at) {
      const place = camera.placeAt(at);
      if (place) brush?.start(place);
    },
    move(at) {
      const place = camera.placeAt(at);
      if (place) brush?.move(place);
    },
    end: (isLost) => brush?.end(isLost),
  };

  const gestures = followGestures(area, handle, {
    press() {
      if (scene.motion().flight?.isThrow) camera.stop();
    },
    isZoomed: camera.isZoomed,
    painter: () => brush && painter,
    hasSplit() {
      const { view, isHeld } = scene.arrangement();
      return view === 'slider' && !isHeld;
    },
    moveSplit(x) {
      const view = scene.view();
      if (view) scene.setSplit(percentAt(x, placed(scene.motion().camera, view), scene.arrangement().stage));
    },
    endSplit: () => announceSplit(parts, scene.split()),
    pan: camera.pan,
    throw: camera.throw,
    zoomBy(factor, at, isStep) {
      if (isStep) camera.stepBy(factor, WHEEL_STEP_MS, at);
      else camera.pinchBy(factor, at);
    },
    swipe: scene.swipe,
    endSwipe(distance) {
      scene.swipe(0);
      if (Math.abs(distance) >= SWIPE_PX) events.onStep(distance < 0 ? 1 : -1);
    },
    doubleTap: camera.doubleTap,
  });

  const onClick = ({ clientX, clientY }: MouseEvent) => {
    if (camera.isZoomed() || !gestures.wasTap()) return;
    const { left, top } = area.getBoundingClientRect();
    if (scene.isOnPhoto({ x: clientX - left, y: clientY - top }) === false) events.onOutside();
  };
  area.addEventListener('click', onClick);
  const onHover = ({ type, pointerType, clientX, clientY }: PointerEvent) => {
    if (!brush || pointerType === 'touch') return;
    const { left, top } = area.getBoundingClientRect();
    brush.hover(type === 'pointerleave' ? null : camera.placeAt({ x: clientX - left, y: clientY - top }));
  };
  area.addEventListener('pointermove', onHover);
  area.addEventListener('pointerleave', onHover);

  return {
    area,
    show: scene.show,
    adjust: scene.adjust,
    setView(view) {
      scene.arrange({ view });
      camera.stop();
    },
    paint(next) {
      if (next && !brush) splitBefore = scene.split();
      if (next || brush) split(next ? 0 : splitBefore);
      brush = next;
      area.toggleAttribute('data-brush', next !== null);
      scene.watch(next && ((whole) => next.placed(whole)));
    },
    hold: (isHeld) => scene.arrange({ isHeld }),
    zoomBy: (factor) => camera.stepBy(factor, durations.calmMs),
    toggleActual: camera.toggleActual,
    actual: camera.actual,
    fit: camera.fit,
    flyTo: camera.flyTo,
    panBy: camera.panBy,
    splitByKey(key) {
      const next = splitAfterKey(key, scene.split());
      if (next === null) return false;
      split(next);
      return true;
    },
    drawCloseUp: (...what) => scene.pictures()?.drawCloseUp(...what),
    close() {
      gestures.stop();
      area.removeEventListener('click', onClick);
      area.removeEventListener('pointermove', onHover);
      area.removeEventListener('pointerleave', onHover);
      scene.close();
    },
  };
}
