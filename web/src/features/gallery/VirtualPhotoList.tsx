import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Photo } from '../../lib/photos';
import { inRows } from './inRows';
import { PhotoCard } from './PhotoCard';
import { PhotoGrid } from './PhotoList';

/** First guess of a row's height in px; each row is measured once it is in the page. */
const USUAL_ROW_PX = 620;
/** Rows kept beyond the window, so that scrolling and the Tab key find them there. */
const ROWS_AHEAD = 2;

function useColumns(): number {
  const { breakpoints } = useTheme();
  const two = useMediaQuery(breakpoints.up('sm'));
  const three = useMediaQuery(breakpoints.up('md'));
  if (three) return 3;
  return two ? 2 : 1;
}

/** A list beyond one page: only the rows near the window are in the page, so its cost does not grow with history. */
export function VirtualPhotoList({ photos }: { photos: readonly Photo[] }) {
  const columns = useColumns();
  const rows = useMemo(() => inRows(photos, columns), [photos, columns]);
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), []);

  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => USUAL_ROW_PX,
    overscan: ROWS_AHEAD,
    scrollMargin,
    getItemKey: (index) => rows[index]?.[0]?.id ?? index,
  });

  return (
    <div ref={list} style={{ position: 'relative', height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          data-index={index}
          ref={virtual.measureElement}
          style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - scrollMargin}px)` }}
        >
          <PhotoGrid sx={{ pb: 3 }}>
            {rows[index]?.map((photo) => (
              <li key={photo.id}>
                <PhotoCard photo={photo} />
              </li>
            ))}
          </PhotoGrid>
        </div>
      ))}
    </div>
  );
}
