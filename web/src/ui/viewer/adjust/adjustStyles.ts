import { styled } from '@mui/material/styles';
import { TARGET_PX } from '../../../theme/tokens';

export const Panel = styled('div')({
  gridArea: 'panel',
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // A finger that begins on a slider moves the slider.
  touchAction: 'pan-y',
});

/** Stays while the sliders scroll below it. */
export const PanelHead = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: theme.spacing(0.5, 2),
  backgroundColor: theme.vars.palette.own.sunken,
}));

export const Rows = styled('div')(({ theme }) => ({ padding: theme.spacing(0, 3, 1.5) }));

/** The name and the value share a line with the slider, or stand above it where letters are large. */
export const Row = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: theme.spacing(1.5),
  minHeight: TARGET_PX,
  '& > label': { flex: '0 0 5rem', fontWeight: theme.typography.fontWeightBold },
  '& > input': {
    flex: '1 1 8rem',
    order: 1,
    minWidth: 0,
    height: TARGET_PX,
    margin: 0,
    accentColor: theme.vars.palette.primary.main,
    cursor: 'pointer',
  },
  '& > span': {
    flex: '0 0 5.75rem',
    order: 2,
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    color: theme.vars.palette.text.secondary,
  },
}));
