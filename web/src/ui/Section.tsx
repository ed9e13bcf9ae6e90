import { styled } from '@mui/material/styles';
import { NARROW_PX, PAGE_PX, sectionAir } from '../theme/tokens';

/** A stretch of the page with air around it; `narrow` for what is read rather than looked at. */
export const Section = styled('section', { shouldForwardProp: (prop) => prop !== 'narrow' })<{ narrow?: boolean }>(
  ({ theme, narrow }) => ({
    width: '100%',
    maxWidth: narrow ? NARROW_PX : PAGE_PX,
    marginInline: 'auto',
    paddingInline: theme.spacing(2.5),
    paddingBlock: sectionAir,
    [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(4) },
  }),
);
