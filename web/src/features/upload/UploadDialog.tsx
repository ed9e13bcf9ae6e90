import { css, Global } from '@emotion/react';
import { TOOL_IDS } from '@heirlight/contract/tools';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { toolCopy } from '../../copy/toolCopy';
import { uploadCopy } from '../../copy/uploadCopy';
import { creditsStore } from '../../domain/account/creditsStore';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { openDraftStore } from '../../domain/draft/draft';
import { lookAt } from '../../domain/photos/lookAt';
import { NO_EDIT, type PictureEdit } from '../../domain/prepare/edit';
import { SUGGESTED_TOOL } from '../../domain/prepare/suggest/reasons';
import { addDrafts } from '../../domain/tray/addDrafts';
import { hasNoRestore } from '../../domain/upload/lookFirst';
import type { UploadFlow } from '../../domain/upload/uploadFlow';
import type { ShownDraft, UploadState } from '../../domain/upload/uploadState';
import { savesData } from '../../lib/savesData';
import { useStore } from '../../lib/store';
import { tellLost } from '../../lib/tellLost';
import { layer } from '../../theme/tokens';
import { DialogShell } from '../../ui/DialogShell';
import { LazyPart } from '../../ui/LazyPart';
import { QuestionDialog } from '../../ui/QuestionDialog';
import { toolPictures } from '../../ui/ToolPair';
import { TIGHT, ToolTabs } from '../../ui/ToolTabs';
import { visuallyHidden } from '../../ui/visuallyHidden';
import type { ByHandProps } from './ByHand';
import { byHandCopy } from './byHandCopy';
import { Cost } from './Cost';
import { DropZone } from './DropZone';
import { ForeignPhoto } from './ForeignPhoto';
import { NextDraft, useQueueNote } from './NextDraft';
import { OFFER, Preparation, type PreparationProps } from './Preparation';
import { Preview } from './Preview';
import { QuickLookButton, QuickLookPicture, QuickLookStatus } from './QuickLook';
import { stopCopy } from './stopCopy';
import { UploadProgress } from './UploadProgress';
import { useQuickLook } from './useQuickLook';
import { announceNext, takeNext, useUploadFlow } from './useUploadFlow';

/** Height of a window that has room for the tools and the buttons: more of it where text is large. */
const ROOMY = '30rem';

const Announcement = styled('p')(visuallyHidden);

/**
 * Stays at the window's lower edge where a large text leaves no room for all of the dialog. Not in a window so low that it
 * would hide the tools: a phone on its side, or a small one with the largest text.
 */
const Actions = styled(Stack)(({ theme }) => ({
  [`@media (min-height: ${ROOMY})`]: { position: 'sticky', bottom: 0 },
  zIndex: layer.handle,
  paddingBlock: theme.spacing(1),
  backgroundColor: theme.vars.palette.background.paper,
}));

const Parts = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  [`@media (max-height: ${TIGHT})`]: { gap: theme.spacing(0.5) },
}));

const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  // Below each other where large text needs the room.
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  '& > :last-child': { flex: '1.5 1 10rem' },
}));

/** In one line where there is room: what it costs, and what costs nothing. */
const Terms = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: theme.spacing(2),
}));

/** Quieter than anything else: its target reaches into the room around its words. */
const Quiet = styled(Button)(({ theme }) => ({
  ...theme.typography.body2,
  marginBlock: theme.spacing(-1),
  paddingInline: theme.spacing(1),
  textDecoration: 'underline',
}));

/** A dialog is its own scroller in MUI, and within it nothing would stick to the window. */
const unclipped = css`
  .MuiDialog-paper:has([data-actions]), .MuiDialogContent-root:has([data-actions]) { overflow: visible; }
`;

/** The tools' pictures are there when a photo has been chosen, and one does not wait for them from tool to tool. */
function fetchToolPictures(): void {
  if (savesData()) return;
  for (const src of TOOL_IDS.flatMap(toolPictures)) new Image().src = src;
}

/** Goes to the new photo, wherever on the page the upload was started, unless another dialog was opened meanwhile. */
function showPhoto(photoId: string): void {
  if (dialogStore.get().open === null) lookAt(photoId);
}

