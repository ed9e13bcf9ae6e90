import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { uploadCopy } from '../../copy/uploadCopy';
import { canCancel, type UploadState } from '../../domain/upload/uploadState';
import { connectivityStore } from '../../lib/connectivity';
import { useStore } from '../../lib/store';

export interface UploadProgressProps {
  /** Null while nothing is sent. */
  state: Extract<UploadState, { phase: 'converting' | 'uploading' | 'finishing' }> | null;
  onCancel: () => void;
  onClose: () => void;
}

/** What is happening, in words. A connection that is away is waited for, and no percentage is true meanwhile. */
function wordsOf(state: NonNullable<UploadProgressProps['state']>, waits: boolean): string {
  if (state.phase === 'finishing') return uploadCopy.finishing;
  if (waits) return uploadCopy.waiting;
  if (state.phase === 'converting') return uploadCopy.preparing;
  return state.isUnanswered ? uploadCopy.unanswered : uploadCopy.uploading(state.percent);
}

/**
 * Converting, sending in per cent, sent. The words are announced; the percentage is not read out at every step. What says
 * them is always here, as not every screen reader reads out what comes together with its words; empty it takes no room.
 */
export function UploadProgress({ state, onCancel, onClose }: UploadProgressProps) {
  const offline = useStore(connectivityStore, (connectivity) => connectivity === 'offline');
  const waits = offline && state?.phase === 'uploading';
  const isUnanswered = state?.phase === 'uploading' && state.isUnanswered;
  const isCounting = state?.phase === 'uploading' && !waits && !isUnanswered;
  const bar = isCounting
    ? ({ variant: 'determinate', value: state.percent } as const)
    : ({ variant: 'indeterminate' } as const);
  const words = state && wordsOf(state, waits);
  return (
    <Stack spacing={1.5} useFlexGap sx={{ '&:has(> :only-child:empty)': { position: 'absolute' } }}>
      {state && <LinearProgress {...bar} aria-label={uploadCopy.progressLabel} />}
      {isCounting && <Typography>{words}</Typography>}
      <Typography role="status" sx={{ '&:empty': { position: 'absolute' } }}>
        {!isCounting && words}
      </Typography>
      {state && canCancel(state) && <Button onClick={onCancel}>{uploadCopy.cancel}</Button>}
      {isUnanswered && <Button onClick={onClose}>{uploadCopy.close}</Button>}
    </Stack>
  );
}
