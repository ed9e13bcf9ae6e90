import { startTransition, useEffect, useState } from 'react';

/** What a slow phone draws without a pause to be felt. */
const AT_A_TIME = 2;

/** Returns how many of so many rows are to be there by now: a few more each time the page has had a moment for others. */
export function useFewAtATime(count: number): number {
  const [most, setMost] = useState(AT_A_TIME);
  useEffect(() => {
    if (most < count) startTransition(() => setMost(most + AT_A_TIME));
  }, [most, count]);
  return Math.min(most, count);
}
