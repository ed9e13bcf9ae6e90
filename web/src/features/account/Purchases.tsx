import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect } from 'react';
import { type Purchase, readPurchases } from '../../domain/account/billingHistory';
import { useDomain } from '../../domain/useDomain';
import { useAsked } from '../../lib/useAsked';
import { HAIRLINE, TARGET_PX } from '../../theme/tokens';
import { accountCopy } from './accountCopy';
import { onAccountChange } from './onAccountChange';
import { Failed, Loading } from './Waiting';

const { purchases: words } = accountCopy;

const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  minHeight: TARGET_PX,
  paddingBlock: theme.spacing(1),
  borderTop: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  '&:first-of-type': { borderTop: 0 },
}));
const Receipt = styled(Link)({ display: 'inline-flex', alignItems: 'center', minHeight: TARGET_PX });

function Bought({ purchase }: { purchase: Purchase }) {
  const { photos, returnedCents, currency, receiptUrl } = purchase;
  const unpaid = words.whyUnpaid(purchase);
  const [pack, paid] = [words.pack(photos), words.paid(purchase)];
  return (
    <Line>
      <div>
        <span>{pack}</span>
        <Typography variant="body2" color="textSecondary">
          {paid}
        </Typography>
        {unpaid && <Typography variant="body2">{unpaid}</Typography>}
        {returnedCents > 0 && <Typography variant="body2">{words.refunded(returnedCents, currency)}</Typography>}
      </div>
      {receiptUrl !== null && (
        <Receipt href={receiptUrl} target="_blank" rel="noreferrer" aria-label={words.receiptOf(pack, paid)}>
          {words.receipt}
        </Receipt>
      )}
    </Line>
  );
}

/** What was bought, with Stripe's receipts. */
export default function Purchases() {
  const domain = useDomain();
  const { asked, retry } = useAsked(useCallback(() => readPurchases(domain), [domain]));
  useEffect(() => onAccountChange(retry), [retry]);
  if (asked.status === 'loading') return <Loading />;
  if (asked.status === 'failed') return <Failed text={words.failed} onRetry={retry} />;
  const { purchases, hasReceipts } = asked.value;
  if (purchases.length === 0) return <Typography>{words.none}</Typography>;
  return (
    <Stack spacing={1}>
      <ul>
        {purchases.map((purchase) => (
          <Bought key={purchase.sessionId} purchase={purchase} />
        ))}
      </ul>
      {!hasReceipts && <Typography color="textSecondary">{words.noReceipts}</Typography>}
    </Stack>
  );
}
