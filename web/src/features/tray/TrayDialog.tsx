import { css, Global } from '@emotion/react';
import { MAX_TRAY_PHOTOS, RESTORE_COST } from '@heirlight/contract/limits';
import { toolById } from '@heirlight/contract/tools';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { duration, styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { redrawnCopy } from '../../copy/redrawnCopy';
import { creditsStore, isSettled } from '../../domain/account/creditsStore';
import { closeDialog, closeIfOpen, dialogStore, openDialog } from '../../domain/dialogs/dialogs';
import { photosStore } from '../../domain/photos/photosStore';
import { savedTray } from '../../domain/tray/savedTray';
import {
  canRemove,
  hasPrint,
  isTraySending,
  rowsIn,
  suggestedFor,
  type Tray,
  type TrayEvent,
  toolOfAll,
  unsentIn,
} from '../../domain/tray/trayState';
import { dispatchTray, trayStore } from '../../domain/tray/trayStore';
import { useDomain } from '../../domain/useDomain';
import { connectivityStore } from '../../lib/connectivity';
import { useStore, whenStore } from '../../lib/store';
import { layer } from '../../theme/tokens';
import { DialogShell } from '../../ui/DialogShell';
import { QuestionDialog } from '../../ui/QuestionDialog';
import { TRAY_SLOT_ID } from '../../ui/traySlot';
import { Row } from './Row';
import { ToolChoice } from './ToolChoice';
import { PauseButton, TrayBar } from './TrayBar';
import { progressOf, trayCopy } from './trayCopy';
import { useFewAtATime } from './useFewAtATime';
import { type TrayFlow, useTray } from './useTray';

/** Stays at the window's lower edge below a long list. */
const Actions = styled(Stack)(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: layer.handle,
  paddingBlock: theme.spacing(1.5),
  backgroundColor: theme.vars.palette.background.paper,
}));

/** A dialog is its own scroller in MUI, and within it nothing would stick to the window. */
const unclipped = css`
  .MuiDialog-paper:has([data-tray]), .MuiDialogContent-root:has([data-tray]) { overflow: visible; }
`;

/** Of tools that differ, one at least redraws. */
const SEVERAL_TOOLS = 'compositeWithTrainedAlgorithmicMedia';

const ForAll = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  // Its words stand in line with those above it.
  '& > button': { paddingInline: theme.spacing(1), marginLeft: theme.spacing(-1) },
}));

/**
 * How many photos that a logout would take wait elsewhere than in this page's tray; null while that is not known, and
 * while nobody leaves.
 */
function useElsewhere(isLeaving: boolean, here: number): number | null {
  const [found, setFound] = useState<{ here: number; count: number } | null>(null);
  useEffect(() => {
    if (!isLeaving) return;
    let isCurrent = true;
    const arrive = (count: number) => isCurrent && setFound({ here, count });
    // Where the browser refuses storage there is nothing.
    savedTray.countElsewhere().then(arrive, () => arrive(0));
    return () => {
      isCurrent = false;
      setFound(null);
    };
  }, [isLeaving, here]);
  // A tray that is read meanwhile is here from then on, and not counted twice.
  return found?.here === here ? found.count : null;
}

/** Several photos at once: the dialog, and the bar above the gallery that opens it again. */
export default function TrayDialog() {
  const isAsked = useStore(dialogStore, ({ open }) => open === 'tray');
  const isLeaving = useStore(dialogStore, (dialogs) => dialogs.isLeaving === true);
  const isEmpty = useStore(trayStore, ({ rows }) => rows.length === 0);
  const unsent = useStore(trayStore, unsentIn);
  const elsewhere = useElsewhere(isLeaving, unsent);
  const lost = unsent + (elsewhere ?? 0);
  // The question fades out as it was asked.
  const asked = useRef<readonly [number, number]>([0, 0]);
  const wasAsked = useRef(false);
  if (isLeaving && lost > 0) asked.current = [lost, lost - unsent];
  wasAsked.current = isLeaving && (wasAsked.current || lost > 0);
  const { session } = useDomain();
  const flow = useTray();
  const isNothing = isLeaving ? lost === 0 && elsewhere !== null : isEmpty;
  // The last photo was removed or sent, or a reload opens it before they are read (savedTray.ts).
  useEffect(() => {
    if (!isAsked || !isNothing) return;
    closeIfOpen('tray');
    // There was nothing to ask about.
    if (isLeaving && !wasAsked.current) void session.signOut();
  }, [isAsked, isNothing, isLeaving, session]);
  // Of files that were refused, and that were read about, nothing waits.
  const isUseless = useStore(trayStore, ({ rows }) => rows.every(({ state }) => state.phase === 'refused'));
  const { clear } = flow;
  useEffect(() => {
    if (!isAsked && isUseless && !isEmpty) clear();
  }, [isAsked, isUseless, isEmpty, clear]);
  const slot = document.getElementById(TRAY_SLOT_ID);
  return (
    <>
      <DialogShell
        open={isAsked && !isEmpty && !isLeaving}
        title={trayCopy.title}
        closeLabel={trayCopy.close}
        onClose={closeDialog}
        maxWidth="md"
      >
        <Photos {...flow} />
      </DialogShell>
      <QuestionDialog
        open={isLeaving && lost > 0}
        words={trayCopy.leaving(...asked.current)}
        onYes={() => void session.signOut()}
        onNo={closeDialog}
      />
      {slot && !isUseless && !isAsked && createPortal(<TrayBar onPause={flow.pause} />, slot)}
    </>
  );
}

