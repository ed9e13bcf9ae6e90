import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { forcedFill } from '../../theme/controls';
import { darkroom } from '../../theme/darkroom';
import {
  FORCED_COLORS,
  HAIRLINE,
  ICON_PX,
  layer,
  MEDIUM_PX,
  RULE,
  radius,
  TARGET_PX,
  type,
  WIDE_PX,
} from '../../theme/tokens';
import { Tag } from '../compare/compareStyles';
import { visuallyHidden } from '../visuallyHidden';

/** A phone on its side: the bars stand beside the photo, which gets the whole height. */
const SIDEWAYS = '(max-height: 500px) and (min-width: 600px)';
const SHORT = `@media ${SIDEWAYS}`;
/** No room for words beside the icons: they stand below them. */
const NARROW = `@media (max-width: ${WIDE_PX - 0.05}px), ${SIDEWAYS}`;
/** Nor for signs that two fingers, two taps and the keys do without. */
const NARROWEST = `@media (max-width: ${MEDIUM_PX - 0.05}px), ${SIDEWAYS}`;
/** No room for what is stored of a face beside the face. */
const TIGHT = '@media (max-width: 24rem)';
/** Sliders stand beside the photo. */
const BESIDE = `@media (min-width: ${WIDE_PX}px), ${SIDEWAYS}`;
/** A face with its verdict beside it, and four tools in a row. */
const SIDE_BAR = '14rem';
/** Where large text leaves the photo less, one scrolls to the tools. */
const LEAST_STAGE = 'min(50dvh, 12rem)';
/** A face's close-up. */
export const FACE_PX = 52;

export const Room = styled('div')(({ theme }) => ({
  ...darkroom(theme),
  height: '100dvh',
  width: '100%',
  overflow: 'hidden auto',
  display: 'grid',
  gridTemplate: `"head" max-content "stage" minmax(${LEAST_STAGE}, 1fr) "faces" max-content "tools" max-content / minmax(0, 1fr)`,
  paddingBottom: 'env(safe-area-inset-bottom)',
  paddingInline: 'env(safe-area-inset-left) env(safe-area-inset-right)',
  // No gesture here is the page's.
  touchAction: 'pan-x pan-y',
  overscrollBehavior: 'contain',
  '&:focus': { outline: 'none' },
  '&[data-adjusting="true"]': {
    gridTemplate: '"head" auto "stage" minmax(0, 1fr) "panel" fit-content(50dvh) / minmax(0, 1fr)',
    [BESIDE]: { gridTemplate: '"head head" auto "stage panel" minmax(0, 1fr) / minmax(0, 1fr) minmax(20rem, 26rem)' },
  },
  [SHORT]: {
    gridTemplate: `"stage head" auto "stage faces" 1fr "stage tools" minmax(0, auto) / minmax(0, 1fr) ${SIDE_BAR}`,
  },
}));

export const Head = styled('div')(({ theme }) => ({
  gridArea: 'head',
  display: 'flex',
  alignItems: 'center',
  minHeight: TARGET_PX + 4,
  paddingInline: theme.spacing(2, 0.5),
  [SHORT]: { flexWrap: 'wrap-reverse', alignContent: 'start', justifyContent: 'end', paddingInline: theme.spacing(1) },
}));

export const Words = styled('div')(({ theme }) => ({
  flex: '1 1 0',
  minWidth: 0,
  paddingBlock: theme.spacing(0.5),
  overflow: 'hidden',
  [SHORT]: { flexBasis: '100%' },
}));

export const Name = styled('h2')(({ theme }) => ({
  ...theme.typography.body2,
  fontWeight: theme.typography.fontWeightBold,
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
}));

export const Details = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  color: theme.vars.palette.text.secondary,
}));

/** Not where the bar beside the photo is narrow and low, nor in the smallest window: the faces and the photo need its room. */
export const Made = styled(Details)({ [`${SHORT}, (max-width: 359.95px)`]: { display: 'none' } });

export const Area = styled('div')({
  gridArea: 'stage',
  position: 'relative',
  overflow: 'hidden',
  isolation: 'isolate',
  touchAction: 'none',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  WebkitTouchCallout: 'none',
  cursor: 'ew-resize',
  '&[data-view="sideBySide"]': { cursor: 'default' },
  '&[data-zoomed="true"]': { cursor: 'grab' },
  '&[data-zoomed="true"]:active': { cursor: 'grabbing' },
  '&[data-brush]': { cursor: 'crosshair' },
});

/** Not in the flow: its size follows the stage's and must not hold it open. */
export const Canvas = styled('canvas')({ position: 'absolute', inset: 0, width: '100%', height: '100%' });

/** Stands where the split is, as high as the picture. */
export const SplitRail = styled('div')({
  position: 'absolute',
  top: 0,
  left: 0,
  width: 0,
  zIndex: layer.handle,
  cursor: 'ew-resize',
});

