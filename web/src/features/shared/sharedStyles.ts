import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { layer, measure, radius } from '../../theme/tokens';
import { Tag } from '../../ui/compare/compareStyles';

/** Holds a photo. */
export const Print = styled('div')(({ theme }) => ({
  position: 'relative',
  width: '100%',
  overflow: 'hidden',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.own.sunken,
  boxShadow: theme.vars.palette.own.shadowHigh,
}));

/** Lies on a photo that is not here yet, or did not arrive. */
export const OnPrint = styled(Tag)(({ theme }) => ({
  position: 'absolute',
  bottom: theme.spacing(1.5),
  insetInline: 0,
  width: 'fit-content',
  marginInline: 'auto',
  zIndex: layer.handle,
}));

export const Quiet = styled(Typography)({ maxWidth: measure });

/** Its lines are the owner's. */
export const Caption = styled(Typography)({ maxWidth: measure, whiteSpace: 'pre-line' });
