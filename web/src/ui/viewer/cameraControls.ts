import {
  actualZoom,
  type Camera,
  doubleTapZoom,
  FITTED,
  isZoomed,
  type Point,
  panned,
  placed,
  type Rect,
  showing,
  type View,
  zoomedAt,
} from './camera';
import { easeInOut, easeOut, endOf, flyingTo, gliding, restingAt } from './motion';
import { panesOf } from './panes';
import type { Scene } from './scene';

const FLIGHT_MS = 480;

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const middle = ({ pane }: View): Point => ({ x: pane.width / 2, y: pane.height / 2 });

/** How the camera of a scene is moved. Where there is nothing to see, it stays. Points are those of the stage. */
export function createCameraControls(scene: Scene) {
  const goTo = (to: Camera, ms = FLIGHT_MS, ease = easeInOut) => {
    const start = performance.now();
    scene.setMotion(prefersStillness() ? restingAt(to) : flyingTo(scene.motion(), to, { start, ms, ease }));
  };
  /** Takes over from a flight, where it is. */
  const move = (next: (view: View, from: Camera) => Camera) => {
    const view = scene.view();
    if (view) scene.setMotion(restingAt(next(view, scene.motion().camera)));
  };
  const inOwnPane = ({ x, y }: Point): Point => {
    const pane = panesOf(scene.arrangement(), 0).findLast(({ frame }) => x >= frame.x && y >= frame.y);
    return pane ? { x: x - pane.frame.x, y: y - pane.frame.y } : { x, y };
  };
  const zoomTo = (zoomOf: (view: View) => number, at?: Point, ms = FLIGHT_MS, ease = easeInOut) => {
    const view = scene.view();
    if (!view) return;
    const { camera } = scene.motion();
    goTo(zoomedAt(camera, zoomOf(view), at ? inOwnPane(at) : middle(view), view), ms, ease);
  };
  const isClose = () => isZoomed(scene.motion().camera);
  const fit = () => goTo(FITTED);
  const actual = () => zoomTo(actualZoom);

  return {
    isZoomed: isClose,
    /** Which place of the photo, 0..1 of it, is at a point; beyond its edges less or more. */
    placeAt(at: Point): Point | null {
      const view = scene.view();
      if (!view) return null;
      const [whole, { x, y }] = [placed(scene.motion().camera, view), inOwnPane(at)];
      return { x: (x - whole.x) / whole.width, y: (y - whole.y) / whole.height };
    },
    fit,
    actual,
    toggleActual() {
      if (!scene.view()) return;
      if (isClose()) fit();
      else actual();
    },
    doubleTap: (at: Point) => zoomTo(isClose() ? () => 1 : doubleTapZoom, at),
    /** To a part of the photo, 0..1. */
    flyTo(part: Rect) {
      const view = scene.view();
      if (view) goTo(showing(part, view));
    },
    /** One step, from where the step before it will end. */
    stepBy(factor: number, ms: number, at?: Point) {
      zoomTo(() => Math.max(1, endOf(scene.motion()).zoom * factor), at, ms, easeOut);
    },
    pinchBy: (factor: number, at: Point) =>
      move((view, from) => zoomedAt(from, Math.max(1, from.zoom * factor), inOwnPane(at), view)),
    pan: (by: Point) => move((view, from) => panned(from, by, view)),
    /** By shares of what is seen. */
    panBy: ({ x, y }: Point) =>
      move((view, from) => panned(from, { x: x * view.pane.width, y: y * view.pane.height }, view)),
    throw(velocity: Point) {
      const view = scene.view();
      if (!view || prefersStillness()) return;
      scene.setMotion(gliding(scene.motion(), velocity, { view, start: performance.now() }));
    },
    stop: () => scene.setMotion(restingAt(scene.motion().camera)),
  };
}
