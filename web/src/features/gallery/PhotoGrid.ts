import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { motion } from '../../theme/tokens';

/** Gap between cards, px. */
export const GRID_GAP_PX = 24;

/** How a card looks that is not there yet, or no longer. */
export const AWAY = { opacity: 0, scale: 0.94, y: 16 };

const arrive = keyframes`
  from { opacity: ${AWAY.opacity}; transform: translateY(${AWAY.y}px) scale(${AWAY.scale}); }
`;

/** Cards side by side; each entry is as high as its row. */
export const PhotoGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: GRID_GAP_PX,
  // With reduced motion the page turns every change into a short transition. The padding that stands for cards out of
  // sight must not have one: the page would be shorter for a moment and the reader elsewhere.
  transitionProperty: 'none',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > [data-arriving]': { animation: `${arrive} ${motion.arriveMs}ms ${motion.ease}` },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}));
