import { styled } from '@mui/material/styles';

/** Between cards, in px. */
export const GRID_GAP_PX = 24;

/** Cards side by side, each entry as high as its row. */
export const PhotoGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: GRID_GAP_PX,
  // The page turns every change into a short transition for those who ask for less motion; the room of cards out of sight
  // must be there at once, or the page is shorter for a moment and the reader elsewhere.
  transitionProperty: 'none',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}));
