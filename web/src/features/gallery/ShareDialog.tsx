import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { keepCopy } from '../../copy/keepCopy';
import type { Photo } from '../../domain/photos/photosStore';
import { shareLink, takeLinkBack } from '../../domain/saving/shareLink';
import { useDomain } from '../../domain/useDomain';
import { callErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import { DialogShell } from '../../ui/DialogShell';
import { Field } from '../../ui/Field';
import { useFocusBackToCard } from './cardFocus';

const words = keepCopy.share;

export interface ShareDialogProps {
  photo: Photo;
  open: boolean;
  onClose: () => void;
}

/** Makes, shows and takes back the link that shows a photo to everybody who has it. */
export function ShareDialog({ photo, open, onClose }: ShareDialogProps) {
  return (
    <DialogShell open={open} title={words.title} closeLabel={words.close} onClose={onClose} maxWidth="xs">
      <Sharing photo={photo} />
    </DialogShell>
  );
}

function sayFailed(title: string, error: unknown): void {
  console.error('share-photo failed', error);
  toast({ title, description: callErrorText(error, copy.fallbackError), destructive: true });
}

type Busy = 'fetching' | 'creating' | 'takingBack' | null;

function Sharing({ photo }: { photo: Photo }) {
  const domain = useDomain();
  const [link, setLink] = useState<string | null>(null);
  const [busy, setBusy] = useState<Busy>(photo.shared_at ? 'fetching' : null);
  const wasShared = useRef(photo.shared_at !== null);
  const { id } = photo;
  useFocusBackToCard(id);
  const first = useRef<HTMLButtonElement>(null);
  // Before the next key: without a focus Escape closes nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed goes when the link comes or goes.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) first.current?.focus({ preventScroll: true });
  }, [link]);

  // A link that is there is fetched once, when the dialog opens; the photo itself does not carry it.
  useEffect(() => {
    if (!wasShared.current) return;
    let isShown = true;
    shareLink(id, domain)
      .then((found) => isShown && setLink(found))
      .catch((error: unknown) => isShown && sayFailed(words.failed, error))
      .finally(() => isShown && setBusy(null));
    return () => {
      isShown = false;
    };
  }, [id, domain]);

  const run = async (what: Exclude<Busy, null>, failed: string, work: () => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    await work().catch((error: unknown) => sayFailed(failed, error));
    setBusy(null);
  };
  const create = () => run('creating', words.failed, async () => setLink(await shareLink(id, domain)));
  const takeBack = () =>
    run('takingBack', words.takeBackFailed, async () => {
      await takeLinkBack(id, domain);
      setLink(null);
      toast(words.takenBack);
    });

  if (link) return <Shared link={link} first={first} isTakingBack={busy === 'takingBack'} onTakeBack={takeBack} />;
  return (
    <Stack spacing={2.5}>
      <Typography color="textSecondary">{words.text}</Typography>
      <Button ref={first} variant="contained" size="large" aria-busy={busy !== null} onClick={create}>
        {busy === 'fetching' ? words.loading : busy === 'creating' ? words.creating : words.create}
      </Button>
    </Stack>
  );
}

interface SharedProps {
  link: string;
  first: RefObject<HTMLButtonElement | null>;
  isTakingBack: boolean;
  onTakeBack: () => void;
}

function Shared({ link, first, isTakingBack, onTakeBack }: SharedProps) {
  const field = useRef<HTMLInputElement>(null);
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast(words.copied);
    } catch (error) {
      console.error('The link could not be copied', error);
      field.current?.select();
      toast(copy.toasts.shareFailed);
    }
  };
  // Closing the sheet is no failure, and the link is on the page in any case.
  const send = () => navigator.share({ title: copy.gallery.shareTitle, url: link }).catch(console.error);
  return (
    <Stack spacing={2.5}>
      <Typography color="textSecondary">{words.shared}</Typography>
      <Field label={words.link} value={link} onChange={() => undefined} inputRef={field} readOnly />
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button ref={first} variant="contained" onClick={copyLink}>
          {words.copy}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button variant="outlined" onClick={send}>
            {words.send}
          </Button>
        )}
        <Button variant="outlined" href={link} target="_blank" rel="noopener">
          {words.open}
        </Button>
        <Button color="error" aria-busy={isTakingBack} onClick={onTakeBack}>
          {isTakingBack ? words.takingBack : words.takeBack}
        </Button>
      </Stack>
    </Stack>
  );
}
