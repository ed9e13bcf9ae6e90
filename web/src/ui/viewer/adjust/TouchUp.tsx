import { areKeepable, type Stroke, type TOUCH_UP_KINDS } from '@heirlight/contract/adjustment';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { toast } from '../../../lib/toast';
import type { Point, Rect } from '../camera';
import type { Stage } from '../stage';
import { Tool } from '../viewerStyles';
import { adjustCopy } from './adjustCopy';
import { Choices, Hint, Ring, Row, Rows } from './adjustStyles';
import { type BrushSetting, colourFace, createBrush, faceStroke, radiusOf } from './brush';
import { ColourChoice } from './ColourChoice';
import { type ColourGroup, coloursOf, PALETTE } from './palette';
import type { StrokeHistory } from './strokeHistory';

type TouchUpKind = (typeof TOUCH_UP_KINDS)[number];

export interface TouchUpProps {
  /** Whether it colours, and brings nothing back. */
  isColour: boolean;
  /** What else it can do. */
  kinds: readonly [TouchUpKind, ...TouchUpKind[]];
  history: StrokeHistory;
  /** Where the faces are, 0..1 of the photo. */
  faces: readonly Rect[];
  stage: () => Stage | null;
  /** Shows the photo with these strokes. */
  onShow: (strokes: readonly Stroke[], isPainting: boolean) => void;
  onSay: (words: string) => void;
}

/** Of the slider, 0..100. A mark is smaller than what is brought back. */
const FIRST_SIZE = { paint: 55, mend: 30 };
const SIZE_STEP = 5;
/** Radii that an arrow key moves the brush by, and with Shift. */
const MOVE = { far: 1, near: 0.2 };
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const FIRST_GROUP: ColourGroup = 'skin';
const firstColour = (group: ColourGroup) => coloursOf(group)[0]?.[1] ?? '';

