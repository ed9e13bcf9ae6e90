import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { FOCUS_RING, HANDLE_PX, ICON_PX, layer, motion, RULE, radius } from '../../theme/tokens';

const swing = keyframes({
  '0%, 100%': { '--split': '50%' },
  '30%': { '--split': '64%' },
  '68%': { '--split': '36%' },
});

/** From the picture one knows to the whole new one, and back to the middle. */
export const sweep = keyframes({
  from: { '--split': '100%' },
  '58%, 64%': { '--split': '0%' },
  to: { '--split': '50%' },
});

const appear = keyframes({ from: { opacity: 0 } });

export const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  marginInline: 'auto',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.own.sunken,
  // The slider takes sideways gestures; the browser keeps scrolling up and down and zooming with two fingers.
  touchAction: 'pan-y pinch-zoom',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  cursor: 'ew-resize',
  isolation: 'isolate',
  '@media (prefers-reduced-motion: no-preference)': {
    '&[data-hint]:not([data-touched])': {
      animation: `${swing} ${motion.hintMs}ms ease-in-out ${motion.hintDelayMs}ms 1`,
    },
    '&[data-hint="arrival"]:not([data-touched])': {
      animation: `${sweep} ${motion.sweepMs}ms ease-in-out ${motion.hintDelayMs}ms 1 backwards`,
    },
  },
}));

export const Before = styled('img')({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  // Until a picture is there Firefox writes its text in its place, here two over each other.
  color: 'transparent',
});

export const After = styled(Before)(({ theme }) => ({
  clipPath: 'inset(0 0 0 var(--split))',
  // Until it is there one would see the picture before, under the word "After".
  backgroundColor: theme.vars.palette.own.sunken,
  '@media (prefers-reduced-motion: reduce)': {
    '[data-hint="arrival"] > &': { animation: `${appear} ${motion.hintMs}ms ease-in-out` },
  },
}));

/**
 * One side of the picture without what the handle covers. A label that does not fit into it wraps behind an empty item
 * as high as the lane, and is cut off: by style alone, because the prerendered page has sliders before it has React.
 */
export const TagLane = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: theme.spacing(1.5),
  height: '2.25rem',
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'flex-start',
  alignItems: 'flex-start',
  overflow: 'hidden',
  pointerEvents: 'none',
  '&::before': { content: '""', width: 0, height: '100%' },
  '&[data-side="before"]': { left: 0, width: `calc(var(--split) - ${HANDLE_PX / 2}px)` },
  '&[data-side="after"]': {
    right: 0,
    width: `calc(100% - var(--split) - ${HANDLE_PX / 2}px)`,
    justifyContent: 'flex-end',
  },
}));

export const Tag = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  flex: 'none',
  marginInline: theme.spacing(1.5),
  paddingInline: theme.spacing(1.25),
  paddingBlock: theme.spacing(0.5),
  borderRadius: radius.pill,
  color: theme.vars.palette.own.onPhoto,
  backgroundColor: theme.vars.palette.own.veil,
  fontWeight: theme.typography.fontWeightBold,
  pointerEvents: 'none',
}));

/** As wide as the frame, so that a translation in per cent of itself is one in per cent of the frame. */
export const Rail = styled('div')({
  position: 'absolute',
  inset: 0,
  transform: 'translateX(var(--split))',
  pointerEvents: 'none',
  zIndex: layer.handle,
});

export const Handle = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  bottom: 0,
  left: -HANDLE_PX / 2,
  width: HANDLE_PX,
  display: 'grid',
  placeItems: 'center',
  pointerEvents: 'auto',
  // It lies over a photograph, which keeps its colours, too.
  forcedColorAdjust: 'none',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    left: `calc(50% - ${RULE} / 2)`,
    width: RULE,
    backgroundColor: theme.vars.palette.own.handle,
    boxShadow: theme.vars.palette.own.shadowLow,
  },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible > svg': {
    outline: `${FOCUS_RING} solid ${theme.vars.palette.own.handle}`,
    boxShadow: `0 0 0 calc(${FOCUS_RING} * 2) ${theme.vars.palette.primary.main}`,
  },
}));

export const Knob = styled('svg')(({ theme }) => ({
  position: 'relative',
  width: HANDLE_PX,
  height: HANDLE_PX,
  padding: (HANDLE_PX - ICON_PX) / 2,
  borderRadius: radius.pill,
  backgroundColor: theme.vars.palette.own.handle,
  color: theme.vars.palette.own.handleInk,
  boxShadow: theme.vars.palette.own.shadowLow,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: RULE,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}));
