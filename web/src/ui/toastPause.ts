import { createContext, useContext, useEffect, useRef } from 'react';

/** Whether toasts are being pointed at or hold the focus. */
export const ToastPause = createContext(false);

/** Calls `onEnd` once, after `durationMs` without the pauses. */
export function useCountdown(durationMs: number, onEnd: () => void): void {
  const paused = useContext(ToastPause);
  const left = useRef(durationMs);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (paused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - startedAt));
    };
  }, [paused]);
}