/** A brush that brings the original back, takes that away again, mends a mark, or colours what it touches. */
export function TouchUp({ isColour, kinds, history, faces, stage, onShow, onSay }: TouchUpProps) {
  const id = useId();
  const [touchUp, setTouchUp] = useState(kinds[0]);
  const [group, setGroup] = useState(FIRST_GROUP);
  const [colour, setColour] = useState<string | null>(firstColour(FIRST_GROUP));
  const kind = isColour ? 'colour' : touchUp;
  const [sizes, setSizes] = useState({ ...FIRST_SIZE, colour: PALETTE[FIRST_GROUP].size });
  const sizeOf = kind === 'mend' || kind === 'colour' ? kind : 'paint';
  const size = sizes[sizeOf];
  const setSize = (value: number) => setSizes((others) => ({ ...others, [sizeOf]: value }));
  const [edges, setEdges] = useState(true);
  const [area, setArea] = useState<HTMLElement | null>(null);
  // The history is no state of React's: strokes are shown while they are painted.
  const [, drawAnew] = useState({});
  const ring = useRef<HTMLDivElement>(null);
  const show = () => {
    onShow(history.now(), false);
    drawAnew({});
  };
  const add = (stroke: Stroke): boolean => {
    const next = [...history.now(), stroke];
    const isKept = areKeepable(next);
    if (isKept) {
      history.set(next);
      // A face that is covered, or a key's touch, has had no finger that painted it.
      onShow(next, true);
    } else toast(adjustCopy.full);
    show();
    return isKept;
  };
  const radius = radiusOf(size, kind);
  const percent = (of: number) => Math.round(radiusOf(of, kind) * 2000) / 10;
  const sizeWords = (of: number) => adjustCopy.sizeWords(percent(of));
  const setting: BrushSetting = isColour ? { kind, colour, radius, edges } : { kind, radius, edges };
  /** The brush lives as long as this part; what it calls changes. */
  const latest = useRef({ setting, add, onShow });
  const [brush] = useState(() =>
    createBrush(() => latest.current.setting, {
      onLive(stroke) {
        latest.current.onShow(stroke ? [...history.now(), stroke] : history.now(), stroke !== null);
      },
      onStroke: (stroke) => latest.current.add(stroke),
      onRing({ x, y }, radius, isSeen) {
        if (!ring.current) return;
        Object.assign(ring.current.style, {
          width: `${2 * radius}px`,
          height: `${2 * radius}px`,
          transform: `translate(${x - radius}px, ${y - radius}px)`,
        });
        ring.current.toggleAttribute('data-seen', isSeen);
      },
    }),
  );
  useLayoutEffect(() => {
    latest.current = { setting, add, onShow };
    brush.ring();
  });
  useEffect(() => {
    const painted = stage();
    if (!painted) return;
    setArea(painted.area);
    painted.paint(brush.stage);
    return () => painted.paint(null);
  }, [stage, brush]);

  const takesAway = isColour && colour === null;
  const applied = takesAway ? adjustCopy.takenAway : adjustCopy.applied[kind];
  const undo = () => {
    if (!history.undo()) return;
    show();
    onSay(adjustCopy.wasUndone(history.now().length));
  };
  const redo = () => {
    if (!history.redo()) return;
    show();
    onSay(adjustCopy.wasRedone(history.now().length));
  };
  const resize = (next: number) => {
    const value = Math.min(100, Math.max(0, next));
    setSize(value);
    onSay(sizeWords(value));
  };
  /** Keys that work wherever the focus is. */
  const onWindowKey = useRef<(event: globalThis.KeyboardEvent) => void>(undefined);
  useLayoutEffect(() => {
    onWindowKey.current = (event) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const letter = key.toLowerCase();
      if ((ctrlKey || metaKey) && !altKey && (letter === 'z' || letter === 'y')) {
        if (letter === 'y' || shiftKey) redo();
        else undo();
      } else if (key === '[' || key === ']') resize(size + (key === ']' ? SIZE_STEP : -SIZE_STEP));
      else return;
      event.preventDefault();
    };
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onWindowKey.current?.(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);

  const onRingKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const by = event.shiftKey ? MOVE.near : MOVE.far;
      const { x, y } = brush.moveBy({ x: arrow.x * by, y: arrow.y * by });
      onSay(adjustCopy.ringAt(Math.round(x * 100), Math.round(y * 100)));
    } else if (event.key === ' ') {
      if (!event.repeat) {
        brush.apply();
        onSay(applied);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const coverFace = (face: Rect) => {
    const picture = brush.size();
    if (!picture) return;
    const stroke = isColour ? colourFace(face, picture, colour) : faceStroke(face, picture, kind);
    if (add(stroke)) onSay(applied);
  };

  return (
    <Rows>
      <Hint>{takesAway ? adjustCopy.takeAwayHint : adjustCopy.brushHints[kind]}</Hint>
      {isColour ? (
        <ColourChoice
          group={group}
          colour={colour}
          onColour={setColour}
          onGroup={(next) => {
            setGroup(next);
            setColour(firstColour(next));
            setSize(PALETTE[next].size);
          }}
        />
      ) : (
        kinds.length > 1 && (
          <Choices>
            {kinds.map((one) => (
              <Tool key={one} aria-pressed={kind === one} onClick={() => setTouchUp(one)}>
                {adjustCopy.brushes[one]}
              </Tool>
            ))}
          </Choices>
        )
      )}
      <Row>
        <label htmlFor={id}>{isColour ? adjustCopy.reach : adjustCopy.size}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          value={size}
          aria-valuetext={sizeWords(size)}
          aria-keyshortcuts="[ ]"
          onChange={({ currentTarget }) => setSize(currentTarget.valueAsNumber)}
        />
        <span aria-hidden="true">{adjustCopy.sizePercent(percent(size))}</span>
      </Row>
      <Choices>
        <Tool
          aria-keyshortcuts="Control+Z"
          title={`${adjustCopy.undo} (Ctrl+Z)`}
          aria-disabled={!history.canUndo()}
          data-repeats=""
          onClick={undo}
        >
          {adjustCopy.undo}
        </Tool>
        <Tool
          aria-keyshortcuts="Control+Shift+Z"
          title={`${adjustCopy.redo} (Ctrl+Shift+Z)`}
          aria-disabled={!history.canRedo()}
          data-repeats=""
          onClick={redo}
        >
          {adjustCopy.redo}
        </Tool>
        {kind !== 'mend' && (
          <Tool aria-pressed={edges} onClick={() => setEdges(!edges)}>
            {adjustCopy.edges}
          </Tool>
        )}
      </Choices>
      {faces.length > 0 && (isColour ? group === 'skin' : kind !== 'mend') && (
        <Choices role="group" aria-label={isColour ? adjustCopy.colourFaces : adjustCopy.facesTitle}>
          {faces.map((face, index) => (
            <Tool key={`${face.x} ${face.y}`} onClick={() => coverFace(face)}>
              {(isColour && !takesAway ? adjustCopy.colourFace : adjustCopy.face)(index + 1, faces.length)}
            </Tool>
          ))}
        </Choices>
      )}
      {area &&
        createPortal(
          <Ring
            ref={ring}
            data-aim={isColour}
            role="application"
            tabIndex={0}
            aria-label={adjustCopy.ring}
            onKeyDown={onRingKey}
          />,
          area,
        )}
    </Rows>
  );
}
