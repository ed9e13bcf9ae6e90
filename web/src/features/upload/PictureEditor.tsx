import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import {
  fromTurned,
  isNoEdit,
  NO_EDIT,
  type PictureEdit,
  toTurned,
  turned,
  withCorner,
} from '../../domain/prepare/edit';
import { mapQuad, type Point } from '../../domain/prepare/quad';
import { prepareCopy } from '../../domain/upload/prepareCopy';
import { layer, motion, TARGET_PX } from '../../theme/tokens';
import { ByHand } from '../../ui/ByHand';
import { useCloseOnBack } from '../../ui/useCloseOnBack';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { Outline } from './Outline';

const LOUPE_PX = 116;
const LOUPE_SCALE = 2.5;
/** How far an arrow key moves a corner, in parts of the picture; with Shift ten times as far. */
const KEY_STEP = 0.005;
const KEY_LEAP = 0.05;
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Leaves room for the corners' handles, half of which stand outside the picture. */
const Room = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  padding: TARGET_PX / 2,
  backgroundColor: theme.vars.palette.own.sunken,
  borderRadius: theme.shape.borderRadius,
}));

const Stage = styled('div')({ position: 'relative', touchAction: 'none', userSelect: 'none' });

const Turned = styled('img')({ position: 'absolute', left: '50%', top: '50%', maxWidth: 'none' });

const Handle = styled('button')(({ theme }) => ({
  position: 'absolute',
  zIndex: layer.handle,
  width: TARGET_PX,
  height: TARGET_PX,
  padding: 0,
  border: 0,
  background: 'none',
  borderRadius: '50%',
  transform: 'translate(-50%, -50%)',
  cursor: 'grab',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: '25%',
    borderRadius: '50%',
    border: `3px solid ${theme.vars.palette.own.onPhoto}`,
    boxShadow: `0 0 0 2px ${theme.vars.palette.own.veil}`,
    transition: `transform ${motion.quickMs}ms`,
  },
  '&:hover::after': { transform: 'scale(1.2)' },
  '&:active': { cursor: 'grabbing' },
}));

const Loupe = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: layer.handle + 1,
  width: LOUPE_PX,
  height: LOUPE_PX,
  overflow: 'hidden',
  pointerEvents: 'none',
  borderRadius: '50%',
  backgroundColor: theme.vars.palette.own.sunken,
  border: `2px solid ${theme.vars.palette.own.onPhoto}`,
  boxShadow: `0 0 0 2px ${theme.vars.palette.own.veil}`,
}));

const Announcement = styled('p')(visuallyHidden);

interface PictureProps {
  url: string;
  quarters: PictureEdit['quarters'];
  /** Width by height, of the picture before it is turned. */
  ratio: number;
}

