import { type RefObject, useEffect, useState } from 'react';
import { serverNow } from '../../lib/serverClock';

/** How often it is renewed, ms: for what is in the window, and for what only a screen reader hears of. */
const [SEEN_MS, UNSEEN_MS] = [1000, 10_000];

function isInWindow(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return bottom >= 0 && top <= window.innerHeight;
}

/** The server's time in ms since 1970, as `element` shows it. */
export function useNow(element: RefObject<Element | null>): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let last = serverNow();
    const renew = () => {
      if (!isInWindow(element.current) && serverNow() - last < UNSEEN_MS) return;
      last = serverNow();
      setNow(last);
    };
    const timer = setInterval(renew, SEEN_MS);
    return () => clearInterval(timer);
  }, [element]);
  return now;
}
