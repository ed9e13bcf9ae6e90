import { PACKS, type PackId } from '@heirlight/contract/packs';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { pricingCopy } from '../../copy/pricingCopy';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { wantedPackStore } from '../../domain/purchases/wantedPack';
import { useStore } from '../../lib/store';
import { DialogShell } from '../../ui/DialogShell';
import { PromotionCode } from '../../ui/PromotionCode';
import { LookFirst } from './LookFirst';
import { PackCard, type PackState } from './PackCard';
import { usePurchase } from './usePurchase';

const Cards = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  paddingBlock: theme.spacing(2),
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: `repeat(${PACKS.length}, minmax(0, 1fr))`,
    paddingBlock: theme.spacing(4, 3),
  },
}));

export default function PricingDialog() {
  const open = useStore(dialogStore, (state) => state.open === 'pricing');
  return (
    <DialogShell
      open={open}
      title={pricingCopy.title}
      closeLabel={pricingCopy.close}
      onClose={closeDialog}
      maxWidth="sm"
    >
      <Packs />
    </DialogShell>
  );
}

function stateOf(packId: PackId, processing: PackId | null): PackState {
  if (processing === null) return 'idle';
  return processing === packId ? 'processing' : 'disabled';
}

function Packs() {
  const { prices, processing, buy } = usePurchase();
  const wanted = useStore(wantedPackStore);
  return (
    <>
      <Typography color="textSecondary">{pricingCopy.subtitle}</Typography>
      <LookFirst />
      <Cards>
        {PACKS.map((pack) => (
          <PackCard
            key={pack.id}
            pack={pack}
            state={stateOf(pack.id, processing)}
            isWanted={pack.id === wanted}
            notConfigured={prices !== null && !prices[pack.id]}
            onBuy={() => buy(pack.id)}
          />
        ))}
      </Cards>
      <PromotionCode />
      <Typography variant="body2" color="textSecondary">
        {pricingCopy.secure}
      </Typography>
    </>
  );
}
