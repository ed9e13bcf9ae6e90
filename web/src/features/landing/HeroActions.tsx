import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { styled } from '@mui/material/styles';
import { copy } from '../../copy/copy';
import { creditsStore } from '../../domain/account/creditsStore';
import { openDialog } from '../../domain/dialogs/dialogs';
import { isSomebodys, sessionStore } from '../../domain/session/sessionStore';
import { requestUpload } from '../../domain/upload/requestUpload';
import { useStore } from '../../lib/store';
import { RULE, TARGET_PX, type } from '../../theme/tokens';
import { Icon } from '../../ui/Icon';
import { OfferPhoto } from './OfferPhoto';

const Actions = styled('div')(({ theme }) => ({
  gridArea: 'actions',
  display: 'grid',
  gap: theme.spacing(1.5),
  justifyItems: 'stretch',
  [theme.breakpoints.up('sm')]: { justifyItems: 'start', marginTop: theme.spacing(1) },
  // One line above the user's photographs; on a phone Upload alone, and the rest below.
  '&[data-compact]': {
    display: 'flex',
    flexWrap: 'wrap',
    marginTop: 0,
    '& > div': { display: 'contents' },
    '& button': { flexGrow: 1, minHeight: TARGET_PX, paddingInline: theme.spacing(2.5), fontSize: type.body },
    '& .MuiButton-contained': { flexBasis: '100%' },
    [theme.breakpoints.up('sm')]: { '& .MuiButton-contained': { flexBasis: 'auto' } },
  },
}));

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  [theme.breakpoints.up('sm')]: { display: 'flex', flexWrap: 'wrap' },
}));

/** The hero is a place to drop a photo on: so is the whole page, but here one sees it. */
const Zone = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  justifyItems: 'stretch',
  [theme.breakpoints.up('sm')]: {
    justifySelf: 'stretch',
    justifyItems: 'start',
    padding: theme.spacing(2.5),
    border: `${RULE} dashed ${theme.vars.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
  },
  '[data-drag] &': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.own.accentWash },
}));

const Free = styled('p')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: type.small,
  '& strong': { color: theme.vars.palette.text.primary },
}));

const Box = styled(Button)(({ theme }) => ({
  borderRadius: theme.shape.borderRadius,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.own.accentWash,
  gap: theme.spacing(1),
  '&:hover': { backgroundColor: theme.vars.palette.own.sunken },
}));

const Adding = styled('p')(({ theme }) => ({
  alignSelf: 'center',
  color: theme.vars.palette.text.secondary,
  fontSize: type.small,
}));

const Count = styled('strong')(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  fontSize: type.h3,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 1,
}));

/** Anyone may look at the prices; buying asks for a login. */
const openPricing = () => openDialog('pricing');

function RestoresAvailable() {
  const credits = useStore(creditsStore);
  return (
    <>
      <Box onClick={openPricing}>
        {credits.status === 'loading' ? (
          <CircularProgress size="1.25em" aria-label={copy.hero.loading} />
        ) : (
          <Count translate="no">{credits.restoresAvailable}</Count>
        )}
        {copy.hero.available(credits.status === 'loading' ? 0 : credits.restoresAvailable)}
      </Box>
      {credits.isAwaited && <Adding role="status">{copy.hero.adding}</Adding>}
    </>
  );
}

/** What a visitor may want to know first: what it costs. */
function Cost() {
  const { free, prices } = copy.hero;
  return (
    <Free data-visitor="">
      {free && <strong>{free} </strong>}
      {prices}
    </Free>
  );
}

/** The first things a visitor or a user can do. */
export function HeroActions({ compact }: { compact: boolean }) {
  const signedIn = useStore(sessionStore, isSomebodys);
  const upload = (
    <Button
      variant="contained"
      size="large"
      data-opens="login"
      startIcon={<Icon name="upload" />}
      onClick={() => requestUpload()}
    >
      {copy.hero.upload}
    </Button>
  );
  return (
    <Actions data-compact={compact || undefined}>
      {compact ? (
        upload
      ) : (
        <Zone>
          {upload}
          {!signedIn && <Cost />}
          <OfferPhoto />
        </Zone>
      )}
      <Row>
        <Button variant="outlined" size="large" data-opens="pricing" onClick={openPricing}>
          {copy.hero.pricing}
        </Button>
        {signedIn ? (
          <RestoresAvailable />
        ) : (
          <Box data-visitor="" data-opens="login" onClick={() => openDialog('login')}>
            <Icon name="lock" />
            {copy.hero.loginRequired}
          </Box>
        )}
      </Row>
    </Actions>
  );
}
