import type { SourceVersion } from '@heirlight/contract/photo';
import { isToolId, TOOLS, type ToolId } from '@heirlight/contract/tools';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { copy } from '../../copy/copy';
import { uploadCopy } from '../../copy/uploadCopy';
import { creditsStore } from '../../domain/account/creditsStore';
import { comparedWith, type PhotoGroup } from '../../domain/photos/photoGroups';
import { otherTool } from '../../domain/photos/photoRequests';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { useStore } from '../../lib/store';
import { DialogShell } from '../../ui/DialogShell';
import { ToolTabs } from '../../ui/ToolTabs';
import { useFocusBackToCard } from './cardFocus';
import { DialogPicture } from './DialogPicture';
import { photoDialogsCopy } from './photoDialogsCopy';
import { photoName, smallOriginal } from './photoView';
import { smallPicture } from './versionView';

export interface RestoreAgainDialogProps {
  group: PhotoGroup;
  photo: Photo;
  /** What this version is called. */
  tool: string;
  /** Which of the photo's pictures is restored. */
  version: SourceVersion;
  open: boolean;
  onClose: () => void;
}

type ChoiceProps = Omit<RestoreAgainDialogProps, 'open' | 'onClose'> & { onDone: () => void };

export function RestoreAgainDialog({ open, onClose, ...rest }: RestoreAgainDialogProps) {
  return (
    <DialogShell open={open} title={wordsFor(rest).title} closeLabel={copy.gallery.close} onClose={onClose}>
      <ToolChoice {...rest} onDone={onClose} />
    </DialogShell>
  );
}

function wordsFor({ photo, tool, version }: Pick<ChoiceProps, 'photo' | 'tool' | 'version'>): {
  title: string;
  text: string;
} {
  const { again } = photoDialogsCopy;
  if (version === 'restored') return { title: again.continueTitle, text: again.continueText(tool) };
  if (photo.status === 'failed')
    return { title: again.failedTitle, text: photo.is_refunded ? again.refundedText : again.failedText };
  return { title: again.title, text: again.text };
}

/** Tools that have restored the upload, or that this result has been through last. */
function usedTools({ group, photo, version }: Pick<ChoiceProps, 'group' | 'photo' | 'version'>): ToolId[] {
  const made =
    version === 'restored' ? [photo] : group.versions.filter(({ source_version }) => source_version !== 'restored');
  return made.flatMap(({ tool, status }) => (isToolId(tool) && status !== 'failed' ? tool : []));
}

/** What failed is tried again as it was; what is restored already, with the first tool that has not been used. */
function firstChoice(photo: Photo, used: readonly ToolId[]): ToolId {
  if (photo.status === 'failed' && isToolId(photo.tool)) return photo.tool;
  return TOOLS.find(({ id }) => !used.includes(id))?.id ?? otherTool(photo.tool);
}

/** Keeps one request id per chosen tool, so that pressing again after a lost response starts nothing twice. */
function ToolChoice({ group, photo, tool, version, onDone }: ChoiceProps) {
  const { photos } = useDomain();
  const credits = useStore(creditsStore);
  const used = usedTools({ group, photo, version });
  const [toolId, setToolId] = useState<ToolId>(() => firstChoice(photo, used));
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const [pending, setPending] = useState(false);
  useFocusBackToCard(group.id);
  const isFree = photo.status === 'failed' && !photo.is_refunded;

  const choose = (next: ToolId) => {
    setToolId(next);
    setRequestId(crypto.randomUUID());
  };
  const start = async () => {
    if (pending) return;
    setPending(true);
    const request = { photoId: photo.id, toolId, requestId };
    const done = await photos.restoreAgain({
      ...request,
      ...(version === 'restored' && { version }),
      ...(isFree && { isFree }),
    });
    setPending(false);
    if (done) onDone();
  };
  const picture = version === 'restored' ? smallPicture(photo) : smallOriginal(comparedWith(photo, group, 'upload'));
  const cost = credits.status === 'ready' ? photoDialogsCopy.again.cost(credits.restoresAvailable) : uploadCopy.cost;

  return (
    <Stack spacing={2}>
      <DialogPicture src={picture} alt={photoDialogsCopy.again.pictureAlt(photoName(photo))} />
      <Typography color="textSecondary">{wordsFor({ photo, tool, version }).text}</Typography>
      <ToolTabs value={toolId} onChange={choose} disabled={pending} used={used} />
      <Button variant="contained" size="large" aria-busy={pending} onClick={start}>
        {pending ? copy.auth.working : uploadCopy.start}
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center' }}>
        {isFree ? photoDialogsCopy.again.free : cost}
      </Typography>
    </Stack>
  );
}
