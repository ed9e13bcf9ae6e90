import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { canCancel, type UploadState } from '../../domain/upload/uploadFlow';
import { connectivityStore } from '../../lib/connectivity';
import { copy } from '../../lib/copy';
import { useStore } from '../../lib/store';

export interface UploadProgressProps {
  state: Exclude<UploadState, { phase: 'empty' } | { phase: 'preview' }>;
  onCancel: () => void;
}

/** Converting, sending in per cent, sent. The words are announced; the percentage is not read out at every step. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const sent = state.phase === 'finishing';
  const offline = useStore(connectivityStore, (connectivity) => connectivity === 'offline');
  const bar =
    state.phase === 'uploading'
      ? ({ variant: 'determinate', value: state.percent } as const)
      : ({ variant: 'indeterminate' } as const);
  return (
    <Stack spacing={1.5}>
      <LinearProgress {...bar} aria-label={copy.upload.progressLabel} />
      <div>
        <Typography role={state.phase === 'uploading' ? undefined : 'status'}>
          {state.phase === 'converting' && copy.upload.preparing}
          {state.phase === 'uploading' && copy.upload.uploading(state.percent)}
          {sent && copy.upload.finishing}
        </Typography>
        {/* The page's own bar is behind this dialog, for the eye and for a screen reader. */}
        <Typography role="status" variant="body2" color="textSecondary">
          {offline && copy.connectivity.offline}
        </Typography>
      </div>
      {canCancel(state) && <Button onClick={onCancel}>{copy.upload.cancel}</Button>}
    </Stack>
  );
}
