import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { copy } from '../../copy/copy';
import { creditsStore } from '../../domain/account/creditsStore';
import { lastSeenStore } from '../../domain/account/lastSeen';
import { openDialog } from '../../domain/dialogs/dialogs';
import { photosStore } from '../../domain/photos/photosStore';
import { isSomebodys, sessionStore } from '../../domain/session/sessionStore';
import { useStore } from '../../lib/store';
import { PromotionCode } from '../../ui/PromotionCode';
import { Section } from '../../ui/Section';

const Wrap = styled(Section)(({ theme }) => ({
  paddingBlock: theme.spacing(2, 0),
  // Below the gallery, which has its own air.
  '&:last-child': { paddingBlock: theme.spacing(0, 6) },
}));

const Banner = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  padding: theme.spacing(2.5),
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.own.accentWash,
}));

/**
 * Offers the code to someone who has used the product and run out: signed in, 0 left, at least one photo. Until
 * the balance is known, the one that this device last saw counts: the photos must not jump when it comes. Nothing is
 * offered while restores that were paid for are on their way.
 */
export function PromoBanner() {
  const signedIn = useStore(sessionStore, isSomebodys);
  const balance = useStore(creditsStore, ({ status, restoresAvailable }) =>
    status === 'ready' ? restoresAvailable : null,
  );
  const isAwaited = useStore(creditsStore, (credits) => credits.isAwaited ?? false);
  const lastSeen = useStore(lastSeenStore, (seen) => seen?.restores);
  const noneLeft = (balance ?? lastSeen) === 0;
  const hasPhotos = useStore(photosStore, (feed) => feed.photos.length > 0);
  if (!signedIn || !noneLeft || !hasPhotos || isAwaited) return null;
  return (
    <Wrap as="div">
      <Banner aria-label={copy.promotion.title}>
        <div>
          <Typography variant="h3" component="p">
            {copy.promotion.title}
          </Typography>
          <PromotionCode />
        </div>
        <Button variant="contained" onClick={() => openDialog('pricing')}>
          {copy.promotion.action}
        </Button>
      </Banner>
    </Wrap>
  );
}
