import type { PartialKeys, Virtualizer, VirtualizerOptions } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pictureShown } from '../../lib/firstPicture';

type Code = typeof import('@tanstack/react-virtual');
type Options = VirtualizerOptions<Window, HTMLElement>;
type OwnOptions = Omit<
  PartialKeys<Options, 'scrollToFn'>,
  'getScrollElement' | 'observeElementRect' | 'observeElementOffset' | 'initialOffset' | 'onChange'
>;

/** Returns the package once `wanted`, and the first picture has been shown; null until then. */
function useCode(wanted: boolean): Code | null {
  const [code, setCode] = useState<Code | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let isGone = false;
    const load = async () => {
      await pictureShown();
      const loaded = await import('@tanstack/react-virtual');
      if (!isGone) setCode(loaded);
    };
    load().catch((error: unknown) => console.error('All photos stay in the page', error));
    return () => {
      isGone = true;
    };
  }, [wanted]);
  return code;
}

/**
 * Does what the package's own `useWindowVirtualizer` does, but downloads the package when it is `wanted`: 10 kB that a
 * short list never needs. Returns null until it is here.
 */
export function useWindowVirtualizer(wanted: boolean, options: OwnOptions): Virtualizer<Window, HTMLElement> | null {
  const code = useCode(wanted);
  const isMeasuring = useRef(false);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const resolved = (loaded: Code): Options => ({
    scrollToFn: loaded.windowScroll,
    ...options,
    getScrollElement: () => window,
    observeElementRect: loaded.observeWindowRect,
    observeElementOffset: loaded.observeWindowOffset,
    initialOffset: () => window.scrollY,
    // At once while scrolling, or the next rows would come a frame late. Measuring is done while React renders.
    onChange: (_, isScroll) => (isScroll && !isMeasuring.current ? flushSync(rerender) : rerender()),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for the page; below it gets the options of each render
  const virtual = useMemo(() => {
    if (!code) return null;
    const made = new code.Virtualizer(resolved(code));
    const { measureElement } = made;
    made.measureElement = (entry) => {
      isMeasuring.current = true;
      measureElement(entry);
      isMeasuring.current = false;
    };
    return made;
  }, [code]);
  if (code) virtual?.setOptions(resolved(code));
  useLayoutEffect(() => virtual?._didMount(), [virtual]);
  useLayoutEffect(() => virtual?._willUpdate());
  return virtual;
}
