import { useEffect, useLayoutEffect, useRef } from 'react';

/** Of the size's slider, 0..100. */
const SIZE_STEP = 5;

export interface TouchUpKeys {
  /** Stands on the page behind a question about the changes while there is one. */
  area: HTMLElement | null;
  undo(): void;
  redo(): void;
  resizeBy(steps: number): void;
}

/** Keys that work wherever the focus is: Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y, and [ and ] for the brush's size. */
export function useTouchUpKeys({ area, undo, redo, resizeBy }: TouchUpKeys): void {
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  useLayoutEffect(() => {
    onKey.current = (event) => {
      if (area?.closest('[aria-hidden=true]')) return;
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const letter = key.toLowerCase();
      if ((ctrlKey || metaKey) && !altKey && (letter === 'z' || letter === 'y')) {
        if (letter === 'y' || shiftKey) redo();
        else undo();
      } else if (key === '[' || key === ']') resizeBy(key === ']' ? SIZE_STEP : -SIZE_STEP);
      else return;
      event.preventDefault();
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current?.(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
