import { useCallback, useEffect, useRef, useState } from 'react';

/** What was asked of the server: on its way, here, or failed. */
export type Asked<T> = { status: 'loading' } | { status: 'ready'; value: T } | { status: 'failed' };

const LOADING = { status: 'loading' } as const;

/**
 * Asks when it is first shown, and again on `retry`; what has come stays meanwhile. `ask` must stay the same function;
 * its failure is logged.
 */
export function useAsked<T>(ask: () => Promise<T>): { asked: Asked<T>; retry: () => void } {
  const [asked, setAsked] = useState<Asked<T>>(LOADING);
  /** Counts the requests: only the response to the last one counts, and none once this is gone. */
  const turn = useRef(0);
  const request = useCallback(() => {
    const mine = ++turn.current;
    const settle = (next: Asked<T>) => mine === turn.current && setAsked(next);
    setAsked((before) => (before.status === 'ready' ? before : LOADING));
    ask().then(
      (value) => settle({ status: 'ready', value }),
      (error: unknown) => {
        console.error('What was asked for did not come', error);
        settle({ status: 'failed' });
      },
    );
  }, [ask]);
  useEffect(() => {
    setAsked(LOADING);
    request();
    return () => {
      turn.current += 1;
    };
  }, [request]);
  return { asked, retry: request };
}
