import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { PHOTO_PAGE_SIZE, type Photo } from '../../domain/photos/photosStore';
import { GRID_GAP_PX } from './PhotoGrid';

/** First guess of a row's height in px; each row is measured once it is in the page. */
const USUAL_ROW_PX = 600;
/** Rows kept beyond the window, so that scrolling and the Tab key find them there. */
const ROWS_AHEAD = 2;
/** The entries that start a row, without those on their way out. */
const IN_PLACE = '[data-first]:not([data-motion-pop-id])';

export interface RowsInWindow {
  /** Goes to the list. */
  list: RefObject<HTMLUListElement | null>;
  /** The photos that stand in the page, and the room in px that the ones before and after them take. */
  shown: readonly Photo[];
  above: number;
  below: number;
  /** All are in the page. */
  whole: boolean;
  /** What an entry carries to be measured: its row, and whether it is the one that is measured for it. */
  measured: (position: number) => { 'data-index': number; 'data-first'?: '' };
}

function useColumns(): number {
  const { breakpoints } = useTheme();
  const two = useMediaQuery(breakpoints.up('sm'));
  const three = useMediaQuery(breakpoints.up('md'));
  if (three) return 3;
  return two ? 2 : 1;
}

/** To the fraction of a px, for hundreds of rows add up, and not as its arrival may have scaled it. */
function heightOf(entry: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(entry).height) || entry.offsetHeight;
}

/** At once: the page scrolls smoothly, which would show every correction as a movement and run into the next one. */
function scrollAtOnce(offset: number, { adjustments = 0 }: { adjustments?: number }): void {
  const top = offset + adjustments;
  if (top !== window.scrollY) window.scrollTo({ top, behavior: 'instant' });
}

/**
 * Beyond one page only the rows near the window are in the page, so that its cost does not grow with history. The rows
 * of the first page are measured all the same: when a second one comes, what is above the reader keeps its height.
 */
export function useRowsInWindow(photos: readonly Photo[]): RowsInWindow {
  const columns = useColumns();
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  /** Of the row each photo stood in last: rows are made up anew when a photo comes or goes. */
  const heights = useRef(new Map<string, number>());
  const whole = photos.length <= PHOTO_PAGE_SIZE;
  const photosOf = (row: number) => photos.slice(row * columns, (row + 1) * columns);

  const virtual = useWindowVirtualizer<HTMLElement>({
    count: Math.ceil(photos.length / columns),
    estimateSize: (row) => Math.max(...photosOf(row).map(({ id }) => heights.current.get(id) ?? 0)) || USUAL_ROW_PX,
    measureElement: (entry, _, instance) => {
      const height = heightOf(entry);
      for (const { id } of photosOf(instance.indexFromElement(entry))) heights.current.set(id, height);
      return height;
    },
    overscan: ROWS_AHEAD,
    scrollMargin,
    scrollToFn: scrollAtOnce,
    gap: GRID_GAP_PX,
    // A row is known by its first card: the virtualizer must not take the height of another that has moved up into its place.
    getItemKey: (row) => photos[row * columns]?.id ?? row,
  });
  // A page that stands there whole never relied on a guess that would now have to be made up for.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = whole ? () => false : undefined;

  // With other columns a row is made up of other, wider or narrower cards. Before the ones in the page are measured again.
  const measuredIn = useRef(columns);
  useLayoutEffect(() => {
    if (measuredIn.current === columns) return;
    measuredIn.current = columns;
    heights.current.clear();
    virtual.measure();
  }, [columns, virtual]);

  // Asked anew each time: something may have come above the list, and another card may stand first in its row.
  useLayoutEffect(() => {
    setScrollMargin(list.current?.offsetTop ?? 0);
    virtual.measureElement(null);
    for (const entry of list.current?.querySelectorAll<HTMLElement>(IN_PLACE) ?? []) virtual.measureElement(entry);
  });

  const rows = whole ? [] : virtual.getVirtualItems();
  const [first, last] = [rows[0], rows.at(-1)];
  const from = (first?.index ?? 0) * columns;
  return {
    list,
    whole,
    shown: whole ? photos : photos.slice(from, from + rows.length * columns),
    above: Math.max(0, (first?.start ?? scrollMargin) - scrollMargin),
    below: whole ? 0 : Math.max(0, virtual.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin)),
    measured: (position) => ({
      'data-index': Math.floor((from + position) / columns),
      ...(position % columns === 0 && { 'data-first': '' }),
    }),
  };
}
