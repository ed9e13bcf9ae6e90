import type { ToolId } from '@heirlight/contract/tools';
import { useEffect, useRef, useState } from 'react';
import { hasQuickLook, type QuickLook, type QuickLookProblem, takeQuickLook } from '../../domain/quickLook/quickLook';
import { createStore, type Store } from '../../lib/store';

export type QuickLookState =
  | { is: 'offered'; problem?: QuickLookProblem }
  | { is: 'working' }
  /** Two object URLs, and width by height. */
  | { is: 'shown'; before: string; after: string; ratio: number };

export interface QuickLookControl {
  /** Null where there is none: for this tool, in this browser, or without a photo. */
  state: QuickLookState | null;
  /** Null while it is downloaded, then what is done in per cent. Apart, as it changes often. */
  progress: Store<number | null>;
  start(): void;
  stop(): void;
}

const OFFERED: QuickLookState = { is: 'offered' };

const shown = ({ before, after, width, height }: QuickLook): QuickLookState => ({
  is: 'shown',
  before: URL.createObjectURL(before),
  after: URL.createObjectURL(after),
  ratio: width / height,
});

/**
 * A quick look at this photo with this tool. It ends with either of them, and with the component.
 * @param photo as it would be uploaded; null while it is not the time for a look
 */
export function useQuickLook(photo: Blob | null, toolId: ToolId): QuickLookControl {
  const [last, setLast] = useState<{ state: QuickLookState; photo: Blob | null; toolId: ToolId } | null>(null);
  const [progress] = useState(() => createStore<number | null>(null));
  const running = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup is for what was asked about these two.
  useEffect(() => {
    return () => {
      running.current?.abort();
      setLast(null);
    };
  }, [photo, toolId]);
  // Not what is left of another photo or tool until the cleanup is drawn.
  const state = last?.photo === photo && last.toolId === toolId ? last.state : OFFERED;
  useEffect(() => {
    if (state.is !== 'shown') return;
    return () => [state.before, state.after].forEach(URL.revokeObjectURL);
  }, [state]);

  const set = (next: QuickLookState) => setLast({ state: next, photo, toolId });
  return {
    state: photo && hasQuickLook(toolId) ? state : null,
    progress,
    async start() {
      if (!photo) return;
      running.current = new AbortController();
      const { signal } = running.current;
      progress.set(null);
      set({ is: 'working' });
      const onWork = (percent: number) => signal.aborted || progress.set(percent);
      const result = await takeQuickLook(photo, { signal, onWork });
      if (!signal.aborted) set(typeof result === 'string' ? { is: 'offered', problem: result } : shown(result));
    },
    stop() {
      running.current?.abort();
      set(OFFERED);
    },
  };
}
