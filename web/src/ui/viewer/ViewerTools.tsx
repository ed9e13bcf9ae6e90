import type { KeyboardEvent, ReactNode } from 'react';
import { Drawing, Icon, type IconName } from '../Icon';
import type { ViewName } from './panes';
import type { Zoom } from './scene';
import { viewerCopy } from './viewerCopy';
import { Percent, Space, Tool, Tools } from './viewerStyles';

/** Something that can be done with the photo. */
export interface ViewerAction {
  icon: IconName;
  label: string;
  /** What its button shows where the label is long. */
  word?: string;
  isBusy?: boolean;
  onClick: () => void;
}

export interface ViewerToolsProps {
  zoom: Zoom;
  view: ViewName;
  isHeld: boolean;
  actions: readonly ViewerAction[];
  onView: (view: ViewName) => void;
  onHold: (isHeld: boolean) => void;
  onZoom: (factor: number) => void;
  onToggleActual: () => void;
  /** Opens the sliders; null where there are none. */
  onAdjust: (() => void) | null;
}

/** Here and not among the icons, which the first page downloads. */
const SLIDERS = 'M4 7h9M17 7h3M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM4 17h3M11 17h9M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4';

/** One press of a zoom button or key. */
export const ZOOM_STEP = 1.5;

interface IconToolProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  isOn?: boolean;
  isBusy?: boolean;
  /** The key that does the same. */
  shortcut?: string;
  /** Each click of a double click counts (doubleClicks.ts). */
  repeats?: boolean;
  children?: ReactNode;
}

/** What a button says when a mouse rests on it. */
export const hint = (label: string, shortcut?: string) => (shortcut ? `${label} (${shortcut})` : label);

function IconTool({ icon, label, onClick, isOn, isBusy, shortcut, repeats, children }: IconToolProps) {
  return (
    <Tool
      aria-label={label}
      title={hint(label, shortcut)}
      aria-keyshortcuts={shortcut}
      aria-pressed={isOn}
      aria-busy={isBusy}
      data-repeats={repeats}
      onClick={onClick}
    >
      <Icon name={icon} />
      {children}
    </Tool>
  );
}

/** Shows the original while it is pressed, by a finger or a key. A click without either turns it on and off. */
export function HoldTool({ isHeld, onHold }: Pick<ViewerToolsProps, 'isHeld' | 'onHold'>) {
  const byKey = (event: KeyboardEvent, isDown: boolean) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    onHold(isDown);
  };
  return (
    <Tool
      aria-label={viewerCopy.hold}
      title={hint(viewerCopy.hold, 'H')}
      aria-keyshortcuts="H"
      aria-pressed={isHeld}
      onPointerDown={({ button }) => button === 0 && onHold(true)}
      onPointerUp={() => onHold(false)}
      onPointerCancel={() => onHold(false)}
      onPointerLeave={() => onHold(false)}
      onKeyDown={(event) => byKey(event, true)}
      onKeyUp={(event) => byKey(event, false)}
      onBlur={() => onHold(false)}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => detail === 0 && onHold(!isHeld)}
    >
      <Icon name="eye" />
      <span>{viewerCopy.holdWord}</span>
    </Tool>
  );
}

/** What stands below the photo: ways to look at it, and what can be done with it. */
export function ViewerTools(props: ViewerToolsProps) {
  const { zoom, view, isHeld, actions, onView, onHold, onZoom, onToggleActual, onAdjust } = props;
  const isSideBySide = view === 'sideBySide';
  const toggle = zoom.isZoomed ? viewerCopy.toFit(zoom.percent) : viewerCopy.toActual(zoom.percent);
  return (
    <Tools role="group" aria-label={viewerCopy.tools}>
      <IconTool
        icon="sideBySide"
        label={viewerCopy.sideBySide}
        isOn={isSideBySide}
        onClick={() => onView(isSideBySide ? 'slider' : 'sideBySide')}
      >
        <span>{viewerCopy.sideBySide}</span>
      </IconTool>
      <HoldTool isHeld={isHeld} onHold={onHold} />
      <Space />
      <IconTool icon="minus" label={viewerCopy.zoomOut} shortcut="-" repeats onClick={() => onZoom(1 / ZOOM_STEP)} />
      <Tool aria-label={toggle} title={hint(toggle, zoom.isZoomed ? '0' : '1')} onClick={onToggleActual}>
        <Percent>{viewerCopy.percent(zoom.percent)}</Percent>
      </Tool>
      <IconTool icon="plus" label={viewerCopy.zoomIn} shortcut="+" repeats onClick={() => onZoom(ZOOM_STEP)} />
      <Space />
      {onAdjust && (
        <Tool
          aria-label={viewerCopy.adjust}
          title={viewerCopy.adjust}
          aria-haspopup="true"
          data-adjust=""
          onClick={onAdjust}
        >
          <Drawing viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={SLIDERS} />
          </Drawing>
          <span>{viewerCopy.adjust}</span>
        </Tool>
      )}
      {actions.map(({ icon, label, word = label, isBusy, onClick }) => (
        <IconTool key={icon} icon={icon} label={label} isBusy={isBusy} onClick={onClick}>
          <span>{word}</span>
        </IconTool>
      ))}
    </Tools>
  );
}
