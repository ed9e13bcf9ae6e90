import { type Adjustment, isSameAdjustment, PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { COMPARE_START_PERCENT } from '@heirlight/contract/limits';
import Dialog from '@mui/material/Dialog';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { compareValue } from '../../copy/compareCopy';
import { copy } from '../../copy/copy';
import { toast } from '../../lib/toast';
import { Breakable } from '../Breakable';
import { Handle, Knob } from '../compare/compareStyles';
import { Icon } from '../Icon';
import { LazyPart } from '../LazyPart';
import { useCloseOnBack } from '../useCloseOnBack';
import type { AdjustPanelProps, SavingByHand } from './adjust/AdjustPanel';
import { DiscardDialog } from './adjust/DiscardDialog';
import type { Point, Rect } from './camera';
import { FaceStrip, type ViewedFace } from './FaceStrip';
import type { Side, ViewName } from './panes';
import type { Pair } from './picturePair';
import type { Zoom } from './scene';
import { createStage, type Stage } from './stage';
import { HoldTool, hint, type ViewerAction, ViewerTools, ZOOM_STEP } from './ViewerTools';
import { viewerCopy } from './viewerCopy';
import { Area, Canvas, Details, Head, Made, Name, Room, SideTag, SplitRail, Spoken, Tool, Words } from './viewerStyles';

export interface ViewedPhoto {
  id: string;
  name: string;
  /** What stands below the name. */
  details: string;
  /** What is said of how it was made; null if nothing. */
  made: string | null;
  pair: Pair;
  /** Where the faces are, 0..1 of the photo; null if unknown. */
  faces: readonly ViewedFace[] | null;
}

export interface ViewerProps {
  open: boolean;
  photo: ViewedPhoto;
  actions: readonly ViewerAction[];
  /** How it is adjusted by hand; null shows the result as it is. */
  adjustment: Adjustment | null;
  /** Null: it cannot be adjusted. */
  onAdjust: ((adjustment: Adjustment | null) => void) | null;
  /** It is opened to be adjusted, and closes with that. */
  byHand?: SavingByHand;
  /** Its place among the photos, from 1. */
  position: { at: number; of: number };
  /** Asks for the next (1) or the previous (-1) photo. Not called at the ends. */
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  /** Called when the dialog has left the page, after the focus has gone back to what opened it. */
  onGone: () => void;
}

/** The photograph on the whole screen, in the dark. Closes with Escape, its button, or a click beside the photo. */
export function Viewer({ open, onClose, ...rest }: ViewerProps) {
  const leave = useRef(onClose);
  const close = () => leave.current();
  useCloseOnBack(open, close);
  const room = <LookingRoom {...rest} onClose={onClose} leave={leave} />;
  // What fades out stays as it was, and is not drawn again: the press that closes it is answered at once.
  const shown = useRef(room);
  if (open) shown.current = room;
  return (
    <Dialog
      open={open}
      onClose={close}
      fullScreen
      slotProps={{
        paper: {
          'aria-label': viewerCopy.dialog(rest.photo.name),
          // Doubled: a dialog on a phone has an edge by the theme, which is as specific as one class.
          sx: { '&&&': { margin: 0, maxWidth: 'none', width: '100%' }, borderRadius: 0, height: '100dvh' },
        },
      }}
    >
      {shown.current}
    </Dialog>
  );
}

/** Said when the zoom has rested for this long: not every step of a pinch. */
const SAY_AFTER_MS = 500;
/** How often close-ups are drawn again while pictures come. */
const REDRAW_MS = 200;
const PAN_STEP = 0.15;
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP },
  ArrowDown: { x: 0, y: -PAN_STEP },
};

/** What is said to those who cannot see what has changed. */
function useSpoken() {
  const [spoken, setSpoken] = useState('');
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const say = useCallback((text: string) => {
    clearTimeout(later.current);
    setSpoken(text);
  }, []);
  const saySoon = useCallback((text: string) => {
    clearTimeout(later.current);
    later.current = setTimeout(() => setSpoken(text), SAY_AFTER_MS);
  }, []);
  return { spoken, say, saySoon };
}

/** A number that grows, at most every `REDRAW_MS`, when it is told to. */
function useRevision() {
  const [revision, setRevision] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const grow = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setRevision((last) => last + 1);
    }, REDRAW_MS);
  }, []);
  return { revision, grow };
}

const loadPanel = () => import('./adjust/AdjustPanel');
const NO_FACES: readonly ViewedFace[] = [];

const FITTED: Zoom = { percent: 100, isZoomed: false };

interface LookingRoomProps extends Omit<ViewerProps, 'open'> {
  /** Receives what Escape does where no key of the room's is pressed. */
  leave: RefObject<() => void>;
}

