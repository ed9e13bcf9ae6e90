import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { openDialog } from '../../domain/dialogs/dialogs';
import { endedShare, isTraySending, rowsIn, type Tray } from '../../domain/tray/trayState';
import { trayStore } from '../../domain/tray/trayStore';
import { connectivityStore } from '../../lib/connectivity';
import { useStore } from '../../lib/store';
import { HAIRLINE, pageWidth } from '../../theme/tokens';
import { progressOf, trayCopy } from './trayCopy';
import type { TrayFlow } from './useTray';

/** As wide as the content of the page's sections (Section.tsx), whose margin is `edge`. */
const alignedWith = (edge: string) => ({ marginInline: `max(${edge}, (100% - ${pageWidth}) / 2 + ${edge})` });

const Bar = styled('section')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  marginBlock: theme.spacing(2),
  ...alignedWith(theme.spacing(2.5)),
  [theme.breakpoints.up('sm')]: alignedWith(theme.spacing(4)),
  padding: theme.spacing(1, 1, 1, 2),
  border: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > div': { flex: 1, minWidth: 0, textWrap: 'balance' },
}));

interface PauseProps {
  isPaused: boolean;
  onPause: TrayFlow['pause'];
}

/** Stops what is on its way, and lets it go on. */
export function PauseButton({ isPaused, onPause }: PauseProps) {
  return <Button onClick={() => onPause(!isPaused)}>{isPaused ? trayCopy.goOn : trayCopy.pause}</Button>;
}

function wordsOf(tray: Tray, isOffline: boolean): string {
  const failed = rowsIn(tray, 'failed').length;
  const waiting = failed > 0 ? trayCopy.notSent(failed) : trayCopy.kept(rowsIn(tray, 'chosen').length);
  return progressOf(tray, isOffline) ?? waiting;
}

/**
 * Above the gallery: how far the tray's photos are, or that they wait. It reads only what it shows: each photo's progress
 * changes the tray many times a second.
 */
export function TrayBar({ onPause }: Pick<PauseProps, 'onPause'>) {
  const isOffline = useStore(connectivityStore, (connectivity) => connectivity === 'offline');
  const words = useStore(trayStore, (tray) => wordsOf(tray, isOffline));
  const isSending = useStore(trayStore, isTraySending);
  const isPaused = useStore(trayStore, (tray) => tray.isPaused);
  const ended = useStore(trayStore, endedShare);
  return (
    <Bar aria-label={trayCopy.bar}>
      <div>
        <p role="status">{words}</p>
        {isSending && <LinearProgress variant="determinate" value={ended * 100} aria-label={words} sx={{ mt: 0.5 }} />}
      </div>
      {isSending && <PauseButton isPaused={isPaused} onPause={onPause} />}
      <Button onClick={() => openDialog('tray')}>{trayCopy.show}</Button>
    </Bar>
  );
}
