import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { copy } from '../../lib/copy';
import type { UploadState } from './uploadState';

export interface UploadProgressProps {
  state: Exclude<UploadState, { phase: 'empty' } | { phase: 'preview' }>;
  onCancel: () => void;
}

/** Converting, sending in per cent, sent. The words are announced; the percentage is not read out at every step. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const sent = state.phase === 'finishing';
  const bar =
    state.phase === 'uploading'
      ? ({ variant: 'determinate', value: state.percent } as const)
      : ({ variant: 'indeterminate' } as const);
  return (
    <Stack spacing={1.5}>
      <LinearProgress {...bar} aria-label={copy.upload.progressLabel} />
      <Typography role={state.phase === 'uploading' ? undefined : 'status'}>
        {state.phase === 'converting' && copy.upload.preparing}
        {state.phase === 'uploading' && copy.upload.uploading(state.percent)}
        {sent && copy.upload.finishing}
      </Typography>
      {!sent && <Button onClick={onCancel}>{copy.upload.cancel}</Button>}
    </Stack>
  );
}
