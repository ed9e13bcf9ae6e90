import { useCallback, useEffect, useRef, useState } from 'react';

/** Said when the zoom has rested for this long: not every step of a pinch. */
const SAY_AFTER_MS = 500;

/** What is said to those who cannot see what has changed. */
export function useSpoken() {
  const [spoken, setSpoken] = useState('');
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const say = useCallback((text: string) => {
    clearTimeout(later.current);
    // Only what changes is read out: what is said again ends in a space that is not seen.
    setSpoken((last) => (last === text ? `${text}\u00A0` : text));
  }, []);
  const saySoon = useCallback((text: string) => {
    clearTimeout(later.current);
    later.current = setTimeout(() => setSpoken(text), SAY_AFTER_MS);
  }, []);
  return { spoken, say, saySoon };
}
