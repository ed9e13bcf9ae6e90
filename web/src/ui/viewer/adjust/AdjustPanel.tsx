import {
  type Adjustment,
  isPlainResult,
  PLAIN_RESULT,
  STRENGTHS,
  type Stroke,
  TONES,
  TOUCH_UP_KINDS,
} from '@heirlight/contract/adjustment';
import Button from '@mui/material/Button';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Rect } from '../camera';
import type { Stage } from '../stage';
import { Tool } from '../viewerStyles';
import { adjustCopy } from './adjustCopy';
import { Note, Panel, PanelHead, Parts, Row, Rows } from './adjustStyles';
import { createStrokeHistory } from './strokeHistory';
import { TouchUp } from './TouchUp';
import { useBrushChoice } from './useBrushChoice';

type Part = keyof typeof adjustCopy.parts;
const isBrush = (part: Part): part is 'brush' | 'colour' => part === 'brush' || part === 'colour';
/** Keys that show the original, and that zoom. */
const OF_VIEWER = [...'hH+=-_01'];
/** What a brush can do without a result. */
const MENDING = ['mend'] as const;

type Name = (typeof STRENGTHS)[number] | (typeof TONES)[number];

const isTone = (name: Name): name is (typeof TONES)[number] => (TONES as readonly string[]).includes(name);
const wordsFor = (name: Name, percent: number) =>
  isTone(name) ? adjustCopy.tones[name](percent) : adjustCopy.strength(percent);
const percentOf = (adjustment: Adjustment, name: Name) => Math.round(adjustment[name] * 100);

interface OneSliderProps {
  name: Name;
  /** Where it begins, percent. */
  start: number;
  onMove: (name: Name, percent: number) => void;
}

/** The browser's own slider: its fingers, keys and voices. What it says is written directly, so nothing is drawn anew. */
function OneSlider({ name, start, onMove }: OneSliderProps) {
  const id = useId();
  const value = useRef<HTMLSpanElement>(null);
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const percent = currentTarget.valueAsNumber;
    const words = wordsFor(name, percent);
    currentTarget.setAttribute('aria-valuetext', words);
    if (value.current) value.current.textContent = words;
    onMove(name, percent);
  };
  const [least, most] = isTone(name) ? [-100, 100] : [0, 100];
  return (
    <Row>
      <label htmlFor={id}>{adjustCopy.names[name]}</label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        defaultValue={start}
        aria-valuetext={wordsFor(name, start)}
        onInput={onInput}
      />
      <span ref={value} aria-hidden="true">
        {wordsFor(name, start)}
      </span>
    </Row>
  );
}

/** A photo that nothing restored: there is only to adjust it, and to save that. */
export interface SavingByHand {
  /** What becomes of it, in a sentence. */
  note: string;
  isSaving: boolean;
  /** Null: nothing is adjusted. Returns whether it is kept now. */
  onSave: (adjustment: Adjustment | null) => Promise<boolean>;
}

export interface AdjustPanelProps {
  adjustment: Adjustment;
  /** Where the faces are, 0..1 of the photo. */
  faces: readonly Rect[];
  /** What is painted on; null when it has gone. */
  stage: () => Stage | null;
  /** Called while a slider moves, or a stroke is being painted. */
  onLive: (adjustment: Adjustment, isPainting?: boolean) => void;
  /** Set where nothing restored the photo: what needs a result is left out, and what is done is saved. */
  byHand: SavingByHand | undefined;
  /** Null: nothing is adjusted any more. */
  onDone: (adjustment: Adjustment | null) => void;
  onCancel: () => void;
  onSay: (words: string) => void;
  /** Stands between the buttons. */
  children: ReactNode;
}

/** The sliders beside a photo, or below it. Escape takes back what was moved. */
export default function AdjustPanel({
  adjustment,
  faces,
  stage,
  onLive,
  byHand,
  onDone,
  onCancel,
  onSay,
  children,
}: AdjustPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const current = useRef(adjustment);
  const [start, setStart] = useState({ adjustment, round: 0 });
  useEffect(() => panel.current?.querySelector<HTMLElement>('[type=range]')?.focus({ preventScroll: true }), []);
  const parts: readonly Part[] = byHand ? ['colour', 'brush', 'tones'] : ['strength', 'brush', 'colour'];
  const [part, setPart] = useState(parts[0] ?? 'strength');
  const kinds = byHand ? MENDING : TOUCH_UP_KINDS;
  const choices = { brush: useBrushChoice(kinds), colour: useBrushChoice(kinds) };
  const [history] = useState(() => createStrokeHistory(adjustment.strokes ?? []));
  const show = (next: Adjustment, isPainting = false) => {
    current.current = next;
    onLive(next, isPainting);
  };
  const showStrokes = (strokes: readonly Stroke[], isPainting: boolean) => {
    const { strokes: _, ...sliders } = current.current;
    show(strokes.length > 0 ? { ...sliders, strokes: [...strokes] } : sliders, isPainting);
  };
  const moveSliders = (next: Adjustment) => {
    current.current = next;
    setStart(({ round }) => ({ adjustment: next, round: round + 1 }));
  };
  const reset = () => {
    const before = current.current;
    const sliders = { undo: () => moveSliders(before), redo: () => moveSliders(PLAIN_RESULT) };
    if (history.now().length > 0) history.set([], sliders);
    moveSliders(PLAIN_RESULT);
    show(PLAIN_RESULT);
    onSay(adjustCopy.wasReset);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (OF_VIEWER.includes(event.key)) return;
    // All other keys are the sliders' and the buttons', and not the viewer's.
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
  };
  const strengths = byHand ? [] : STRENGTHS.filter((name) => name !== 'faces' || faces.length > 0);
  const names: Name[] = [...strengths, ...TONES];
  return (
    <Panel ref={panel} role="group" aria-label={adjustCopy.title} onKeyDown={onKeyDown}>
      <PanelHead>
        <Button color="inherit" onClick={onCancel}>
          {byHand ? adjustCopy.close : adjustCopy.cancel}
        </Button>
        <Button color="inherit" onClick={reset}>
          {adjustCopy.reset}
        </Button>
        {children}
        <Button
          variant="contained"
          aria-busy={byHand?.isSaving}
          onClick={() => onDone(isPlainResult(current.current) ? null : current.current)}
        >
          {byHand ? (byHand.isSaving ? adjustCopy.saving : adjustCopy.save) : adjustCopy.done}
        </Button>
      </PanelHead>
      {byHand && <Note>{byHand.note}</Note>}
      <Parts>
        {parts.map((one) => (
          <Tool key={one} aria-pressed={part === one} onClick={() => setPart(one)}>
            {adjustCopy.parts[one]}
          </Tool>
        ))}
      </Parts>
      {isBrush(part) && (
        <TouchUp
          key={part}
          isColour={part === 'colour'}
          kinds={kinds}
          choice={choices[part]}
          history={history}
          faces={faces}
          stage={stage}
          onShow={showStrokes}
          onSay={onSay}
        />
      )}
      <Rows key={start.round} hidden={isBrush(part)}>
        {names.map((name) => (
          <OneSlider
            key={name}
            name={name}
            start={percentOf(start.adjustment, name)}
            onMove={(moved, percent) => show({ ...current.current, [moved]: percent / 100 })}
          />
        ))}
      </Rows>
    </Panel>
  );
}
