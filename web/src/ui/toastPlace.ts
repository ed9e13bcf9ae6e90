// Why: docs/decisions/2026-11-25-toasts.md
import { motion, TOAST_EDGE_PX, WIDE_PX } from '../theme/tokens';
import { HOST_ID } from './toastHost';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Surroundings {
  window: { width: number; height: number };
  /** Where the toast stands if it may. */
  home: 'top' | 'bottom';
  /** What can be pressed, and the titles of dialogs. */
  controls: readonly Rect[];
  /** Dialogs that leave room beside them. */
  dialogs: readonly Rect[];
  words: readonly Rect[];
}

interface Size {
  width: number;
  height: number;
}

const STEP_PX = 4;
const SIDE_STEP_PX = 24;
/**
 * How much farther from its home a toast goes rather than over something; over a control only if there is no other
 * way.
 */
const FARTHER_PX = { words: 60, touches: 60, dialog: 800, control: 1e6 };
/** Air around a toast, where there is room for it. */
const AIR_PX = 8;

const overlap = (one: Rect, other: Rect): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

const covers = (place: Rect, others: readonly Rect[]) => others.filter((other) => overlap(place, other) > 0).length;

const withAir = ({ x, y, width, height }: Rect): Rect => ({
  ...{ x: x - AIR_PX, y: y - AIR_PX },
  ...{ width: width + 2 * AIR_PX, height: height + 2 * AIR_PX },
});

/** Whether a toast may stay where it is. */
export const isFree = (place: Rect, { window, controls }: Surroundings): boolean =>
  covers(place, controls) === 0 &&
  Math.min(place.x, place.y) >= 0 &&
  place.x + place.width <= window.width &&
  place.y + place.height <= window.height;

/**
 * The place for a toast, as near to its home as can be without covering anything that one may want to press. The home
 * is in the middle of a phone, and on the right of a wide window.
 */
export function placeFor({ width, height }: Size, { window, home, controls, dialogs, words }: Surroundings): Rect {
  const right = Math.max(0, window.width - width - TOAST_EDGE_PX);
  const bottom = Math.max(0, window.height - height - TOAST_EDGE_PX);
  const isWide = window.width >= WIDE_PX;
  const middle = Math.max(0, (window.width - width) / 2);
  const ends = { top: Math.min(TOAST_EDGE_PX, bottom), bottom };
  const from = { x: isWide ? right : middle, y: ends[home] };
  let best: { place: Rect; cost: number } | undefined;
  for (let x = from.x; x >= (isWide ? Math.min(TOAST_EDGE_PX, from.x) : from.x); x -= SIDE_STEP_PX) {
    for (let away = 0; away <= ends.bottom - ends.top; away += STEP_PX) {
      const place = { x, y: home === 'top' ? from.y + away : from.y - away, width, height };
      const airy = withAir(place);
      const over = covers(airy, dialogs) * FARTHER_PX.dialog + covers(place, words) * FARTHER_PX.words;
      const cost = away + (from.x - x) + over + (covers(airy, controls) > 0 ? FARTHER_PX.touches : 0);
      if (best && cost >= best.cost) continue;
      const covered = controls.reduce((sum, control) => sum + overlap(place, control), 0);
      const whole = covered > 0 ? cost + covered * FARTHER_PX.control : cost;
      if (!best || whole < best.cost) best = { place, cost: whole };
    }
  }
  return best?.place ?? { ...from, width, height };
}

const CONTROLS = 'button, a[href], label, input, textarea, summary, [role=tab], [role=menuitem], [role=dialog] h2';
const DIALOGS = '[role=dialog]:not(.MuiDialog-paperFullScreen)';
const WORDS = 'p, h1, h2, h3';
/** A modal dialog hides the rest of the page. */
const OUT_OF_REACH = '[aria-hidden=true], [inert], [hidden]';

function rectsOf(selector: string, { width, height }: Size): Rect[] {
  const rects: Rect[] = [];
  for (const element of document.querySelectorAll(selector)) {
    const rect = element.getBoundingClientRect();
    if (rect.width === 0 || rect.bottom <= 0 || rect.top >= height || rect.right <= 0 || rect.left >= width) continue;
    if (!element.closest(`${OUT_OF_REACH}, #${HOST_ID}`)) rects.push(rect);
  }
  return rects;
}

/** Looks at the page around a toast. */
function look(): Surroundings {
  const { clientWidth: width } = document.documentElement;
  // Without a phone's keyboard.
  const inSight = { width, height: window.visualViewport?.height ?? window.innerHeight };
  const isViewer = document.querySelector('.MuiDialog-paperFullScreen') !== null;
  const isDialog = document.querySelector('[role=dialog]') !== null;
  return {
    window: inSight,
    home: isViewer || (isDialog && width < WIDE_PX) ? 'top' : 'bottom',
    controls: rectsOf(CONTROLS, inSight),
    dialogs: rectsOf(DIALOGS, inSight),
    words: rectsOf(WORDS, inSight),
  };
}

const LOOK_MS = 100;
const X = '--toast-x';
const Y = '--toast-y';
/** Of the element that `followPlace` places. */
export const toastInset = `var(${Y}, auto) auto auto var(${X}, auto)`;

/**
 * Keeps a toast where it covers nothing that one may want to press: a dialog may open, or the page be scrolled, while
 * it stands. It goes to another place only when the page has come to rest. Where no place is free, it is made
 * `data-compact`.
 *
 * @param frame what is placed; as large as the toast in it
 */
export function followPlace(frame: HTMLElement): () => void {
  let place: Rect | undefined;
  /** The window in which it was placed. */
  let placedIn = '';
  let seen = '';
  const sizeOf = (): Size => ({ width: frame.offsetWidth, height: frame.offsetHeight });
  const put = (around: Surroundings) => {
    delete frame.dataset.compact;
    place = placeFor(sizeOf(), around);
    if (!isFree(place, around)) {
      frame.dataset.compact = '';
      place = placeFor(sizeOf(), around);
    }
    placedIn = JSON.stringify(around.window);
    frame.style.setProperty(X, `${place.x}px`);
    frame.style.setProperty(Y, `${place.y}px`);
  };
  put(look());
  const again = setInterval(() => {
    const around = look();
    const now = JSON.stringify(around);
    const isAtRest = now === seen;
    seen = now;
    if (!isAtRest) return;
    const isSameWindow = placedIn === JSON.stringify(around.window);
    if (isSameWindow && place && isFree({ ...place, ...sizeOf() }, around)) return;
    const before = place;
    put(around);
    if (place?.x !== before?.x || place?.y !== before?.y) frame.animate?.({ opacity: [0, 1] }, motion.calmMs);
  }, LOOK_MS);
  return () => clearInterval(again);
}
