/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point, Size {}

/** Which part of a picture a pane shows. The same camera shows the same part of both pictures, whatever their sizes. */
export interface Camera {
  /** 1 shows the whole picture as large as the pane allows. */
  zoom: number;
  /** The point of the picture in the middle of the pane, 0..1 of its width and height. */
  x: number;
  y: number;
}

/** A picture in a pane. The picture's size is that of the larger one of the two. */
export interface View {
  picture: Size;
  /** CSS pixels. */
  pane: Size;
  /** Device pixels in a CSS pixel. */
  density: number;
}

export const FITTED: Camera = { zoom: 1, x: 0.5, y: 0.5 };

/** A pinch goes to this many times the fitted size, or to 100 % if that is more. */
const LARGEST_ZOOM = 8;
/** A double tap goes to 100 %, within these. */
const DOUBLE_TAP = { least: 2, most: 4 };
/** What is flown to is whole in sight with so much room around it, and a large face comes nearer: eyes and mouth fill it. */
const FLIGHT = { room: 1.25, least: 2, middle: 0.7 };
/** A close-up is so many times as wide as what it shows. */
const ROOM_IN_CLOSE_UP = 1.5;

const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** CSS pixels per pixel of the picture, fitted. */
const fittedScale = ({ picture, pane }: View) => Math.min(pane.width / picture.width, pane.height / picture.height);

/** The zoom at which a pixel of the picture is one of the screen. */
export const actualZoom = (view: View): number => 1 / (fittedScale(view) * view.density);

export const largestZoom = (view: View): number => Math.max(LARGEST_ZOOM, actualZoom(view));
const smallestZoom = (view: View): number => Math.min(1, actualZoom(view));

export const isZoomed = ({ zoom }: Camera): boolean => zoom > 1.001;

export const doubleTapZoom = (view: View): number => between(DOUBLE_TAP.least, actualZoom(view), DOUBLE_TAP.most);

/** Size in CSS pixels in which the whole picture is shown. */
function shownSize({ zoom }: Camera, view: View): Size {
  const scale = fittedScale(view) * zoom;
  return { width: view.picture.width * scale, height: view.picture.height * scale };
}

/** Where the picture lies in its pane, in CSS pixels. */
export function placed(camera: Camera, view: View): Rect {
  const { width, height } = shownSize(camera, view);
  return { x: view.pane.width / 2 - camera.x * width, y: view.pane.height / 2 - camera.y * height, width, height };
}

/** The part of `rect` that is in the pane, in CSS pixels. */
export function inPane({ x, y, width, height }: Rect, pane: Size): Rect {
  const left = between(0, x, pane.width);
  const top = between(0, y, pane.height);
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(pane.width, x + width) - left),
    height: Math.max(0, Math.min(pane.height, y + height) - top),
  };
}

/** The part of the picture that its pane shows, 0..1 of the picture. */
export function visiblePart(camera: Camera, view: View): Rect {
  const whole = placed(camera, view);
  const seen = inPane(whole, view.pane);
  return {
    x: (seen.x - whole.x) / whole.width,
    y: (seen.y - whole.y) / whole.height,
    width: seen.width / whole.width,
    height: seen.height / whole.height,
  };
}

/** Returns the nearest camera that leaves no empty room beside a picture larger than its pane, and centres others. */
export function clamped({ zoom, x, y }: Camera, view: View): Camera {
  const allowed = between(smallestZoom(view), zoom, largestZoom(view));
  const { width, height } = shownSize({ zoom: allowed, x, y }, view);
  const along = (middle: number, shown: number, room: number) => {
    const half = room / 2 / shown;
    return half >= 0.5 ? 0.5 : between(half, middle, 1 - half);
  };
  return { zoom: allowed, x: along(x, width, view.pane.width), y: along(y, height, view.pane.height) };
}

/** Zooms so that what is at `point`, in CSS pixels of the pane, stays there as far as the edges allow. */
export function zoomedAt(camera: Camera, zoom: number, point: Point, view: View): Camera {
  const wanted = between(smallestZoom(view), zoom, largestZoom(view));
  const before = shownSize(camera, view);
  const after = shownSize({ ...camera, zoom: wanted }, view);
  const fromMiddle = { x: point.x - view.pane.width / 2, y: point.y - view.pane.height / 2 };
  const x = camera.x + fromMiddle.x / before.width - fromMiddle.x / after.width;
  const y = camera.y + fromMiddle.y / before.height - fromMiddle.y / after.height;
  return clamped({ zoom: wanted, x, y }, view);
}

/** Moves the picture by so many CSS pixels. */
export function panned(camera: Camera, by: Point, view: View): Camera {
  const { width, height } = shownSize(camera, view);
  return clamped({ ...camera, x: camera.x - by.x / width, y: camera.y - by.y / height }, view);
}

/** Returns the camera that shows a face, a part of the picture (0..1), clearly nearer than the whole picture is. */
export function showing(part: Rect, view: View): Camera {
  const fitted = shownSize(FITTED, view);
  /** Fills the pane with so many times the part. */
  const filled = (share: number) =>
    Math.min(view.pane.width / (part.width * fitted.width), view.pane.height / (part.height * fitted.height)) / share;
  const zoom = Math.max(filled(FLIGHT.room), Math.min(FLIGHT.least, filled(FLIGHT.middle)));
  return clamped({ zoom: Math.max(1, zoom), x: part.x + part.width / 2, y: part.y + part.height / 2 }, view);
}

/** Returns the square, in pixels of the picture, around a part of it with some room. Parts are 0..1 of the picture. */
export function closeUp(part: Rect, { width, height }: Size): Rect {
  const wanted = Math.max(part.width * width, part.height * height) * ROOM_IN_CLOSE_UP;
  const side = Math.min(wanted, width, height);
  const along = (start: number, length: number, whole: number) =>
    between(0, (start + length / 2) * whole - side / 2, whole - side) / whole;
  return {
    x: along(part.x, part.width, width),
    y: along(part.y, part.height, height),
    width: side / width,
    height: side / height,
  };
}

/** Returns the camera on the way from one to another, at 0..1 of it. The picture grows evenly and straight to its end. */
export function onTheWay(from: Camera, to: Camera, at: number): Camera {
  const zoom = from.zoom * (to.zoom / from.zoom) ** at;
  const [start, now, end] = [1 / from.zoom, 1 / zoom, 1 / to.zoom];
  const moved = Math.abs(start - end) < 1e-6 ? at : (start - now) / (start - end);
  return { zoom, x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved };
}
