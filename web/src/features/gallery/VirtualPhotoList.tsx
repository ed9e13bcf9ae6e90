import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Photo } from '../../lib/photos';
import { PhotoCard } from './PhotoCard';
import { GRID_GAP_PX, PhotoGrid } from './PhotoList';

/** First guess of a row's height in px; each row is measured once it is in the page. */
const USUAL_ROW_PX = 600;
/** Rows kept beyond the window, so that scrolling and the Tab key find them there. */
const ROWS_AHEAD = 2;

function useColumns(): number {
  const { breakpoints } = useTheme();
  const two = useMediaQuery(breakpoints.up('sm'));
  const three = useMediaQuery(breakpoints.up('md'));
  if (three) return 3;
  return two ? 2 : 1;
}

/**
 * A list beyond one page: only the rows near the window are in the page, so its cost does not grow with history. The cards lie side by side in one grid, so
 * that each stays itself, with its open dialog and what it is busy with, when one before it comes or goes.
 */
export function VirtualPhotoList({ photos }: { photos: readonly Photo[] }) {
  const columns = useColumns();
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), []);

  const virtual = useWindowVirtualizer({
    count: Math.ceil(photos.length / columns),
    estimateSize: () => USUAL_ROW_PX,
    overscan: ROWS_AHEAD,
    scrollMargin,
    gap: GRID_GAP_PX,
    // A row is known by its first card: the virtualizer must not take the height of another that has moved up into its place.
    getItemKey: (index) => photos[index * columns]?.id ?? index,
  });
  const rows = virtual.getVirtualItems();
  const first = rows[0];
  const from = (first?.index ?? 0) * columns;
  const shown = photos.slice(from, from + rows.length * columns);

  return (
    <div ref={list} style={{ position: 'relative', height: virtual.getTotalSize() }}>
      <PhotoGrid
        sx={{ position: 'absolute', insetInline: 0, top: 0, alignItems: 'stretch' }}
        style={{ transform: `translateY(${(first?.start ?? 0) - scrollMargin}px)` }}
      >
        {shown.map((photo, index) => (
          <li
            key={photo.id}
            data-index={Math.floor((from + index) / columns)}
            // As high as its row, like all of them; asked anew each time, for another card may have come to stand here.
            ref={index % columns === 0 ? (item) => virtual.measureElement(item) : undefined}
          >
            <PhotoCard photo={photo} />
          </li>
        ))}
      </PhotoGrid>
    </div>
  );
}
