import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { lookAt } from '../../domain/photos/lookAt';
import { copy } from '../../lib/copy';
import { useStore } from '../../lib/store';
import { DialogShell } from '../../ui/DialogShell';
import { ToolTabs } from '../../ui/ToolTabs';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { DropZone } from './DropZone';
import { Preview } from './Preview';
import { UploadProgress } from './UploadProgress';
import { useUploadFlow } from './useUploadFlow';

const Announcement = styled('p')(visuallyHidden);

/** Goes to the new photo, wherever on the page the upload was started, unless another dialog was opened meanwhile. */
function showPhoto(photoId: string): void {
  if (dialogStore.get().open === null) lookAt(photoId);
}

export interface UploadDialogProps {
  /** Runs 5 seconds after the upload, when the dialog has closed itself. */
  onUploadSuccess?: (photoId: string) => void;
}

export default function UploadDialog({ onUploadSuccess = showPhoto }: UploadDialogProps) {
  const open = useStore(dialogStore, (state) => state.open === 'upload');
  return (
    <DialogShell open={open} title={copy.upload.title} closeLabel={copy.upload.close} onClose={closeDialog}>
      <UploadSteps open={open} onUploadSuccess={onUploadSuccess} />
    </DialogShell>
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
  const steps = useRef<HTMLDivElement>(null);
  const isEmpty = state.phase === 'empty';
  // What was focused is gone: the focus goes to the first thing to do, or it would fall out of the dialog's content.
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty !== wasEmpty.current) steps.current?.querySelector<HTMLElement>('input, [aria-selected=true]')?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const waiting = state.phase === 'preview';
  return (
    <div ref={steps}>
      <Announcement role="status">{waiting && copy.upload.chosen}</Announcement>
      {state.phase === 'empty' ? (
        <DropZone onFile={flow.take} />
      ) : (
        <Stack spacing={2.5}>
          <Preview url={state.previewUrl} onRemove={waiting ? flow.reset : undefined} />
          <ToolTabs value={state.toolId} onChange={flow.chooseTool} disabled={!waiting} />
          {state.phase === 'preview' ? (
            <Stack spacing={1}>
              <Button variant="contained" size="large" onClick={flow.start}>
                {copy.upload.start}
              </Button>
              <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center' }}>
                {copy.upload.cost}
              </Typography>
            </Stack>
          ) : (
            <UploadProgress state={state} onCancel={flow.cancel} />
          )}
        </Stack>
      )}
    </div>
  );
}
