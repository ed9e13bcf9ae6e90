import { styled } from '@mui/material/styles';
import { layer, TARGET_PX } from '../../../theme/tokens';

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

/** Of which one is seen at a time. */
export const Parts = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5),
  padding: theme.spacing(0, 2),
  '& > button': { flex: '1 1 auto', paddingInline: theme.spacing(1.5) },
}));

/** In a column that has its own edges. */
export const Choices = styled(Parts)(({ theme }) => ({ padding: theme.spacing(0.25, 0) }));

export const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));

/** Where the brush is, as large as it. Seen when a mouse is there, a finger paints, or the keys are its own. */
export const Ring = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  left: 0,
  zIndex: layer.handle,
  borderRadius: '50%',
  // Seen on dark and on light.
  border: '1.5px solid #fff',
  boxShadow: '0 0 0 1.5px rgba(0, 0, 0, 0.6), inset 0 0 0 1.5px rgba(0, 0, 0, 0.6)',
  pointerEvents: 'none',
  opacity: 0,
  '&[data-seen], &:focus': { opacity: 1 },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 4 },
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
