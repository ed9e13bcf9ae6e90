import { styled } from '@mui/material/styles';
import { NARROW_PX, pageWidth, sectionAir } from '../theme/tokens';

/** A section of the page with its margins; `narrow` for text. */
export const Section = styled('section', { shouldForwardProp: (prop) => prop !== 'narrow' })<{ narrow?: boolean }>(
  ({ theme, narrow }) => ({
    width: '100%',
    maxWidth: narrow ? NARROW_PX : pageWidth,
    marginInline: 'auto',
    paddingInline: theme.spacing(2.5),
    paddingBlock: sectionAir,
    [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(4) },
  }),
);
