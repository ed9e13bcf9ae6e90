import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { measure, radius } from '../../theme/tokens';

/** Holds a photo. */
export const Print = styled('div')(({ theme }) => ({
  width: '100%',
  overflow: 'hidden',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.own.sunken,
  boxShadow: theme.vars.palette.own.shadowHigh,
}));

export const Quiet = styled(Typography)({ maxWidth: measure });

/** Its lines are the owner's. */
export const Caption = styled(Typography)({ maxWidth: measure, whiteSpace: 'pre-line', overflowWrap: 'break-word' });