/** Fills its surroundings with the picture, turned. */
function TurnedPicture({ url, quarters, ratio, onSize }: PictureProps & { onSize?: (ratio: number) => void }) {
  const width = quarters % 2 === 0 ? '100%' : `${100 * ratio}%`;
  return (
    <Turned
      src={url}
      alt=""
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize?.(naturalWidth / naturalHeight)}
      style={{ width, transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)` }}
    />
  );
}

interface Dragged {
  corner: number;
  /** From the pointer to the corner, so that the corner does not jump to the finger. */
  grip: Point;
}

export interface PictureEditorProps {
  /** The picture as it was chosen. */
  file: Blob;
  /** Where to start from. */
  edit: PictureEdit;
  /** Called with null if the picture is to stay as it is. */
  onDone: (edit: PictureEdit | null) => void;
  onCancel: () => void;
}

/**
 * Four corners to put onto those of the print, by pointer or arrow keys, and turns by a quarter. Escape and the browser's
 * Back lead back to the photo, as Cancel does.
 */
export default function PictureEditor({ file, edit: initial, onDone, onCancel }: PictureEditorProps) {
  const [edit, setEdit] = useState(initial);
  const [url, setUrl] = useState<string | null>(null);
  const [ratio, setRatio] = useState(1);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [said, say] = useState('');
  const hint = useId();
  const stage = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const { quarters } = edit;

  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  useEffect(() => root.current?.querySelector('button')?.focus(), []);
  useCloseOnBack(true, onCancel);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Else the dialog would close, and the photo would be gone with it.
    event.stopPropagation();
    onCancel();
  };

  const shown = mapQuad(edit.corners, (corner) => toTurned(corner, quarters));
  const movedTo = (corner: number, place: Point) => withCorner(edit.corners, corner, fromTurned(place, quarters));
  const moveTo = (corner: number, place: Point) => setEdit({ ...edit, corners: movedTo(corner, place) });
  const turn = (by: 1 | -1) => {
    const next = turned(edit, by);
    setEdit(next);
    say(prepareCopy.turned[next.quarters]);
  };

  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const grab = (corner: number) => (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const [at, on] = [placeOf(event), shown[corner] ?? shown[0]];
    setDragged({ corner, grip: { x: on.x - at.x, y: on.y - at.y } });
  };
  const drag = (event: PointerEvent) => {
    if (!dragged) return;
    const at = placeOf(event);
    moveTo(dragged.corner, { x: at.x + dragged.grip.x, y: at.y + dragged.grip.y });
  };
  const drop = () => setDragged(null);
  const press = (corner: number) => (event: KeyboardEvent) => {
    const way = KEYS[event.key];
    const from = shown[corner];
    if (!way || !from) return;
    event.preventDefault();
    const step = event.shiftKey ? KEY_LEAP : KEY_STEP;
    const corners = movedTo(corner, { x: from.x + step * way[0], y: from.y + step * way[1] });
    setEdit({ ...edit, corners });
    // It may not have gone so far.
    const { x, y } = toTurned(corners[corner] ?? from, quarters);
    say(prepareCopy.place(x, y));
  };

  const shownRatio = quarters % 2 === 0 ? ratio : 1 / ratio;
  const picture = url && { url, quarters, ratio };
  const held = dragged && shown[dragged.corner];
  return (
    <Stack ref={root} spacing={2} role="group" aria-label={prepareCopy.editor} onKeyDown={leave}>
      <Typography id={hint} color="textSecondary" variant="body2">
        {prepareCopy.hint} <ByHand>{prepareCopy.hintKeys}</ByHand>
      </Typography>
      <Room>
        <Stage ref={stage} style={{ width: `min(100%, ${48 * shownRatio}vh)`, aspectRatio: shownRatio }}>
          {picture && <TurnedPicture {...picture} onSize={setRatio} />}
          <Outline corners={shown} />
          {shown.map((corner, index) => (
            <Handle
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its place in the quad
              key={index}
              type="button"
              aria-label={prepareCopy.corners[(index + quarters) % 4]}
              aria-describedby={hint}
              style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
              onPointerDown={grab(index)}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={drop}
              onKeyDown={press(index)}
            />
          ))}
          {picture && held && <Magnified picture={picture} at={held} stage={stage.current} />}
        </Stage>
      </Room>
      <Announcement role="status">{said}</Announcement>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button data-repeats="" onClick={() => turn(-1)}>
          {prepareCopy.turnLeft}
        </Button>
        <Button data-repeats="" onClick={() => turn(1)}>
          {prepareCopy.turnRight}
        </Button>
        <Button
          onClick={() => {
            setEdit({ ...edit, corners: NO_EDIT.corners });
            say(prepareCopy.wasMadeWhole);
          }}
        >
          {prepareCopy.whole}
        </Button>
      </Stack>
      <Stack direction="row" spacing={1}>
        <Button fullWidth onClick={onCancel}>
          {prepareCopy.cancel}
        </Button>
        <Button fullWidth variant="contained" onClick={() => onDone(isNoEdit(edit) ? null : edit)}>
          {prepareCopy.done}
        </Button>
      </Stack>
    </Stack>
  );
}

/** What lies under the finger, larger, beside it. */
function Magnified({ picture, at, stage }: { picture: PictureProps; at: Point; stage: HTMLElement | null }) {
  const [width, height] = [stage?.clientWidth ?? 0, stage?.clientHeight ?? 0];
  const isLow = at.y * height > LOUPE_PX;
  return (
    <Loupe
      style={{
        left: Math.min(width - LOUPE_PX, Math.max(0, at.x * width - LOUPE_PX / 2)),
        top: at.y * height + (isLow ? -LOUPE_PX - TARGET_PX / 2 : TARGET_PX / 2),
      }}
    >
      <div
        style={{
          position: 'absolute',
          width: width * LOUPE_SCALE,
          height: height * LOUPE_SCALE,
          left: LOUPE_PX / 2 - at.x * width * LOUPE_SCALE,
          top: LOUPE_PX / 2 - at.y * height * LOUPE_SCALE,
        }}
      >
        <TurnedPicture {...picture} />
      </div>
      <svg viewBox="-50 -50 100 100" aria-hidden="true" style={{ position: 'absolute', inset: 0 }}>
        <path d="M-12 0H12M0-12V12" stroke="currentColor" />
      </svg>
    </Loupe>
  );
}
