import Button from '@mui/material/Button';
import { copy } from '../../copy/copy';
import { uploadCopy } from '../../copy/uploadCopy';
import { queuedDraftsStore } from '../../domain/draft/draft';
import type { UploadState } from '../../domain/upload/uploadState';
import { useStore } from '../../lib/store';
import { Icon } from '../../ui/Icon';

/** Says which draft is open in the dialog, and how many are queued. Null if none is. */
export function useQueueNote(state: UploadState): string | null {
  const { length } = useStore(queuedDraftsStore);
  return 'file' in state && length > 0 ? copy.moreWait(state.file.name, length) : null;
}

/** Offers the next draft of the queue. */
export function NextDraft({ onNext }: { onNext: () => void }) {
  const [next, ...rest] = useStore(queuedDraftsStore);
  return (
    next && (
      <Button fullWidth variant="contained" startIcon={<Icon name="photo" />} onClick={onNext} sx={{ mb: 2 }}>
        {uploadCopy.next(next.file.name, rest.length)}
      </Button>
    )
  );
}