/** A label, placed by the stage. */
export const SideTag = styled(Tag)({ position: 'absolute', top: 0, left: 0, margin: 0, visibility: 'hidden' });

export const Faces = styled('ul')(({ theme }) => ({
  gridArea: 'faces',
  display: 'flex',
  justifyContent: 'safe center',
  gap: theme.spacing(1.5),
  paddingBlock: theme.spacing(0.75),
  paddingInline: theme.spacing(2),
  overflowX: 'auto',
  overscrollBehavior: 'contain',
  '& > li': { display: 'flex', alignItems: 'center', flex: 'none' },
  // In three lines beside one face on a phone; beside more, one scrolls to it.
  '& > [data-words]': { flexShrink: 1, minWidth: '13ch' },
  [TIGHT]: {
    '&:has(> [data-words]:nth-of-type(2))': { flexWrap: 'wrap', justifyContent: 'start', rowGap: theme.spacing(0.5) },
    '& > li': { maxWidth: '100%' },
  },
  // One below the other; at least one is whole.
  [SHORT]: {
    flexWrap: 'wrap',
    alignContent: 'start',
    rowGap: theme.spacing(0.5),
    minHeight: `calc(${FACE_PX}px + ${theme.spacing(1.5)})`,
    paddingInline: theme.spacing(1),
    overflowX: 'hidden',
    overflowY: 'auto',
    '& > li': { maxWidth: '100%' },
  },
}));

export const FaceButton = styled(ButtonBase)({
  flex: 'none',
  display: 'flex',
  borderRadius: radius.pill,
});

/** Beside its face, in two or three lines: the strip keeps its height. */
export const Verdict = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  lineHeight: 1.25,
  maxWidth: '13ch',
  marginLeft: theme.spacing(1),
  color: theme.vars.palette.text.secondary,
}));

/** After the last face, once. */
export const Kept = styled(Verdict)({ maxWidth: '26ch', marginLeft: 0 });

export const CloseUp = styled('canvas')(({ theme }) => ({
  display: 'block',
  width: FACE_PX,
  height: FACE_PX,
  borderRadius: radius.pill,
  border: `${RULE} solid ${theme.vars.palette.own.edge}`,
  backgroundColor: theme.vars.palette.own.sunken,
  // The later one lies a little over the earlier one: they are one face.
  '& + &': { marginLeft: theme.spacing(-1.5), borderColor: theme.vars.palette.primary.main },
}));

export const Tools = styled('div')(({ theme }) => ({
  gridArea: 'tools',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  rowGap: theme.spacing(0.5),
  padding: theme.spacing(0.5, 2),
  columnGap: theme.spacing(0.5),
  '& > button': { paddingInline: theme.spacing(1) },
  [NARROW]: {
    alignItems: 'stretch',
    padding: theme.spacing(0.5),
    columnGap: 0,
    '& > button': {
      // All in one row, or four or three in each.
      flex: '1 1 clamp(3.375rem, (23.7rem - 100%) * 999, max(25%, min(33%, 5.2rem)))',
      flexDirection: 'column',
      justifyContent: 'start',
      gap: theme.spacing(0.25),
      padding: theme.spacing(0.5, 0),
      borderRadius: radius.medium,
      fontSize: type.tiny,
      lineHeight: 1.2,
    },
  },
  [NARROWEST]: { '& > [data-repeats]': { display: 'none' } },
  // In a window too low for all of them they scroll.
  [SHORT]: { overflowY: 'auto', overscrollBehavior: 'contain', '& > button': { flexBasis: '25%' } },
}));

/** Between the ways to look and what is done with the photo. */
export const Space = styled('span')({ flex: '1 1 0', [NARROW]: { display: 'none' } });

/** An icon with its word, or alone. */
export const Tool = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body2,
  minWidth: TARGET_PX,
  minHeight: TARGET_PX,
  userSelect: 'none',
  WebkitUserSelect: 'none',
  WebkitTouchCallout: 'none',
  gap: theme.spacing(1),
  borderRadius: radius.pill,
  border: `${HAIRLINE} solid transparent`,
  fontWeight: theme.typography.fontWeightBold,
  '&:hover, &[aria-pressed="true"]': { backgroundColor: theme.vars.palette.own.accentWash },
  '&[aria-pressed="true"]': { borderColor: theme.vars.palette.own.edge },
  [FORCED_COLORS]: { '&&&[aria-pressed="true"]': forcedFill },
  '&[aria-disabled="true"]': { opacity: 0.35, cursor: 'default', backgroundColor: 'transparent' },
  '&[aria-busy="true"]': { cursor: 'progress' },
}));

/** Wide enough for any zoom, so that its neighbours stay where they are. */
export const Percent = styled('span')({
  minWidth: '3.25em',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  // In line with the icons beside it.
  [NARROW]: { lineHeight: `${ICON_PX}px` },
});

export const Spoken = styled('div')(visuallyHidden);
