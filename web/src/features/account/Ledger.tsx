import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BillingLine, type BillingPage, LINES, readBillingPage } from '../../domain/account/billingHistory';
import { photosStore } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { HAIRLINE } from '../../theme/tokens';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { accountCopy } from './accountCopy';
import { lineText } from './lineText';
import { onAccountChange } from './onAccountChange';
import { Failed, Loading } from './Waiting';

const { ledger } = accountCopy;

const Line = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: theme.spacing(2),
  paddingBlock: theme.spacing(1),
  borderTop: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  '&:first-of-type': { borderTop: 0 },
}));
const Change = styled('strong')({ fontVariantNumeric: 'tabular-nums' });
const Hidden = styled('span')(visuallyHidden);

function Entry({ line }: { line: BillingLine }) {
  const { delta, created_at, balance_after, owed } = line.entry;
  return (
    <Line tabIndex={-1}>
      <span>{lineText(line)}</span>
      <Change>
        <span aria-hidden="true">{ledger.change(delta)}</span>
        <Hidden>{ledger.changeWords(delta)}</Hidden>
      </Change>
      <Typography component="span" variant="body2" color="textSecondary">
        {ledger.when(created_at)}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary" sx={{ textAlign: 'right' }}>
        {ledger.after(balance_after)}
      </Typography>
      {owed !== undefined && owed !== 0 && (
        <Typography component="span" variant="body2" sx={{ gridColumn: '1 / -1' }}>
          {ledger.owed(owed)}
        </Typography>
      )}
    </Line>
  );
}

/** The ledger, entry by entry, a page at a time. */
export default function Ledger() {
  const domain = useDomain();
  const [lines, setLines] = useState<readonly BillingLine[]>([]);
  /** Where the next page begins; null before the first and after the last. */
  const [next, setNext] = useState<BillingPage['next']>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const list = useRef<HTMLUListElement>(null);
  /** How many lines there were when more were asked for by the keyboard. */
  const askedAt = useRef<number | null>(null);

  const shown = useRef<readonly BillingLine[]>([]);
  /** The last request; only its response counts. */
  const asked = useRef<{ after: BillingPage['next'] }>({ after: null });

  /** Reads on; from the start (null) as many lines as are shown, anew. */
  const load = useCallback(
    async (after: BillingPage['next']) => {
      const mine = { after };
      asked.current = mine;
      setStatus('loading');
      try {
        const count = after ? LINES : Math.max(LINES, shown.current.length);
        const page = await readBillingPage({ after, count, known: photosStore.get().photos }, domain);
        if (mine !== asked.current) return;
        shown.current = after ? [...shown.current, ...page.lines] : page.lines;
        setLines(shown.current);
        setNext(page.next);
        setStatus('ready');
      } catch (error) {
        console.error('The ledger could not be read', error);
        if (mine === asked.current) setStatus('failed');
      }
    },
    [domain],
  );
  useEffect(() => {
    void load(null);
    return onAccountChange(() => void load(null));
  }, [load]);
  // The button that was pressed goes with the last page: the keyboard goes on at the first line that came.
  useLayoutEffect(() => {
    if (askedAt.current === null || lines.length <= askedAt.current) return;
    if (document.activeElement === document.body) {
      (list.current?.children[askedAt.current] as HTMLElement | undefined)?.focus();
    }
    askedAt.current = null;
  }, [lines]);

  return (
    <Stack spacing={1} sx={{ alignItems: 'stretch' }}>
      {status === 'ready' && lines.length === 0 && <Typography>{ledger.none}</Typography>}
      {lines.length > 0 && (
        <ul ref={list}>
          {lines.map((line) => (
            <Entry key={line.entry.id} line={line} />
          ))}
        </ul>
      )}
      {status === 'loading' && lines.length === 0 && <Loading />}
      {status === 'failed' && <Failed text={ledger.failed} onRetry={() => void load(asked.current.after)} />}
      {status !== 'failed' && next && (
        <Button
          variant="outlined"
          aria-busy={status === 'loading'}
          onClick={() => {
            if (status === 'loading') return;
            askedAt.current = lines.length;
            void load(next);
          }}
        >
          {ledger.older}
        </Button>
      )}
    </Stack>
  );
}
