import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { accountCopy } from './accountCopy';

/** In the place of a list that is on its way. */
export function Loading() {
  return (
    <Typography role="status" color="textSecondary">
      {accountCopy.loading}
    </Typography>
  );
}

/** In the place of a list that did not come. */
export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Stack role="alert" spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography>{text}</Typography>
      <Button variant="outlined" onClick={onRetry}>
        {accountCopy.tryAgain}
      </Button>
    </Stack>
  );
}
