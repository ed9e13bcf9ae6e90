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
    setSpoken(text);
  }, []);
  const saySoon = useCallback((text: string) => {
    clearTimeout(later.current);
    later.current = setTimeout(() => setSpoken(text), SAY_AFTER_MS);
  }, []);
  return { spoken, say, saySoon };
}