function LookingRoom(props: LookingRoomProps) {
  const { photo, actions, adjustment, onAdjust, byHand, position, onStep, onClose, onGone, leave } = props;
  const room = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const rail = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const stage = useRef<Stage>(null);
  const [zoom, setZoom] = useState(FITTED);
  const [view, setView] = useState<ViewName>('slider');
  const [isHeld, setHeld] = useState(false);
  const { spoken, say, saySoon } = useSpoken();
  const { revision, grow } = useRevision();
  /** The photo whose sliders are open. */
  const [adjusting, setAdjusting] = useState(byHand ? photo.id : null);
  const isAdjusting = adjusting === photo.id;
  const [saved, setSaved] = useState<Adjustment | null>(null);
  const kept = saved ?? adjustment ?? PLAIN_RESULT;
  /** As it is shown while it is being adjusted. */
  const current = useRef(kept);
  const [isAsking, setAsking] = useState(false);
  const isChanged = () => isAdjusting && !isSameAdjustment(current.current, kept);
  const stopAdjusting = () => {
    setAsking(false);
    if (byHand) onClose();
    else setAdjusting(null);
  };
  const cancel = () => {
    if (isChanged()) setAsking(true);
    else stopAdjusting();
  };

  const step = (by: 1 | -1) => {
    const at = position.at + by;
    if (!isAdjusting && at >= 1 && at <= position.of) onStep(by);
  };
  const outside = () => {
    if (!isAdjusting) onClose();
  };
  /** The stage lives as long as the dialog; what it calls changes. */
  const events = useRef({ step, outside, onGone, isChanged, stopAdjusting });
  useLayoutEffect(() => {
    events.current = { step, outside, onGone, isChanged, stopAdjusting };
    leave.current = isAdjusting ? cancel : onClose;
  });

  useLayoutEffect(() => {
    if (!area.current || !canvas.current || !rail.current || !handle.current || !before.current || !after.current)
      return;
    const created = createStage(
      {
        area: area.current,
        canvas: canvas.current,
        rail: rail.current,
        handle: handle.current,
        tags: { before: before.current, after: after.current },
      },
      {
        onZoom(next) {
          setZoom(next);
          saySoon(next.isZoomed ? viewerCopy.zoomed(next.percent) : viewerCopy.fitted);
        },
        onStep: (by) => events.current.step(by),
        onOutside: () => events.current.outside(),
        onNotAdjusted(error) {
          console.error('The photo cannot be adjusted', error);
          events.current.stopAdjusting();
          toast(viewerCopy.notAdjusted);
        },
        onPictures: grow,
      },
    );
    stage.current = created;
    return () => created.close();
  }, [grow, saySoon]);

  useEffect(() => () => events.current.onGone(), []);
  // The keys work from the first moment.
  useLayoutEffect(() => room.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same photo, described anew, stays as it is looked at.
  useLayoutEffect(() => stage.current?.show(photo.pair), [photo.id]);
  const faces = photo.faces ?? NO_FACES;
  const live = (wanted: Adjustment | null, isPainting = false) => {
    current.current = wanted ?? PLAIN_RESULT;
    stage.current?.adjust(wanted && { adjustment: wanted, faces, isPainting });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes is how which photo is adjusted.
  useLayoutEffect(() => {
    live(isAdjusting ? kept : adjustment);
    // The close-ups, too.
    grow();
  }, [photo.id, adjustment, isAdjusting]);
  // The page's Back and its reload ask, too.
  useEffect(() => {
    if (!isAdjusting) return;
    const warn = (event: BeforeUnloadEvent) => events.current.isChanged() && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isAdjusting]);
  const wasAdjusting = useRef(false);
  useEffect(() => {
    if (wasAdjusting.current && !isAdjusting) room.current?.querySelector<HTMLElement>('[data-adjust]')?.focus();
    wasAdjusting.current = isAdjusting;
  }, [isAdjusting]);
  const shownFirst = useRef(photo.id);
  useEffect(() => {
    if (shownFirst.current !== photo.id) say(`${photo.name}, ${viewerCopy.position(position.at, position.of)}`);
    shownFirst.current = '';
  }, [photo.id, photo.name, position.at, position.of, say]);

  const changeView = (next: ViewName) => {
    setView(next);
    stage.current?.setView(next);
  };
  const hold = (next: boolean) => {
    if (next === isHeld) return;
    setHeld(next);
    stage.current?.hold(next);
    say(next ? viewerCopy.original : byHand ? viewerCopy.byHand : viewerCopy.restored);
  };
  // A window that is left sends no release of the key.
  useEffect(() => {
    if (!isHeld) return;
    const release = () => {
      setHeld(false);
      stage.current?.hold(false);
    };
    window.addEventListener('blur', release);
    return () => window.removeEventListener('blur', release);
  }, [isHeld]);
  const draw = useCallback(
    (side: Side, face: Rect, small: HTMLCanvasElement) => stage.current?.drawCloseUp(side, face, small),
    [],
  );
  const goToFace = useCallback((face: Rect) => stage.current?.flyTo(face), []);

  /** Returns whether the key is the viewer's. */
  const press = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, repeat } = event;
    const arrow = ARROWS[key];
    if (arrow && shiftKey) {
      stage.current?.panBy(arrow);
      return true;
    }
    switch (key) {
      case 'PageDown':
        step(1);
        return true;
      case 'PageUp':
        step(-1);
        return true;
      case '+':
      case '=':
        stage.current?.zoomBy(ZOOM_STEP);
        return true;
      case '-':
      case '_':
        stage.current?.zoomBy(1 / ZOOM_STEP);
        return true;
      case '0':
        stage.current?.fit();
        return true;
      case '1':
        stage.current?.actual();
        return true;
      case 'h':
      case 'H':
        if (!repeat) hold(true);
        return true;
      default:
        return (
          view === 'slider' && (arrow || event.target === handle.current) && stage.current?.splitByKey(key) === true
        );
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (isAdjusting && event.key === 'Escape') {
      // Else the dialog would close.
      event.stopPropagation();
      cancel();
      return;
    }
    if (press(event)) event.preventDefault();
  };
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === 'h' || key === 'H') hold(false);
  };

  const panelProps: AdjustPanelProps = {
    adjustment: kept,
    faces,
    stage: () => stage.current,
    onLive: live,
    byHand,
    async onDone(next) {
      if (byHand) {
        if (await byHand.onSave(next)) setSaved(next);
        return;
      }
      onAdjust?.(next);
      stopAdjusting();
    },
    onCancel: cancel,
    onSay: say,
    children: <HoldTool isHeld={isHeld} onHold={hold} />,
  };

  return (
    <>
      <Room ref={room} tabIndex={-1} data-adjusting={isAdjusting} onKeyDown={onKeyDown} onKeyUp={onKeyUp}>
        <Head>
          <Words>
            <Name>
              <Breakable>{photo.name}</Breakable>
            </Name>
            <Details>{photo.details}</Details>
            {photo.made && !isAdjusting && <Made>{photo.made}</Made>}
          </Words>
          {position.of > 1 && !isAdjusting && (
            <>
              <Tool
                aria-label={viewerCopy.previous}
                title={hint(viewerCopy.previous, 'Page Up')}
                aria-keyshortcuts="PageUp"
                data-repeats=""
                aria-disabled={position.at === 1}
                onClick={() => step(-1)}
              >
                <Icon name="previous" />
              </Tool>
              <Tool
                aria-label={viewerCopy.next}
                title={hint(viewerCopy.next, 'Page Down')}
                aria-keyshortcuts="PageDown"
                data-repeats=""
                aria-disabled={position.at === position.of}
                onClick={() => step(1)}
              >
                <Icon name="next" />
              </Tool>
            </>
          )}
          {!isAdjusting && (
            <Tool aria-label={viewerCopy.close} title={viewerCopy.close} onClick={onClose}>
              <Icon name="close" />
            </Tool>
          )}
        </Head>
        <Area ref={area} data-view={view}>
          <Canvas ref={canvas} role="img" aria-label={viewerCopy.picture(photo.name)} />
          <SideTag ref={before} data-side="before">
            {copy.compare.before}
          </SideTag>
          <SideTag ref={after} data-side="after">
            {copy.compare.after}
          </SideTag>
          <SplitRail ref={rail}>
            <Handle
              ref={handle}
              role="slider"
              tabIndex={0}
              aria-label={copy.compare.label(photo.name)}
              aria-orientation="horizontal"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={COMPARE_START_PERCENT}
              aria-valuetext={compareValue(COMPARE_START_PERCENT)}
            >
              <Knob viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d="M9 6.5 3.5 12 9 17.5M15 6.5l5.5 5.5-5.5 5.5" />
              </Knob>
            </Handle>
          </SplitRail>
        </Area>
        {isAdjusting ? (
          <LazyPart<AdjustPanelProps> load={loadPanel} props={panelProps} onLost={stopAdjusting} />
        ) : (
          <>
            {faces.length > 0 && <FaceStrip faces={faces} draw={draw} revision={revision} onGo={goToFace} />}
            <ViewerTools
              zoom={zoom}
              view={view}
              isHeld={isHeld}
              actions={actions}
              onView={changeView}
              onHold={hold}
              onZoom={(factor) => stage.current?.zoomBy(factor)}
              onToggleActual={() => stage.current?.toggleActual()}
              onAdjust={onAdjust && (() => setAdjusting(photo.id))}
            />
          </>
        )}
        <Spoken role="status">{spoken}</Spoken>
      </Room>
      {/* Beside the room: its keys are not the room's. */}
      <DiscardDialog open={isAsking} onDiscard={stopAdjusting} onClose={() => setAsking(false)} />
    </>
  );
}
