import { toolById } from '@heirlight/contract/tools';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { copy } from '../../copy/copy';
import { toolCopy } from '../../copy/toolCopy';
import { splitRow } from '../../domain/tray/splitPrints';
import { canChange, canRemove, canSplit, hasPrint, suggestedFor, type TrayRow } from '../../domain/tray/trayState';
import { dispatchTray, trayStore } from '../../domain/tray/trayStore';
import { useStore } from '../../lib/store';
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
  { state, format, edit, seen }: TrayRow,
  { isOffline, isPaused }: Pick<RowProps, 'isOffline' | 'isPaused'>,
): string {
  switch (state.phase) {
    case 'chosen':
      if (seen?.isPartMissing) return trayCopy.partMissing;
      if (edit) return trayCopy.straightened;
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

/** As high with a button in it as without: nothing moves when the device has found something. */
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.spacing(1),
  minHeight: TARGET_PX,
  '& > button': {
    marginInlineStart: theme.spacing(-1),
    padding: theme.spacing(0, 1),
    textAlign: 'start',
  },
}));

/** The pressed button goes when its work is done: the focus stays with its photo. */
const keepFocus = ({ currentTarget }: MouseEvent) => currentTarget.closest('li')?.focus({ preventScroll: true });

/** What the device has found that can be done for this photo; else, or if something is wrong, what is happening to it. */
function Offers({ row, children }: { row: TrayRow; children: ReactNode }) {
  const { photoId, file, seen, edit } = row;
  const straighten = (isStraight: boolean) => (event: MouseEvent) => {
    keepFocus(event);
    dispatchTray({ type: 'straightened', isStraight, photoId });
  };
  const toolId = suggestedFor(row);
  const suggestion = toolId && seen?.reason && toolCopy.suggested(toolById(toolId).name, toolCopy.because[seen.reason]);
  const canStraighten = hasPrint(row);
  const isSeveral = useStore(trayStore, ({ rows }) => canSplit(row, rows.length));
  const prints = seen?.prints.length ?? 0;
  const isWrong = row.state.phase === 'failed' || seen?.isPartMissing;
  return (
    <Line>
      {(isWrong || (!canStraighten && !isSeveral && !suggestion)) && children}
      {canStraighten && (
        <Button aria-label={trayCopy.straightenIn(file.name)} onClick={straighten(true)}>
          {trayCopy.straighten}
        </Button>
      )}
      {isSeveral && (
        <Button
          aria-label={trayCopy.splitIn(prints, file.name)}
          onClick={({ currentTarget }) => {
            // The button goes with its row.
            currentTarget.closest('ul')?.focus({ preventScroll: true });
            splitRow(row);
          }}
        >
          {trayCopy.split(prints)}
        </Button>
      )}
      {suggestion && (
        <Button
          aria-label={trayCopy.suggestedFor(suggestion, file.name)}
          onClick={(event) => {
            keepFocus(event);
            dispatchTray({ type: 'toolChosen', toolId, photoId });
          }}
        >
          {suggestion}
        </Button>
      )}
      {edit && canChange(row) && (
        <Button aria-label={trayCopy.undoIn(file.name)} onClick={straighten(false)}>
          {trayCopy.undo}
        </Button>
      )}
    </Line>
  );
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
    <Item tabIndex={-1}>
      <Print>{thumbnailUrl ? <img src={thumbnailUrl} alt="" /> : <Icon name="photo" />}</Print>
      <div>
        <Name translate="no">
          <Breakable>{file.name}</Breakable>
        </Name>
        <Offers row={row}>
          <State data-wrong={isWrong || undefined}>{wordsOf(row, { isOffline, isPaused })}</State>
        </Offers>
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
            <Button
              aria-label={trayCopy.tryAgainWith(file.name)}
              onClick={(event) => {
                keepFocus(event);
                onRetry(photoId);
              }}
            >
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
