import { styled } from '@mui/material/styles';
import { radius } from '../../theme/tokens';

/** The print a card shows: paper, edge and shadow. */
export const Print = styled('article')(({ theme }) => ({
  overflow: 'hidden',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.palette.own.shadowLow,
}));

export const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.own.sunken,
}));

export const Blurred = styled('img')({
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  filter: 'blur(0.75rem)',
  // Hides the edges, where the blur lets the background shine through.
  transform: 'scale(1.08)',
});

export const Overlay = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  // `safe` keeps the first line reachable if the words do not fit.
  alignContent: 'safe center',
  justifyItems: 'center',
  gap: theme.spacing(1.5),
  padding: theme.spacing(2.5),
  textAlign: 'center',
  overflowY: 'auto',
  color: theme.vars.palette.own.onPhoto,
  backgroundColor: theme.vars.palette.own.veil,
}));

export const Caption = styled('div')(({ theme }) => ({
  padding: theme.spacing(1.5, 2),
  display: 'grid',
  gap: theme.spacing(1),
}));

export const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5),
  marginInline: theme.spacing(-1),
  '& .MuiButton-root': { paddingInline: theme.spacing(1.25) },
}));
