import { useId } from 'react';
import { Tool } from '../viewerStyles';
import { adjustCopy } from './adjustCopy';
import { Row } from './adjustStyles';

export interface SizeSliderProps {
  label: string;
  /** 0..100 */
  size: number;
  /** What it is of the photo, in percent. */
  percent: number;
  onSize: (size: number) => void;
}

export function SizeSlider({ label, size, percent, onSize }: SizeSliderProps) {
  const id = useId();
  return (
    <Row>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={size}
        aria-valuetext={adjustCopy.sizeWords(percent)}
        aria-keyshortcuts="[ ]"
        onChange={({ currentTarget }) => onSize(currentTarget.valueAsNumber)}
      />
      <span aria-hidden="true">{adjustCopy.sizePercent(percent)}</span>
    </Row>
  );
}

export interface UndoToolsProps {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
}

export function UndoTools({ canUndo, canRedo, undo, redo }: UndoToolsProps) {
  return (
    <>
      <Tool
        aria-keyshortcuts="Control+Z"
        title={`${adjustCopy.undo} (Ctrl+Z)`}
        aria-disabled={!canUndo}
        data-repeats=""
        onClick={undo}
      >
        {adjustCopy.undo}
      </Tool>
      <Tool
        aria-keyshortcuts="Control+Shift+Z"
        title={`${adjustCopy.redo} (Ctrl+Shift+Z)`}
        aria-disabled={!canRedo}
        data-repeats=""
        onClick={redo}
      >
        {adjustCopy.redo}
      </Tool>
    </>
  );
}
