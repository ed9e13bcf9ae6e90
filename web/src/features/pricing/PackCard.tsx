import { type CreditPack, pricePerPhoto } from '@heirlight/contract/packs';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { pricingCopy } from '../../copy/pricingCopy';
import { HAIRLINE, NARROWEST } from '../../theme/tokens';

/** On a phone so low that all packs, and the code below them, are seen at once. */
const Card = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: theme.spacing(0.5, 2),
  padding: theme.spacing(2),
  [NARROWEST]: { columnGap: theme.spacing(0.75) },
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    padding: theme.spacing(3, 2.5, 2.5),
    textAlign: 'center',
  },
  borderRadius: theme.shape.borderRadius,
  border: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  '&[data-popular]': {
    // A shadow makes the edge thicker inwards, so that the words stay in line with the other cards'.
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 ${HAIRLINE} ${theme.vars.palette.primary.main}`,
    backgroundColor: theme.vars.palette.own.accentWash,
  },
}));

const Badge = styled(Chip)({
  position: 'absolute',
  top: 0,
  left: '50%',
  transform: 'translate(-50%, -50%)',
});

/** As wide while it works: on the narrowest phones the cards would grow below the finger. */
const NARROW_BUTTON = { [NARROWEST]: { minWidth: 110, px: 1 } };

const NOTE = { gridColumn: '1 / -1' };

export type PackState = 'idle' | 'processing' | 'disabled';

export interface PackCardProps {
  pack: CreditPack;
  state: PackState;
  /** It was chosen before logging in: said, and its button has the focus. */
  isWanted: boolean;
  /** Known to have no price at the payment provider. */
  notConfigured: boolean;
  onBuy: () => void;
}

export function PackCard({ pack, state, isWanted, notConfigured, onBuy }: PackCardProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isWanted) button.current?.focus();
  }, [isWanted]);
  const name = pricingCopy.photos(pack.photos);
  return (
    <Card data-popular={pack.popular || undefined}>
      {pack.popular && <Badge color="primary" size="small" label={pricingCopy.popular} />}
      <Typography variant="h3">{name}</Typography>
      <Typography variant="h2" component="p" sx={{ justifySelf: { xs: 'end', sm: 'center' } }}>
        {pricingCopy.price(pack.price)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {pricingCopy.perPhoto(pricePerPhoto(pack))}
      </Typography>
      {notConfigured && (
        <Typography variant="body2" color="textSecondary" sx={NOTE}>
          {pricingCopy.notConfigured}
        </Typography>
      )}
      {isWanted && (
        <Typography variant="body2" sx={NOTE}>
          {pricingCopy.wanted}
        </Typography>
      )}
      <Button
        ref={button}
        variant={pack.popular ? 'contained' : 'outlined'}
        sx={{ gridArea: { xs: '2 / 2', sm: 'auto' }, mt: { sm: 1.5 }, ...NARROW_BUTTON }}
        disabled={state === 'disabled'}
        aria-busy={state === 'processing'}
        aria-label={state === 'idle' ? `${pricingCopy.buy}: ${name}` : undefined}
        onClick={onBuy}
      >
        {state === 'processing' ? pricingCopy.processing : pricingCopy.buy}
      </Button>
    </Card>
  );
}
