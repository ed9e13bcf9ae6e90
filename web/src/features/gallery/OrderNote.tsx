import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MOST_ORDERED } from '../../domain/photos/photosByDate';
import { orderCopy } from './orderCopy';

interface OrderNoteProps {
  state: 'all' | 'part' | 'failed';
  retry: () => void;
}

/** Says that the photos are not in the order of their dates, or not all of them. */
export default function OrderNote({ state, retry }: OrderNoteProps) {
  return (
    <Stack role="status" spacing={2} sx={{ alignItems: 'flex-start', pb: 2 }}>
      <Typography>{state === 'failed' ? orderCopy.failed : orderCopy.part(MOST_ORDERED)}</Typography>
      {state === 'failed' && (
        <Button variant="outlined" onClick={retry}>
          {orderCopy.retry}
        </Button>
      )}
    </Stack>
  );
}
