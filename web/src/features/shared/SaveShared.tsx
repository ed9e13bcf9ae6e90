import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { keepCopy } from '../../copy/keepCopy';
import { handOver, type NamedFile } from '../../domain/saving/handOver';
import type { SharedPhoto } from '../../domain/saving/shareLink';

const words = keepCopy.sharedPage;

type State = 'idle' | 'busy' | 'failed' | NamedFile;

/**
 * Saves a shared photo. `about` names it for those who do not see it, where there are several. A phone's share sheet opens only right after a press: a file that took long waits for another.
 */
export function SaveShared({ photo, about }: { photo: SharedPhoto; about?: string }) {
  const [state, setState] = useState<State>('idle');
  const save = async () => {
    if (state === 'busy') return;
    try {
      let file = state;
      if (typeof file === 'string') {
        setState('busy');
        file = await (await import('../../domain/saving/sharedFile')).sharedFile(photo);
      }
      setState((await handOver(file)) === 'needsPress' ? file : 'idle');
    } catch (error) {
      console.error('The shared photo could not be saved', error);
      setState('failed');
    }
  };
  const label = typeof state === 'object' ? words.ready : state === 'busy' ? words.saving : words.save;
  return (
    <>
      <Button
        variant="outlined"
        size={about ? 'medium' : 'large'}
        aria-busy={state === 'busy'}
        aria-label={about && words.of(label, about)}
        onClick={() => void save()}
      >
        {label}
      </Button>
      {state === 'failed' && (
        <Typography role="alert" color="error">
          {words.saveFailed}
        </Typography>
      )}
    </>
  );
}