function close(): void {
  closeDialog();
  announceNext();
}

export interface UploadDialogProps {
  /** Runs 5 seconds after the upload, when the dialog has closed itself. */
  onUploadSuccess?: (photoId: string) => void;
}

export default function UploadDialog({ onUploadSuccess = showPhoto }: UploadDialogProps) {
  const open = useStore(dialogStore, (state) => state.open === 'upload');
  const isSending = useStore(openDraftStore, (draft) => draft?.isSending === true);
  const [isAsking, setAsking] = useState(false);
  // It arrived, or has failed, before there was an answer.
  if (isAsking && !(open && isSending)) setAsking(false);
  return (
    <>
      <DialogShell
        open={open}
        title={uploadCopy.title}
        closeLabel={uploadCopy.close}
        onClose={isSending ? () => setAsking(true) : close}
      >
        <UploadSteps open={open} onUploadSuccess={onUploadSuccess} />
      </DialogShell>
      <QuestionDialog open={isAsking} words={stopCopy} onYes={close} onNo={() => setAsking(false)} />
    </>
  );
}

/**
 * Lives only while the dialog is open or fades out, so that closing it resets everything. What fades out stays as it
 * was: the flow is reset at once, and an empty drop zone would flash up.
 */
function UploadSteps({ open, onUploadSuccess }: { open: boolean } & Required<UploadDialogProps>) {
  const flow = useUploadFlow(onUploadSuccess);
  const current = useStore(flow.store);
  const [state, show] = useState(current);
  if (open && state !== current) show(current);
  return <Steps flow={flow} state={state} />;
}

/** Not drawn again as it fades out: a press on Close is answered first. */
const Steps = memo(function Steps({ flow, state }: { flow: UploadFlow; state: UploadState }) {
  const [editing, setEditing] = useState<PictureEdit | null>(null);
  if (editing && state.phase !== 'preview') setEditing(null);
  const steps = useRef<HTMLDivElement>(null);
  useEffect(fetchToolPictures, []);
  // What was focused is gone: the focus goes to the first thing to do, or it would fall out of the dialog's content.
  const step = state.phase === 'empty' || state.phase === 'foreign' ? state.phase : 'draft';
  const isPreparing = state.phase === 'preparing' || editing !== null;
  const hasPrint = state.phase === 'preview' && printsIn(state).length > 0;
  const isSending = step === 'draft' && state.phase !== 'preview' && state.phase !== 'preparing';
  const was = useRef({ step, isPreparing, hasPrint, isSending });
  useEffect(() => {
    const before = was.current;
    was.current = { step, isPreparing, hasPrint, isSending };
    const focus = (first: string) => steps.current?.querySelector<HTMLElement>(first)?.focus();
    if (before.step !== step) focus('input, [data-first], [aria-selected=true]');
    else if ((before.isPreparing && !isPreparing) || (before.hasPrint && !hasPrint)) focus(`[${OFFER}]`);
    else if (before.isSending && !isSending && document.activeElement === document.body) focus(`[${OFFER}]`);
  }, [step, isPreparing, hasPrint, isSending]);
  const isReady = state.phase === 'preview';
  const isWithout = useStore(creditsStore, hasNoRestore);
  const [isByHand, setByHand] = useState(false);
  const offerByHand = useCallback(() => setByHand(true), []);
  if (isByHand && state.phase !== 'preview') setByHand(false);
  const others = useQueueNote(state);
  const look = useQuickLook(isReady ? (state.prepared?.jpeg ?? state.file) : null, state.toolId);
  return (
    <div ref={steps}>
      <Announcement role="status">
        {isReady && [others, isWithout ? byHandCopy.chosenToLook : uploadCopy.chosen].join(' ').trim()}
      </Announcement>
      {state.phase === 'empty' ? (
        <>
          <NextDraft onNext={() => void takeNext(flow)} />
          <DropZone onFiles={addDrafts} />
        </>
      ) : state.phase === 'foreign' ? (
        <ForeignPhoto state={state} onConvert={flow.acceptConversion} onAnother={flow.reset} />
      ) : isReady && editing ? (
        <LazyPart
          load={loadEditor}
          props={{
            file: state.file,
            edit: editing,
            onDone: (edit) => {
              setEditing(null);
              void flow.prepare(edit);
            },
            onCancel: () => setEditing(null),
          }}
          onLost={() => setEditing(null)}
        />
      ) : (
        <Parts>
          {others && <Typography>{others}</Typography>}
          {look.state?.is === 'shown' ? (
            <QuickLookPicture {...look.state} />
          ) : (
            <Preview url={state.previewUrl} found={isReady ? printsIn(state) : []} onBroken={flow.refuse} />
          )}
          <QuickLookStatus {...look} />
          {(isReady || state.phase === 'preparing') && (
            <Preparation
              state={state}
              onPrepare={flow.prepare}
              onDismiss={flow.dismissPrint}
              onSplit={() => void splitDraft(flow).catch(tellLost)}
              onOpenEditor={() => setEditing(startOf(state))}
              onRemove={flow.reset}
            />
          )}
          <ToolTabs
            value={state.toolId}
            onChange={flow.chooseTool}
            disabled={!isReady}
            suggested={
              state.reason && { toolId: SUGGESTED_TOOL[state.reason], because: toolCopy.because[state.reason] }
            }
          />
          {(isReady || state.phase === 'preparing') && (
            <Actions spacing={1} data-actions="">
              <Global styles={unclipped} />
              <Buttons>
                <QuickLookButton {...look} />
                <Start onStart={flow.start} isReady={isReady} />
              </Buttons>
              <Offers onByHand={offerByHand} isReady={isReady} />
              {isReady && isByHand && (
                <LazyPart<ByHandProps>
                  load={loadByHand}
                  props={{
                    picture: state.prepared?.jpeg ?? state.file,
                    name: state.file.name,
                    embedded: flow.embedded,
                    onGone: () => setByHand(false),
                  }}
                  onLost={() => setByHand(false)}
                />
              )}
            </Actions>
          )}
          <UploadProgress
            state={isReady || state.phase === 'preparing' ? null : state}
            onCancel={flow.cancel}
            onClose={close}
          />
        </Parts>
      )}
    </div>
  );
});

