import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { QUICK_LOOK_MEGABYTES } from '../../domain/quickLook/quickLook';
import { useStore } from '../../lib/store';
import { type } from '../../theme/tokens';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { quickLookCopy } from './quickLookCopy';
import type { QuickLookControl, QuickLookState } from './useQuickLook';

/** In a low window the sentence below the pictures and the dialog's main button are seen all the same. */
const MOST_HEIGHT = 'min(46dvh, 100dvh - 18rem)';

const Terms = styled('small')({ display: 'block', fontSize: type.tiny, fontWeight: 'normal', lineHeight: 1.2 });

/** Beside the dialog's main button: offers the look, then stops it. It goes when the look is there. */
export function QuickLookButton({ state, start, stop }: QuickLookControl) {
  if (!state || state.is === 'shown') return null;
  // One button, which keeps the focus.
  const isWorking = state.is === 'working';
  return (
    <Button
      variant="outlined"
      size="large"
      onClick={isWorking ? stop : start}
      sx={{ flex: '1 1 9rem', px: 1.5, py: 0.5, lineHeight: 1.3 }}
    >
      {isWorking ? (
        quickLookCopy.stop
      ) : (
        <span>
          {quickLookCopy.offer} <Terms>{quickLookCopy.terms(QUICK_LOOK_MEGABYTES)}</Terms>
        </span>
      )}
    </Button>
  );
}

/** The photo before and after, in the preview's place. */
export function QuickLookPicture({ before, after, ratio }: Extract<QuickLookState, { is: 'shown' }>) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the focus goes to what it was pressed for.
  useEffect(() => place.current?.querySelector<HTMLElement>('[role=slider]')?.focus(), []);
  return (
    <Stack ref={place} sx={{ alignItems: 'center' }}>
      <div style={{ width: `min(100%, ${MOST_HEIGHT} * ${ratio})` }}>
        <CompareSlider
          before={{ src: before }}
          after={{ src: after }}
          alt={quickLookCopy.alt}
          ratio={ratio}
          priority
          hint="arrival"
        />
      </div>
    </Stack>
  );
}

const Words = styled(Typography)({ textAlign: 'center' });

/** Whether the code has to come first. */
const workingWords = (isComing: boolean) => (isComing ? quickLookCopy.downloading : quickLookCopy.working);

function wordsOf(state: QuickLookState | null, isComing: boolean): string | null {
  if (state?.is === 'working') return workingWords(isComing);
  if (state?.is === 'shown') return quickLookCopy.done;
  return state?.problem ? quickLookCopy.failed[state.problem] : null;
}

function Bar({ progress }: Pick<QuickLookControl, 'progress'>) {
  const percent = useStore(progress);
  const how = percent !== null && ({ variant: 'determinate', value: percent } as const);
  return <LinearProgress aria-label={workingWords(percent === null)} {...how} />;
}

/**
 * Below the picture: how far the look is, what it is, or why there is none. What says it is always here, as not every
 * screen reader reads out what comes together with its words; empty it takes no room.
 */
export function QuickLookStatus({ state, progress }: Pick<QuickLookControl, 'state' | 'progress'>) {
  const isComing = useStore(progress, (percent) => percent === null);
  return (
    <Stack spacing={1} useFlexGap sx={{ '&:has(> :only-child:empty)': { position: 'absolute' } }}>
      {state?.is === 'working' && <Bar progress={progress} />}
      <Words variant="body2" role="status">
        {wordsOf(state, isComing)}
      </Words>
    </Stack>
  );
}