/** What the device has found that can be done for several photos. At the lower edge it moves nothing when it comes. */
function OffersForAll({ rows, onTake }: Pick<Tray, 'rows'> & { onTake: (event: TrayEvent) => void }) {
  const prints = rows.filter(hasPrint).length;
  const suggestions = rows.filter((row) => suggestedFor(row) !== null).length;
  if (prints === 0 && suggestions === 0) return null;
  return (
    <ForAll>
      {prints > 0 && (
        <Button onClick={() => onTake({ type: 'straightened', isStraight: true })}>
          {trayCopy.straightenAll(prints)}
        </Button>
      )}
      {suggestions > 0 && (
        <Button onClick={() => onTake({ type: 'suggestionsTaken' })}>{trayCopy.takeSuggestions(suggestions)}</Button>
      )}
    </ForAll>
  );
}

/**
 * The bar stands below the landing page's first screen. A gallery stays where it was scrolled to. Of another dialog that
 * was opened in the tray's place, this waits until it has faded out.
 */
async function showBar(): Promise<void> {
  while (dialogStore.get().open !== null) {
    await whenStore(dialogStore, ({ open }) => open === null);
    await new Promise((resolve) => setTimeout(resolve, duration.leavingScreen));
  }
  if (photosStore.get().photos.length > 0) return;
  const slot = document.getElementById(TRAY_SLOT_ID);
  if (slot?.hasChildNodes()) slot.scrollIntoView?.({ block: 'nearest' });
}

/** Not drawn again as it fades out: a press on Close is answered first. */
const Photos = memo(function Photos({ send, pause, remove }: TrayFlow) {
  // All rows may change at once: a press is answered first, and they are drawn piece by piece.
  const current = useDeferredValue(useStore(trayStore));
  // What fades out stays as it was.
  const [tray, show] = useState(current);
  if (current !== tray && current.rows.length > 0) show(current);
  const available = useStore(creditsStore, (credits) => (isSettled(credits) ? credits.restoresAvailable : null));
  const isOffline = useStore(connectivityStore, (connectivity) => connectivity === 'offline');
  const list = useRef<HTMLUListElement>(null);
  // When the dialog has left the page: the browser scrolls it back as the dialog's entry leaves the history.
  useEffect(() => () => void showBar(), []);
  // The button that was pressed is gone.
  const onRemove = useCallback(
    (photoId: string) => {
      remove(photoId);
      list.current?.focus({ preventScroll: true });
    },
    [remove],
  );
  const onTake = (event: TrayEvent) => {
    dispatchTray(event);
    list.current?.focus({ preventScroll: true });
  };
  const { rows, leftOut, isResumed, isPaused, isNotSaved } = tray;
  const toolId = toolOfAll(tray);
  const most = useFewAtATime(rows.length);
  const failed = rowsIn(tray, 'failed').length;
  const count = rowsIn(tray, 'chosen').length + failed;
  const isMissing = available !== null && count * RESTORE_COST > available;
  const isSending = isTraySending(tray);
  const start = async () => {
    if (await send()) closeIfOpen('tray');
  };
  return (
    <Stack spacing={2} data-tray="">
      <Global styles={unclipped} />
      <div role="status">
        {isResumed && count > 0 && <Typography>{trayCopy.resumed(count)}</Typography>}
        {count > 0 ? (
          <Typography>{isMissing ? trayCopy.missing(count, available) : trayCopy.cost(count, available)}</Typography>
        ) : (
          <Typography>{progressOf(tray, isOffline) ?? trayCopy.none}</Typography>
        )}
        {isNotSaved && <Typography color="textSecondary">{trayCopy.notSaved}</Typography>}
        {leftOut > 0 && <Typography color="textSecondary">{trayCopy.leftOut(MAX_TRAY_PHOTOS, leftOut)}</Typography>}
      </div>
      {count > 0 && (
        <div>
          <ForAll>
            <span>{trayCopy.toolForAll}</span>
            <ToolChoice
              value={toolId}
              label={trayCopy.toolForAll}
              onChoose={(chosen) => dispatchTray({ type: 'toolChosen', toolId: chosen })}
            />
          </ForAll>
          <Typography variant="body2" color="textSecondary">
            {toolId ? toolById(toolId).description : trayCopy.ownToolsNote}{' '}
            {redrawnCopy[toolId ? toolById(toolId).sourceType : SEVERAL_TOOLS]}
          </Typography>
        </div>
      )}
      <ul ref={list} tabIndex={-1} aria-label={trayCopy.list}>
        {rows.slice(0, most).map((row) => (
          <Row key={row.photoId} {...{ row, isOffline, isPaused, onRemove }} onRetry={send} />
        ))}
      </ul>
      <Actions spacing={1}>
        <OffersForAll rows={rows} onTake={onTake} />
        {isSending && <PauseButton isPaused={isPaused} onPause={pause} />}
        {count > 0 &&
          (isMissing ? (
            <Button variant="contained" size="large" onClick={() => openDialog('pricing')}>
              {trayCopy.seePlans}
            </Button>
          ) : (
            <Button variant="contained" size="large" onClick={start}>
              {failed === count ? trayCopy.tryAllAgain(count) : trayCopy.start(count)}
            </Button>
          ))}
        {(!isSending || isPaused) && rows.some(canRemove) && (
          <Button color="inherit" onClick={() => remove()}>
            {rows.every(canRemove) ? trayCopy.removeAll : trayCopy.removeUnsent}
          </Button>
        )}
      </Actions>
    </Stack>
  );
});
