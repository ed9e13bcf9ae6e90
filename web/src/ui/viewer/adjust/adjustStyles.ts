import { styled } from '@mui/material/styles';
import { FORCED_COLORS, HAIRLINE, layer, NARROWEST, radius, TARGET_PX } from '../../../theme/tokens';
import { Tool } from '../viewerStyles';

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
  columnGap: theme.spacing(0.5),
  padding: theme.spacing(0.5, 2),
  backgroundColor: theme.vars.palette.own.sunken,
  '& > [aria-pressed]': { paddingInline: theme.spacing(1) },
  // Four buttons have room in one line of the smallest phone.
  [theme.breakpoints.down('sm')]: {
    paddingInline: theme.spacing(1),
    '& > button': { minWidth: TARGET_PX, paddingInline: theme.spacing(1) },
    // What keeps the changes is as large as the rest allows.
    '& > :last-child': { flexGrow: 0.25 },
  },
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

/** Several in one place, of which one is seen: as high as the longest. */
export const Hints = styled('div')({ display: 'grid', '& > *': { gridArea: '1 / 1' } });

/** Below the buttons. */
export const Note = styled(Hint)(({ theme }) => ({ padding: theme.spacing(0, 3, 0.5) }));

/** Many short words: on a phone in two lines of like lengths. */
export const Groups = styled(Choices)(({ theme }) => ({
  '& > button': { flex: '1 1 20%', paddingInline: theme.spacing(0.5) },
}));

/** A colour to choose: a disc of it. */
export const Swatch = styled(Tool)(({ theme }) => ({
  // Narrower than other targets: on a phone all of a row are seen at once.
  '&&': { flex: '0 0 auto', minWidth: 40, paddingInline: 0 },
  // Its own colour stays under the mouse and when it is chosen.
  '&::before': {
    content: '""',
    width: 28,
    height: 28,
    borderRadius: '50%',
    backgroundColor: 'currentColor',
    border: `${HAIRLINE} solid ${theme.vars.palette.own.edge}`,
    forcedColorAdjust: 'none',
  },
  '&[aria-pressed="true"]': { borderColor: theme.vars.palette.primary.main, borderWidth: 2 },
}));

/** A disc that is struck through. */
export const NoColour = styled(Swatch)({
  '&::before': {
    background:
      'linear-gradient(135deg, transparent calc(50% - 1.5px), currentColor 0 calc(50% + 1.5px), transparent 0)',
    [FORCED_COLORS]: { color: 'CanvasText' },
  },
  [FORCED_COLORS]: { '&[aria-pressed="true"]::before': { color: 'HighlightText' } },
});

/** The browser's own choice of a colour, with its name. */
export const AnyColour = styled('label')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  minHeight: TARGET_PX,
  paddingInline: theme.spacing(0.5),
  borderRadius: radius.pill,
  border: '2px solid transparent',
  fontWeight: theme.typography.fontWeightBold,
  cursor: 'pointer',
  '&[data-chosen="true"]': { borderColor: theme.vars.palette.primary.main },
  '& > input': { width: 32, height: 36, padding: 0, border: 0, background: 'none', cursor: 'pointer' },
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
  // What is touched, where the ring is how far a colour spreads.
  '&[data-aim="true"]::after': {
    content: '""',
    position: 'absolute',
    inset: 'calc(50% - 3px)',
    borderRadius: '50%',
    backgroundColor: '#fff',
    boxShadow: '0 0 0 1.5px rgba(0, 0, 0, 0.6)',
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 4 },
}));

export const Rows = styled('div')(({ theme }) => ({
  padding: theme.spacing(0, 3, 1.5),
  [NARROWEST]: { paddingInline: theme.spacing(2) },
}));

/** The name and the value share a line with the slider, also on the smallest phone, unless letters are large. */
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
    [NARROWEST]: { flexBasis: '5rem' },
    minWidth: 0,
    height: TARGET_PX,
    margin: 0,
    accentColor: theme.vars.palette.primary.main,
    cursor: 'pointer',
  },
  '& > span': {
    flex: '0 0 5.75rem',
    // At the end of the line, also of one of its own.
    marginInlineStart: 'auto',
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    color: theme.vars.palette.text.secondary,
  },
}));
