import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { keepCopy } from '../../copy/keepCopy';
import { linkOf } from '../../domain/saving/shareLink';
import { callErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import { Field } from '../../ui/Field';

const words = keepCopy.share;

export interface ShareLinkProps {
  /** Resolves with the token of a link that is there, null if there is none. Null where that is known. */
  find: (() => Promise<string | null>) | null;
  make: () => Promise<string>;
  takeBack: (token: string) => Promise<void>;
  /** What the link would show, and what it shows. */
  says: { text: string; shared: string; copied: { title: string; description: string } };
}

function sayFailed(title: string, error: unknown): void {
  console.error('Sharing failed', error);
  toast({ title, description: callErrorText(error, copy.fallbackError), destructive: true });
}

type Busy = 'fetching' | 'creating' | 'takingBack' | null;

/** Makes, shows and takes back a link. */
export function ShareLink({ find, make, takeBack, says }: ShareLinkProps) {
  const [token, setToken] = useState<string | null>(null);
  const [busy, setBusy] = useState<Busy>(find ? 'fetching' : null);
  const first = useRef<HTMLButtonElement>(null);
  // Before the next key: without a focus Escape closes nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed goes when the link comes or goes.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) first.current?.focus({ preventScroll: true });
  }, [token]);

  // A link that is there is fetched when the dialog opens, and when another device makes one. It may take it back, too.
  const follow = useEffectEvent((isShown: () => boolean) => {
    if (!find) {
      setToken(null);
      setBusy((now) => (now === 'fetching' ? null : now));
    } else if (token === null && (busy === null || busy === 'fetching')) {
      setBusy('fetching');
      find()
        .then((found) => isShown() && setToken(found))
        .catch((error: unknown) => isShown() && sayFailed(words.failed, error))
        .finally(() => isShown() && setBusy(null));
    }
  });
  const isThere = find !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is followed when it comes or goes.
  useEffect(() => {
    let isShown = true;
    follow(() => isShown);
    return () => {
      isShown = false;
    };
  }, [isThere]);

  const run = async (what: Exclude<Busy, null>, failed: string, work: () => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    await work().catch((error: unknown) => sayFailed(failed, error));
    setBusy(null);
  };
  const create = () => run('creating', words.failed, async () => setToken(await make()));
  const stop = (shared: string) =>
    run('takingBack', words.takeBackFailed, async () => {
      await takeBack(shared);
      setToken(null);
      toast(words.takenBack);
    });

  if (token) {
    const isTakingBack = busy === 'takingBack';
    return (
      <Shared
        link={linkOf(token)}
        says={says}
        first={first}
        isTakingBack={isTakingBack}
        onTakeBack={() => stop(token)}
      />
    );
  }
  return (
    <Stack spacing={2.5}>
      <Typography color="textSecondary">{says.text}</Typography>
      <Button ref={first} variant="contained" size="large" aria-busy={busy !== null} onClick={create}>
        {busy === 'fetching' ? words.loading : busy === 'creating' ? words.creating : words.create}
      </Button>
    </Stack>
  );
}

interface SharedProps {
  link: string;
  says: ShareLinkProps['says'];
  first: RefObject<HTMLButtonElement | null>;
  isTakingBack: boolean;
  onTakeBack: () => void;
}

function Shared({ link, says, first, isTakingBack, onTakeBack }: SharedProps) {
  const field = useRef<HTMLInputElement>(null);
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast(says.copied);
    } catch (error) {
      console.error('The link could not be copied', error);
      field.current?.select();
      toast(copy.toasts.shareFailed);
    }
  };
  const send = async () => {
    try {
      await navigator.share({ title: copy.gallery.shareTitle, url: link });
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      // A sheet before is open still, for instance, or a browser has forgotten to end it.
      await copyLink();
    }
  };
  return (
    <Stack spacing={2.5}>
      <Typography color="textSecondary">{says.shared}</Typography>
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
      </Stack>
      <div>
        {/* In line with the words above it. */}
        <Button color="error" sx={{ px: 1, ml: -1 }} aria-busy={isTakingBack} onClick={onTakeBack}>
          {isTakingBack ? words.takingBack : words.takeBack}
        </Button>
      </div>
    </Stack>
  );
}
