import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { keepCopy } from '../../copy/keepCopy';
import { photosStore } from '../../domain/photos/photosStore';
import { linkOf, readSharedSets, type SharedSet, takeSetBack } from '../../domain/saving/shareLink';
import { useDomain } from '../../domain/useDomain';
import { callErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import { useAsked } from '../../lib/useAsked';
import { HAIRLINE, TARGET_PX } from '../../theme/tokens';
import { accountCopy } from './accountCopy';
import { onAccountChange } from './onAccountChange';
import { Failed, Loading } from './Waiting';

const { shared: words } = accountCopy;

/** Names that a line begins with. */
const NAMES = 2;

const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.spacing(1),
  minHeight: TARGET_PX,
  paddingBlock: theme.spacing(1),
  borderTop: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  '&:first-of-type': { borderTop: 0 },
  '& > div': { flex: '1 1 12rem', minWidth: 0, overflowWrap: 'break-word' },
}));

/** The names of a set's photos, as far as the gallery has loaded them; null without any. */
function namesOf(photoIds: readonly string[]): string | null {
  const { photos } = photosStore.get();
  const names = photoIds.flatMap((id) => photos.find((photo) => photo.id === id)?.name ?? []).slice(0, NAMES);
  return names.length > 0 ? words.names(names, photoIds.length - names.length) : null;
}

function Shared({ set, onStopped }: { set: SharedSet; onStopped: () => void }) {
  const domain = useDomain();
  const [isStopping, setStopping] = useState(false);
  const names = namesOf(set.photoIds);
  const since = words.since(set.photoIds.length, set.sharedAt);
  const stop = async () => {
    if (isStopping) return;
    setStopping(true);
    try {
      await takeSetBack(set.token, domain);
      toast(keepCopy.share.takenBack);
      onStopped();
    } catch (error) {
      console.error('The set could not be taken back', error);
      const description = callErrorText(error, copy.fallbackError);
      toast({ title: keepCopy.share.takeBackFailed, description, destructive: true });
      setStopping(false);
    }
  };
  const label = isStopping ? words.stopping : words.stop;
  return (
    <Line>
      <div>
        <span>{names ?? since}</span>
        {names && (
          <Typography variant="body2" color="textSecondary">
            {since}
          </Typography>
        )}
      </div>
      <Button
        variant="outlined"
        href={linkOf(set.token)}
        target="_blank"
        rel="noopener"
        aria-label={words.of(words.open, since)}
      >
        {words.open}
      </Button>
      <Button color="error" aria-busy={isStopping} aria-label={words.of(label, since)} onClick={() => void stop()}>
        {label}
      </Button>
    </Line>
  );
}

/** The sets that one link shows, and how to take it back. */
export default function SharedSets() {
  const domain = useDomain();
  const { asked, retry } = useAsked(useCallback(() => readSharedSets(domain), [domain]));
  useEffect(() => onAccountChange(retry), [retry]);
  const [stopped, setStopped] = useState<readonly string[]>([]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (stopped.length > 0 && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [stopped]);
  if (asked.status === 'loading') return <Loading />;
  if (asked.status === 'failed') return <Failed text={words.failed} onRetry={retry} />;
  const sets = asked.value.filter(({ token }) => !stopped.includes(token));
  return (
    <div ref={place} tabIndex={-1}>
      {sets.length === 0 && <Typography>{words.none}</Typography>}
      <ul>
        {sets.map((set) => (
          <Shared key={set.token} set={set} onStopped={() => setStopped([...stopped, set.token])} />
        ))}
      </ul>
    </div>
  );
}