interface StartProps {
  onStart: () => void;
  isReady: boolean;
}

/** Says what is missing instead, where there is no restore. Not drawn again from tool to tool. */
const Start = memo(function Start({ onStart, isReady }: StartProps) {
  const isWithout = useStore(creditsStore, hasNoRestore);
  return (
    <Button variant="contained" size="large" onClick={onStart} disabled={!isReady}>
      {isWithout ? copy.toasts.noneLeft.title : uploadCopy.start}
    </Button>
  );
});

interface OffersProps {
  onByHand: () => void;
  isReady: boolean;
}

/** What the restore costs, and what costs nothing. Not drawn again from tool to tool. */
const Offers = memo(function Offers({ onByHand, isReady }: OffersProps) {
  return (
    <Terms>
      <Cost />
      <Quiet color="inherit" onClick={onByHand} disabled={!isReady}>
        {byHandCopy.offer}
      </Quiet>
    </Terms>
  );
});

/** Every print that was found. */
const printsIn = ({ found, prints }: Pick<ShownDraft, 'found' | 'prints'>) => (found ? [found] : prints);

/** Moves the prints of the draft into the tray. The draft is done with: it is not kept for a reload. */
async function splitDraft({ store, reset }: UploadFlow): Promise<void> {
  const { openPrints } = await import('../../domain/tray/splitPrints');
  const state = store.get();
  if (state.phase !== 'preview') return;
  reset();
  openPrints(state.file, state.prints, state.toolId);
}

const loadEditor = () => import('./PictureEditor');
const loadByHand = () => import('./ByHand');

/** Where the editor starts: from what was changed already, or from the print that was found. */
const startOf = ({ prepared, found }: Pick<PreparationProps['state'], 'prepared' | 'found'>): PictureEdit =>
  prepared?.edit ?? (found ? { corners: found, quarters: 0 } : NO_EDIT);
