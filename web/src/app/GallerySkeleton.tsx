import { styled } from '@mui/material/styles';
import { copy } from '../lib/copy';
import { radius } from '../theme/tokens';
import { Section } from '../ui/Section';
import { SectionHeading } from '../ui/SectionHeading';
import { visuallyHidden } from '../ui/visuallyHidden';

/** The same padding as the gallery's, so that nothing jumps when the gallery comes. */
const Wrap = styled(Section)(({ theme }) => ({ paddingTop: theme.spacing(4) }));

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, 1fr)' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
}));

const Blank = styled('div')(({ theme }) => ({
  aspectRatio: '4 / 5',
  borderRadius: radius.medium,
  backgroundColor: theme.vars.palette.divider,
}));

const Status = styled('p')(visuallyHidden);

/** Shown in place of the photographs until the gallery's code is downloaded. */
export function GallerySkeleton() {
  return (
    <Wrap as="div">
      <SectionHeading id="gallery-loading" title={copy.gallery.title} />
      <Status role="status">{copy.gallery.loading}</Status>
      <Grid aria-hidden="true">
        <Blank />
        <Blank />
        <Blank />
      </Grid>
    </Wrap>
  );
}
