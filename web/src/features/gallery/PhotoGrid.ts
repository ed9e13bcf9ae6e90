import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { motion } from '../../theme/tokens';

/** Gap between cards, px. */
export const GRID_GAP_PX = 24;
/** On phones, and between small cards. */
const NARROW_GAP_PX = 12;

/** How a card looks that is not there yet, or no longer. */
export const AWAY = { opacity: 0, scale: 0.94, y: 16 };

const arrive = keyframes`
  from { opacity: ${AWAY.opacity}; transform: translateY(${AWAY.y}px) scale(${AWAY.scale}); }
`;

/**
 * Cards side by side; each entry is as high as its row. A row has two tracks, so that its cards begin side by side when
 * above one of them stands the day.
 */
export const PhotoGrid = styled('ul', { shouldForwardProp: (prop) => prop !== 'columns' })<{ columns: number }>(
  ({ columns }) => ({
    display: 'grid',
    columnGap: columns > 1 ? `clamp(${NARROW_GAP_PX}px, 2vw, ${GRID_GAP_PX}px)` : 0,
    // With reduced motion the page turns every change into a short transition. The padding that stands for cards out of
    // sight must not have one: the page would be shorter for a moment and the reader elsewhere.
    transitionProperty: 'none',
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    '& > li': {
      display: 'grid',
      gridRow: 'span 2',
      gridTemplateRows: 'subgrid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      // Not the grid's own gap, which would also part a day from its first card.
      marginBottom: GRID_GAP_PX,
    },
    '& > [data-arriving]': { animation: `${arrive} ${motion.arriveMs}ms ${motion.ease}` },
  }),
);
