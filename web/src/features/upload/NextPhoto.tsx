import Button from '@mui/material/Button';
import type { UploadState } from '../../domain/upload/uploadFlow';
import { waitingStore } from '../../domain/upload/waitingFiles';
import { copy } from '../../lib/copy';
import { useStore } from '../../lib/store';
import { Icon } from '../../ui/Icon';

/** Says which of the offered photos is the one in the dialog, and how many wait. Null if none does. */
export function useWaiting(state: UploadState): string | null {
  const { length } = useStore(waitingStore);
  return 'file' in state && length > 0 ? copy.upload.others(state.file.name, length) : null;
}

/** Offers the photo whose turn it is. */
export function NextPhoto({ onNext }: { onNext: () => void }) {
  const [next, ...rest] = useStore(waitingStore);
  return (
    next && (
      <Button fullWidth variant="contained" startIcon={<Icon name="photo" />} onClick={onNext} sx={{ mb: 2 }}>
        {copy.upload.next(next.name, rest.length)}
      </Button>
    )
  );
}
