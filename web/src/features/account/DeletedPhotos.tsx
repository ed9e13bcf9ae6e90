import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useRef, useState } from 'react';
import { deletedSetCopy as words } from '../../domain/photos/deletedSetCopy';
import { type DeletedSet, readDeletedSets, undoDeletion } from '../../domain/photos/undoDeletion';
import { useDomain } from '../../domain/useDomain';
import { useAsked } from '../../lib/useAsked';
import { TARGET_PX } from '../../theme/tokens';
import { onAccountChange } from './onAccountChange';
import { Failed, Loading } from './Waiting';

const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 2),
  minHeight: TARGET_PX,
  paddingBlock: theme.spacing(1),
}));

/** One set. It goes when the list that comes then has it no more. */
function Deleted({ set: { setId, photos, until } }: { set: DeletedSet }) {
  const domain = useDomain();
  const [isBusy, setBusy] = useState(false);
  const bringBack = async () => {
    if (isBusy) return;
    setBusy(true);
    if (!(await undoDeletion(setId, domain))) setBusy(false);
  };
  return (
    <Line>
      <div>
        <span>{words.count(photos)}</span>
        <Typography variant="body2" color="textSecondary">
          {words.until(until)}
        </Typography>
      </div>
      <Button variant="outlined" aria-busy={isBusy} onClick={() => void bringBack()}>
        {isBusy ? words.bringingBack : words.bringBack}
      </Button>
    </Line>
  );
}

/** The photos that were deleted several at a time, and can still be brought back. */
export default function DeletedPhotos() {
  const domain = useDomain();
  const { asked, retry } = useAsked(useCallback(() => readDeletedSets(domain), [domain]));
  useEffect(() => onAccountChange(retry), [retry]);
  const place = useRef<HTMLDivElement>(null);
  const count = asked.status === 'ready' ? asked.value.length : null;
  useEffect(() => {
    // The button that was pressed is gone.
    if (count !== null && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [count]);
  if (asked.status === 'loading') return <Loading />;
  if (asked.status === 'failed') return <Failed text={words.unread} onRetry={retry} />;
  return (
    <div ref={place} tabIndex={-1}>
      {count === 0 && <Typography color="textSecondary">{words.none}</Typography>}
      <ul>
        {asked.value.map((set) => (
          <Deleted key={set.setId} set={set} />
        ))}
      </ul>
    </div>
  );
}
