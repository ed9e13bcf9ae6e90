// Why: docs/decisions/2026-11-25-a-double-click-is-a-click.md
/** A press that comes this soon, this near to the one before it, belongs to a double click. */
const SOON_MS = 500;
const NEAR_PX = { mouse: 8, finger: 32 };

interface Press {
  x: number;
  y: number;
  time: number;
  isMouse: boolean;
  control: Element | null;
}

const pressOf = ({
  clientX,
  clientY,
  timeStamp,
  target,
  pointerType,
}: MouseEvent & { pointerType?: string }): Press => ({
  ...{ x: clientX, y: clientY, time: timeStamp },
  isMouse: pointerType === 'mouse',
  control: controlAt(target),
});

const controlAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest('button, a, label, input, summary, [role]') ?? target) : null;

function isSecond(press: Press, before: Press | undefined): boolean {
  if (!before || press.isMouse !== before.isMouse || press.time - before.time > SOON_MS) return false;
  const distance = Math.hypot(press.x - before.x, press.y - before.y);
  if (!press.isMouse) return distance < NEAR_PX.finger;
  return distance < NEAR_PX.mouse && press.control !== before.control;
}

/**
 * A double click does what a single click does, on every control of the page. Many people double-click everything. The
 * second click would meet what the first one brought: the backdrop of a dialog, Cancel in the place of Restore Photo.
 * It would take back a choice, or act twice. It is stopped before anybody hears of it. What people press again and
 * again, to zoom, to turn, to go on, carries `data-repeats`: there each click counts, if the click before it was on
 * the same control.
 *
 * A mouse's clicks are counted by the system, at the speed its owner has chosen (`detail`). Taps are not counted
 * everywhere, so they are told by time and place, and so is a mouse's click on what has just come under it. A click
 * without a press of its own is let through: a key's, a script's, or that of a label on its field.
 *
 * @param first a click before this listened; the next one may belong to it
 */
export function followDoubleClicks(first?: MouseEvent, signal?: AbortSignal): void {
  let pressed: PointerEvent | undefined;
  let last = first && pressOf(first);

  const onDown = (event: PointerEvent) => {
    pressed = event;
  };
  const onClick = (event: MouseEvent) => {
    if (!pressed || event.detail === 0) return;
    const before = last;
    last = { ...pressOf(pressed), control: controlAt(event.target) };
    pressed = undefined;
    if (event.detail < 2 && !isSecond(last, before)) return;
    if (last.control === before?.control && last.control?.closest('[data-repeats]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('pointerdown', onDown, { capture: true, signal });
  window.addEventListener('click', onClick, { capture: true, signal });
}
