import { toolById } from '@heirlight/contract/tools';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { copy } from '../../copy/copy';
import { canChange, canRemove, type TrayRow } from '../../domain/tray/trayState';
import { dispatchTray } from '../../domain/tray/trayStore';
import { HAIRLINE, TARGET_PX, type } from '../../theme/tokens';
import { Breakable } from '../../ui/Breakable';
import { Icon } from '../../ui/Icon';
import { ToolChoice } from './ToolChoice';
import { trayCopy } from './trayCopy';

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `${theme.spacing(8)} minmax(0, 1fr) auto`,
  gap: theme.spacing(0.5, 1.5),
  alignItems: 'start',
  paddingBlock: theme.spacing(1.5),
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: `${theme.spacing(8)} minmax(0, 1fr) auto ${TARGET_PX}px`,
    alignItems: 'center',
  },
  '& + &': { borderTop: `${HAIRLINE} solid ${theme.vars.palette.divider}` },
}));

const Print = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  gridRow: '1 / span 2',
  [theme.breakpoints.up('sm')]: { gridRow: 1 },
  width: theme.spacing(8),
  height: theme.spacing(8),
  overflow: 'hidden',
  borderRadius: theme.spacing(1),
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.own.sunken,
  '& > img': { width: '100%', height: '100%', objectFit: 'cover' },
}));

const Name = styled('p')(({ theme }) => ({ color: theme.vars.palette.text.primary, overflowWrap: 'anywhere' }));

const State = styled('p')(({ theme }) => ({
  fontSize: type.small,
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.text.secondary,
  '&[data-wrong]': { color: theme.vars.palette.error.main },
}));

/** Below the name on a phone, beside it elsewhere. */
const Choices = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  gridArea: '2 / 2 / auto / -1',
  [theme.breakpoints.up('sm')]: { gridArea: '1 / 3' },
}));

const Remove = styled(IconButton)(({ theme }) => ({
  gridArea: '1 / 3',
  [theme.breakpoints.up('sm')]: { gridArea: '1 / 4' },
}));

/** What is happening to the photo, in words. */
function wordsOf(
  { state, format }: TrayRow,
  { isOffline, isPaused }: Pick<RowProps, 'isOffline' | 'isPaused'>,
): string {
  switch (state.phase) {
    case 'chosen':
      return format ? trayCopy.foreign(format) : trayCopy.chosen;
    case 'refused':
      return copy.toasts[state.why].description;
    case 'failed':
      return state.why;
    case 'preparing':
      return format ? trayCopy.converting(format) : trayCopy.preparing;
    case 'uploading':
      if (isPaused && state.percent < 100) return trayCopy.pausedAt(state.percent);
      if (isOffline) return trayCopy.offline;
      return state.isUnanswered ? trayCopy.unanswered : trayCopy.uploading(state.percent);
    default:
      return trayCopy[state.phase];
  }
}

interface RowProps {
  row: TrayRow;
  isOffline: boolean;
  isPaused: boolean;
  onRetry: (photoId: string) => void;
  onRemove: (photoId: string) => void;
}

/** One photo of the tray. */
export const Row = memo(function Row({ row, isOffline, isPaused, onRetry, onRemove }: RowProps) {
  const { photoId, file, state, toolId, thumbnailUrl } = row;
  const isWrong = state.phase === 'refused' || state.phase === 'failed';
  return (
    <Item>
      <Print>{thumbnailUrl ? <img src={thumbnailUrl} alt="" /> : <Icon name="photo" />}</Print>
      <div>
        <Name translate="no">
          <Breakable>{file.name}</Breakable>
        </Name>
        <State data-wrong={isWrong || undefined}>{wordsOf(row, { isOffline, isPaused })}</State>
      </div>
      {state.phase !== 'refused' && (
        <Choices>
          {canChange(row) ? (
            <ToolChoice
              value={toolId}
              label={trayCopy.toolFor(file.name)}
              onChoose={(chosen) => dispatchTray({ type: 'toolChosen', photoId, toolId: chosen })}
            />
          ) : (
            <State>{toolById(toolId).name}</State>
          )}
          {state.phase === 'failed' && (
            <Button aria-label={trayCopy.tryAgainWith(file.name)} onClick={() => onRetry(photoId)}>
              {trayCopy.tryAgain}
            </Button>
          )}
        </Choices>
      )}
      {canRemove(row) && (
        <Remove aria-label={trayCopy.remove(file.name)} onClick={() => onRemove(photoId)}>
          <Icon name="close" />
        </Remove>
      )}
    </Item>
  );
});
