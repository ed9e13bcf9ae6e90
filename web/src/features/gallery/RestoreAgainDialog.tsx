import type { ToolId } from '@heirlight/contract/tools';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { otherTool } from '../../domain/photos/photoRequests';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { copy } from '../../lib/copy';
import { DialogShell } from '../../ui/DialogShell';
import { ToolTabs } from '../../ui/ToolTabs';
import { useFocusBackToCard } from './cardFocus';

export interface RestoreAgainDialogProps {
  photo: Photo;
  open: boolean;
  onClose: () => void;
}

export function RestoreAgainDialog({ photo, open, onClose }: RestoreAgainDialogProps) {
  return (
    <DialogShell open={open} title={copy.gallery.again.title} closeLabel={copy.gallery.close} onClose={onClose}>
      <ToolChoice photo={photo} onDone={onClose} />
    </DialogShell>
  );
}

/** Keeps one request id per chosen tool, so that pressing again after a lost response starts nothing twice. */
function ToolChoice({ photo, onDone }: { photo: Photo; onDone: () => void }) {
  const { photos } = useDomain();
  const [toolId, setToolId] = useState<ToolId>(() => otherTool(photo.tool));
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const [pending, setPending] = useState(false);
  useFocusBackToCard(photo.id);

  const choose = (next: ToolId) => {
    setToolId(next);
    setRequestId(crypto.randomUUID());
  };
  const start = async () => {
    if (pending) return;
    setPending(true);
    const done = await photos.restoreAgain({ photoId: photo.id, toolId, requestId });
    setPending(false);
    if (done) onDone();
  };

  return (
    <Stack spacing={2.5}>
      <Typography color="textSecondary">{copy.gallery.again.text}</Typography>
      <ToolTabs value={toolId} onChange={choose} disabled={pending} />
      <Button variant="contained" size="large" aria-busy={pending} onClick={start}>
        {pending ? copy.auth.working : copy.gallery.again.start}
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center' }}>
        {copy.upload.cost}
      </Typography>
    </Stack>
  );
}
