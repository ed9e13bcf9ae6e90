import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { copy } from '../copy/copy';
import { WIDEST_PX } from '../theme/tokens';
import { BlankPhoto } from '../ui/BlankPhoto';
import { Section } from '../ui/Section';
import { visuallyHidden } from '../ui/visuallyHidden';

/** The same padding as the gallery's, so that nothing jumps when the gallery comes. */
const Wrap = styled(Section)(({ theme }) => ({ paddingTop: theme.spacing(3) }));

/** As high as the gallery's title and its bar. */
const Title = styled(Typography)(({ theme }) => ({ marginBottom: theme.spacing(14) }));

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, 1fr)' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
  [theme.breakpoints.up(WIDEST_PX)]: { gridTemplateColumns: 'repeat(5, 1fr)' },
}));

const Status = styled('p')(visuallyHidden);

/** Shown in place of the photographs until the gallery's code is downloaded. */
export function GallerySkeleton() {
  return (
    <Wrap as="div" data-gallery="">
      <Title variant="h2">{copy.gallery.title}</Title>
      <Status role="status">{copy.gallery.loading}</Status>
      <Grid aria-hidden="true">
        <BlankPhoto />
        <BlankPhoto />
        <BlankPhoto />
      </Grid>
    </Wrap>
  );
}
