import { styled } from '@mui/material/styles';
import { radius } from '../theme/tokens';

/** Stands where a photograph will be. */
export const BlankPhoto = styled('div')(({ theme }) => ({
  aspectRatio: '4 / 5',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.divider,
}));
