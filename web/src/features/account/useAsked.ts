import { useCallback, useEffect, useState } from 'react';

/** What was asked of the server: on its way, here, or failed. */
export type Asked<T> = { status: 'loading' } | { status: 'ready'; value: T } | { status: 'failed' };

/** Asks when it is first shown, and again on `retry`. `ask` must stay the same function. */
export function useAsked<T>(ask: () => Promise<T>): { asked: Asked<T>; retry: () => void } {
  const [asked, setAsked] = useState<Asked<T>>({ status: 'loading' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    let isShown = true;
    ask().then(
      (value) => isShown && setAsked({ status: 'ready', value }),
      (error: unknown) => {
        console.error('The account dialog could not ask', error);
        if (isShown) setAsked({ status: 'failed' });
      },
    );
    return () => {
      isShown = false;
    };
  }, [ask, turn]);
  const retry = useCallback(() => {
    setAsked({ status: 'loading' });
    setTurn((before) => before + 1);
  }, []);
  return { asked, retry };
}
