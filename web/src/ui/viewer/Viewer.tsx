import { type Adjustment, isSameAdjustment, PLAIN_RESULT } from '@heirlight/contract/adjustment';
import Dialog from '@mui/material/Dialog';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toast';
import { LazyPart } from '../LazyPart';
import { QuestionDialog } from '../QuestionDialog';
import { useCloseOnBack } from '../useCloseOnBack';
import type { AdjustPanelProps, SavingByHand } from './adjust/AdjustPanel';
import { adjustCopy } from './adjust/adjustCopy';
import type { Rect } from './camera';
import { FaceStrip, type ViewedFace } from './FaceStrip';
import { elementsOf, PictureArea, useStageParts } from './PictureArea';
import type { Side, ViewName } from './panes';
import type { Pair } from './picturePair';
import type { Zoom } from './scene';
import { createStage, type Stage } from './stage';
import { useSpoken } from './useSpoken';
import { ViewerHead } from './ViewerHead';
import { HoldTool, type ViewerAction, ViewerTools } from './ViewerTools';
import { viewerCopy } from './viewerCopy';
import { pressKey } from './viewerKeys';
import { Room, Spoken } from './viewerStyles';

export interface ViewedPhoto {
  id: string;
  /** Versions of one photograph have the same. */
  groupId: string;
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

/** How often close-ups are drawn again while pictures come. */
const REDRAW_MS = 200;
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
  const parts = useStageParts();
  const stage = useRef<Stage>(null);
  const [zoom, setZoom] = useState(FITTED);
  const [view, setView] = useState<ViewName>('slider');
  const [isHeld, setHeld] = useState(false);
  const { spoken, say, saySoon } = useSpoken();
  const { revision, grow } = useRevision();
  const kept = adjustment ?? PLAIN_RESULT;
  /** The photo whose sliders are open, and what was kept then: another window may keep something else meanwhile. */
  const [adjusting, setAdjusting] = useState(byHand ? { id: photo.id, from: kept } : null);
  const from = adjusting?.id === photo.id ? adjusting.from : null;
  const isAdjusting = from !== null;
  /** As it is shown while it is being adjusted. */
  const current = useRef(kept);
  const [isAsking, setAsking] = useState(false);
  const isChanged = () => isAdjusting && !isSameAdjustment(current.current, from);
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
    const elements = elementsOf(parts);
    if (!elements) return;
    const created = createStage(elements, {
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
    });
    stage.current = created;
    return () => created.close();
  }, [grow, saySoon, parts]);

  useEffect(() => () => events.current.onGone(), []);
  // The keys work from the first moment.
  useLayoutEffect(() => room.current?.focus({ preventScroll: true }), []);
  const shownGroup = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same photo, described anew, stays as it is looked at.
  useLayoutEffect(() => {
    stage.current?.show(photo.pair, photo.groupId === shownGroup.current);
    shownGroup.current = photo.groupId;
  }, [photo.id]);
  const faces = photo.faces ?? NO_FACES;
  const live = (wanted: Adjustment | null, isPainting = false) => {
    current.current = wanted ?? PLAIN_RESULT;
    stage.current?.adjust(wanted && { adjustment: wanted, faces, isPainting });
  };
  const shown = isAdjusting ? null : adjustment;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes is how which photo is adjusted.
  useLayoutEffect(() => {
    live(from ?? adjustment);
    // The close-ups, too.
    grow();
  }, [photo.id, shown, isAdjusting]);
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (isAdjusting && event.key === 'Escape') {
      // Else the dialog would close.
      event.stopPropagation();
      cancel();
      return;
    }
    if (pressKey(event, { stage: stage.current, view, handle: parts.handle.current, step, hold }))
      event.preventDefault();
  };
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (key === 'h' || key === 'H') hold(false);
  };

  const panelProps: AdjustPanelProps = {
    adjustment: from ?? kept,
    faces,
    stage: () => stage.current,
    onLive: live,
    byHand,
    async onDone(next) {
      if (byHand) {
        if (await byHand.onSave(next)) setAdjusting({ id: photo.id, from: next ?? PLAIN_RESULT });
        return;
      }
      if (isChanged()) onAdjust?.(next);
      stopAdjusting();
    },
    onCancel: cancel,
    onSay: say,
    children: <HoldTool isHeld={isHeld} onHold={hold} />,
  };

  return (
    <>
      <Room ref={room} tabIndex={-1} data-adjusting={isAdjusting} onKeyDown={onKeyDown} onKeyUp={onKeyUp}>
        <ViewerHead photo={photo} position={position} isAdjusting={isAdjusting} onStep={step} onClose={onClose} />
        <PictureArea parts={parts} name={photo.name} view={view} />
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
              onAdjust={onAdjust && (() => setAdjusting({ id: photo.id, from: kept }))}
            />
          </>
        )}
        <Spoken role="status">{spoken}</Spoken>
      </Room>
      {/* Beside the room: its keys are not the room's. */}
      <QuestionDialog open={isAsking} words={adjustCopy.discard} onYes={stopAdjusting} onNo={() => setAsking(false)} />
    </>
  );
}
