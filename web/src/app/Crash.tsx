import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { copy } from '../copy/copy';
import { Section } from '../ui/Section';

/** Shown instead of an empty page when rendering failed. */
export function Crash() {
  return (
    <Section as="main" role="alert" narrow>
      <Typography variant="h2" component="h1">
        {copy.crash.title}
      </Typography>
      <Typography sx={{ marginBlock: 2 }}>{copy.crash.text}</Typography>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {copy.crash.reload}
      </Button>
    </Section>
  );
}
