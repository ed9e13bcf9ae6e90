import { keyframes } from '@emotion/react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { motion, RULE, type } from '../../theme/tokens';
import { visuallyHidden } from '../../ui/visuallyHidden';

const REDUCED = '@media (prefers-reduced-motion: reduce)';
/** All that moves with `--developed` moves in step, so that the picture stands still behind the light. */
const inStep = { transition: `transform ${motion.developMs}ms linear` };
const covering = { position: 'absolute', inset: 0, width: '100%', height: '100%' } as const;

/** All that is shown is soft until the restore is there: what develops would else end as a clear, unrestored original. */
const SOFT = 'blur(0.24rem)';
/** Hides the edges, where the blur lets the background shine through. */
const BEYOND_EDGES = 'scale(1.03)';

/** The photo as it lies in the tray: pale, brown and soft. */
export const Latent = styled('img')({
  ...covering,
  objectFit: 'cover',
  // Firefox would write the text of a picture on its way under the words that lie over it.
  color: 'transparent',
  filter: `${SOFT} sepia(0.8) brightness(1.12) contrast(0.72)`,
  transform: BEYOND_EDGES,
});

/**
 * The developed part, in full tone, from the top down to `--developed` of the height. It is moved up as a window, and the picture in
 * it down by as much: that costs no painting. With reduced motion it fades in as a whole.
 */
export const Developed = styled('div')({
  ...covering,
  ...inStep,
  // Not `hidden`, which whatever brings a picture into view can scroll.
  overflow: 'clip',
  transform: 'translateY(calc(var(--developed) - 100%))',
  [REDUCED]: { transform: 'none', opacity: 'var(--developed)', transition: `opacity ${motion.developMs}ms linear` },
  '& > img': {
    ...covering,
    ...inStep,
    objectFit: 'cover',
    filter: `${SOFT} sepia(0.18)`,
    transform: `translateY(calc(100% - var(--developed))) ${BEYOND_EDGES}`,
    [REDUCED]: { transform: BEYOND_EDGES },
  },
});

const glow = keyframes({ '0%, 100%': { opacity: 0.72 }, '50%': { opacity: 1 } });

/** The light that passes over the photo. It breathes, so that one sees work between two reports. */
export const Light = styled('div')(({ theme }) => ({
  ...covering,
  ...inStep,
  transform: 'translateY(var(--developed))',
  '&::before, &::after': { content: '""', position: 'absolute', insetInline: 0 },
  '&::before': {
    top: theme.spacing(-7),
    height: theme.spacing(10),
    background: `linear-gradient(to bottom, transparent, ${theme.vars.palette.own.lightSoft} 70%, transparent)`,
    animation: `${glow} ${motion.hintMs}ms ease-in-out infinite`,
  },
  '&::after': {
    height: RULE,
    background: `linear-gradient(to right, transparent, ${theme.vars.palette.own.light} 12% 88%, transparent)`,
  },
  [REDUCED]: { display: 'none' },
}));

/** Words on the lower edge of the photo, on a veil that ends softly. */
export const Words = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 'auto 0 0',
  display: 'grid',
  justifyItems: 'start',
  padding: theme.spacing(5, 2, 1.5),
  color: theme.vars.palette.own.onPhoto,
  background: `linear-gradient(to top, ${theme.vars.palette.own.veilDeep} calc(100% - ${theme.spacing(5)}), transparent)`,
  // A small card is for the picture, and what is being done to it.
  '@container (max-width: 14rem)': {
    padding: theme.spacing(4, 1.5, 1),
    '& > :first-of-type': { fontSize: type.lead },
    '& > :nth-of-type(n + 3), & > button': { display: 'none' },
  },
}));

/** As high as a finger needs, and no higher than a line of text to the eye. */
export const Quiet = styled(Button)(({ theme }) => ({
  paddingInline: 0,
  minWidth: 0,
  fontSize: theme.typography.body2.fontSize,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
}));

export const Aloud = styled('p')(visuallyHidden);
