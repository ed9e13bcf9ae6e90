import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PhotoGroup } from '../../domain/photos/photoGroups';
import { PHOTO_PAGE_SIZE } from '../../domain/photos/photosStore';
import { GRID_GAP_PX } from './PhotoGrid';
import { useWindowVirtualizer } from './useWindowVirtualizer';

/** Estimated height of a row, px, until it is in the page and measured. */
export const USUAL_ROW_PX = 600;
/** Rows kept beyond the window, so that scrolling and the Tab key find them. */
const ROWS_AHEAD = 2;
/** The first entry of each row, except leaving ones. */
const IN_PLACE = '[data-first]:not([data-motion-pop-id])';

export interface RowsInWindow {
  /** Ref of the list. */
  list: RefObject<HTMLUListElement | null>;
  /** The photos in the page, and the height in px of those before and after them. */
  shown: readonly PhotoGroup[];
  above: number;
  below: number;
  /** All photos are in the page. */
  whole: boolean;
  /** Attributes by which an entry is measured: its row, and whether its height counts for the row. */
  measured: (position: number) => { 'data-index': number; 'data-first'?: '' };
}

/** Returns the height in px with its fraction, because hundreds of rows add up, and without the arrival's scaling. */
function heightOf(entry: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(entry).height) || entry.offsetHeight;
}

/** Scrolls at once. The page's smooth scrolling would show every correction as a movement and collide with the next. */
function scrollAtOnce(offset: number, { adjustments = 0 }: { adjustments?: number }): void {
  const top = offset + adjustments;
  if (top !== window.scrollY) window.scrollTo({ top, behavior: 'instant' });
}

/**
 * With more than one page of photos, only the rows near the window are in the DOM, so that its cost does not grow with
 * the history. The first page is measured, too: when a second one comes, what is above the reader keeps its height.
 * `hasMore` announces a second page.
 */
export function useRowsInWindow(photos: readonly PhotoGroup[], hasMore: boolean, columns: number): RowsInWindow {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  /** Height of each photo's last row, by id: the rows change when a photo comes or goes. */
  const heights = useRef(new Map<string, number>());
  const isLong = photos.length > PHOTO_PAGE_SIZE;
  const photosOf = (row: number) => photos.slice(row * columns, (row + 1) * columns);

  const virtual = useWindowVirtualizer(isLong || hasMore, {
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
    // The first card identifies a row, so that another row that moved into its place does not get its height.
    getItemKey: (row) => photos[row * columns]?.id ?? row,
  });
  const whole = !isLong || !virtual;
  // If all rows are in the page, no estimate was used, and nothing has to be corrected.
  if (virtual) virtual.shouldAdjustScrollPositionOnItemSizeChange = whole ? () => false : undefined;

  // Other columns put other cards in a row, wider or narrower. Must run before the effect that measures.
  const measuredIn = useRef(columns);
  useLayoutEffect(() => {
    if (measuredIn.current === columns) return;
    measuredIn.current = columns;
    heights.current.clear();
    virtual?.measure();
  }, [columns, virtual]);

  // After every render: something may have come above the list, and other cards may be the first of their rows.
  useLayoutEffect(() => {
    if (!virtual) return;
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
