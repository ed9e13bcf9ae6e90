import { styled } from '@mui/material/styles';
import { copy } from '../copy/copy';
import { layer, TARGET_PX } from '../theme/tokens';

export const MAIN_ID = 'main';

const Link = styled('a')(({ theme }) => ({
  position: 'absolute',
  top: theme.spacing(1),
  left: theme.spacing(1),
  zIndex: layer.header,
  minHeight: TARGET_PX,
  alignContent: 'center',
  paddingInline: theme.spacing(2),
  borderRadius: theme.shape.borderRadius,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:not(:focus-visible)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
}));

/** Lets the keyboard skip the header. */
export function SkipLink() {
  return <Link href={`#${MAIN_ID}`}>{copy.header.skip}</Link>;
}
