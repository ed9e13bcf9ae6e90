import { compareValue } from '../../copy/compareCopy';
import { HANDLE_PX, SPACE_PX } from '../../theme/tokens';
import { inPane, type Rect } from './camera';
import { type Arrangement, panesOf, type Side } from './panes';
import { shared, shifted } from './rects';

/** What stands over the pictures. */
export interface Marks {
  /** What stands where the split is; in it the handle. */
  rail: HTMLElement;
  handle: HTMLElement;
  tags: Record<Side, HTMLElement>;
}

/** Where the pictures are, in CSS pixels of the stage. */
export interface Scene {
  arrangement: Arrangement;
  /** The whole picture in its pane. */
  whole: Rect;
  splitX: number;
  /** A sideways finger moves the picture. */
  isSwiped: boolean;
}

const TAG_EDGE = SPACE_PX * 1.5;

/** Puts a label into its side of the picture. It goes when the side, or what the handle leaves of it, is too small. */
function placeTags({ tags }: Marks, { arrangement, whole, splitX, isSwiped }: Scene): void {
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
    tag.style.visibility = pane && isShown && !isSwiped ? 'visible' : 'hidden';
    const inner = side === 'before' ? own.x + TAG_EDGE : own.x + own.width - TAG_EDGE - tag.offsetWidth;
    const outer = side === 'before' ? seen.x - TAG_EDGE - tag.offsetWidth : seen.x + seen.width + TAG_EDGE;
    tag.style.transform = `translate(${isStrip ? outer : inner}px, ${own.y + TAG_EDGE}px)`;
  }
}

function placeRail({ rail }: Marks, { arrangement, whole, splitX, isSwiped }: Scene): void {
  const seen = inPane(whole, arrangement.stage);
  rail.hidden = arrangement.view !== 'slider';
  // Not hidden: the handle may have the focus.
  rail.style.opacity = arrangement.isHeld || isSwiped ? '0' : '';
  rail.style.transform = `translate(${splitX}px, ${seen.y}px)`;
  rail.style.height = `${seen.height}px`;
}

/** Puts the labels and the handle where the pictures are. */
export function placeMarks(marks: Marks, scene: Scene): void {
  placeRail(marks, scene);
  placeTags(marks, scene);
}

/** Tells assistive technology where the handle stands. */
export function announceSplit({ handle }: Marks, split: number): void {
  const percent = Math.round(split);
  handle.setAttribute('aria-valuenow', `${percent}`);
  handle.setAttribute('aria-valuetext', compareValue(percent));
}
