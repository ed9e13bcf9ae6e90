import { useCallback, useSyncExternalStore } from 'react';
import type { GallerySize } from '../../domain/account/lastSeen';
import { MEDIUM_PX, PAGE_PX, WIDE_PX, WIDEST_PX } from '../../theme/tokens';

/** Every phone has room for two small photos, unless its text is large. */
const TWO_PX = 288;

/** Size of a browser's text unless its user has changed it. */
const DEFAULT_TEXT_PX = 16;

/** Columns of a window that is at least so many px wide, widest first, and on the narrowest phones. */
const COLUMNS: Record<GallerySize, { from: readonly (readonly [px: number, columns: number])[]; narrow: number }> = {
  small: {
    from: [
      [WIDEST_PX, 7],
      [PAGE_PX, 5],
      [WIDE_PX, 4],
      [MEDIUM_PX, 3],
      [TWO_PX, 2],
    ],
    narrow: 1,
  },
  medium: {
    from: [
      [WIDEST_PX, 5],
      [WIDE_PX, 3],
      [MEDIUM_PX, 2],
    ],
    narrow: 1,
  },
  large: {
    from: [
      [WIDEST_PX, 3],
      [WIDE_PX, 2],
    ],
    narrow: 1,
  },
};

/** In em: with text twice as large, a window counts as half as wide. */
const atLeast = (px: number) => window.matchMedia(`(min-width: ${px / DEFAULT_TEXT_PX}em)`);

/** Returns how many photos of this size stand side by side. */
export function useColumns(size: GallerySize): number {
  const { from, narrow } = COLUMNS[size];
  const subscribe = useCallback(
    (onChange: () => void) => {
      const queries = from.map(([px]) => atLeast(px));
      for (const query of queries) query.addEventListener('change', onChange);
      return () => {
        for (const query of queries) query.removeEventListener('change', onChange);
      };
    },
    [from],
  );
  return useSyncExternalStore(subscribe, () => from.find(([px]) => atLeast(px).matches)?.[1] ?? narrow);
}
