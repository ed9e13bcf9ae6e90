import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { prepareCopy } from '../../domain/upload/prepareCopy';
import type { UploadState } from '../../domain/upload/uploadState';
import { Breakable } from '../../ui/Breakable';

export interface ForeignPhotoProps {
  state: Extract<UploadState, { phase: 'foreign' }>;
  onConvert: () => void;
  onAnother: () => void;
}

/** Asks whether a HEIC, TIFF or WebP photo is to be converted. */
export function ForeignPhoto({ state, onConvert, onAnother }: ForeignPhotoProps) {
  return (
    <Stack spacing={2}>
      <Typography variant="h3" component="p" role="status">
        {prepareCopy.question(state.format)}
      </Typography>
      <Typography color="textSecondary" translate="no">
        <Breakable>{state.file.name}</Breakable>
      </Typography>
      <Typography color="textSecondary">{prepareCopy.stays}</Typography>
      {state.isConverting ? (
        <Stack spacing={1.5}>
          <LinearProgress aria-label={prepareCopy.converting} />
          <Typography role="status">{prepareCopy.converting}</Typography>
        </Stack>
      ) : (
        <Button data-first="" variant="contained" size="large" onClick={onConvert}>
          {prepareCopy.convert}
        </Button>
      )}
      <Button onClick={onAnother}>{prepareCopy.another}</Button>
    </Stack>
  );
}
