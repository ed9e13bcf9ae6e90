import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { prepareCopy } from '../../domain/upload/prepareCopy';
import type { UploadState } from '../../domain/upload/uploadState';
import { Breakable } from '../../ui/Breakable';

export interface ForeignPhotoProps {
  state: Extract<UploadState, { phase: 'foreign' }>;
  onConvert: () => void;
  onAnother: () => void;
}

/** Asks whether a HEIC, TIFF or WebP photo is to be converted. The focus goes to the answer, with which it is read out. */
export function ForeignPhoto({ state, onConvert, onAnother }: ForeignPhotoProps) {
  const question = useId();
  return (
    <Stack spacing={2} useFlexGap>
      <Typography variant="h3" component="p" id={question}>
        {prepareCopy.question(state.format)}
      </Typography>
      <Typography color="textSecondary" translate="no">
        <Breakable>{state.file.name}</Breakable>
      </Typography>
      <Typography color="textSecondary">{prepareCopy.stays}</Typography>
      {state.isConverting && <LinearProgress aria-label={prepareCopy.converting} />}
      <Button
        data-first=""
        aria-describedby={question}
        aria-busy={state.isConverting}
        variant="contained"
        size="large"
        onClick={onConvert}
      >
        {prepareCopy.convert}
      </Button>
      {/* There before its words, as in Preparation. */}
      <Typography role="status" sx={{ '&:empty': { position: 'absolute' } }}>
        {state.isConverting && prepareCopy.converting}
      </Typography>
      <Button onClick={onAnother}>{prepareCopy.another}</Button>
    </Stack>
  );
}
