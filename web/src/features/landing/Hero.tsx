import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { copy } from '../../copy/copy';
import { measure } from '../../theme/tokens';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { Section } from '../../ui/Section';
import { demoPictures } from './demoPictures';
import { HeroActions } from './HeroActions';

/** One column on a phone (title, picture, actions: all in its window), two side by side from `md` on. */
const Layout = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateAreas: "'title' 'picture' 'actions' 'lead'",
  '&[data-compact]': { gap: theme.spacing(1.5), gridTemplateAreas: "'title' 'actions'" },
  [theme.breakpoints.up('md')]: {
    columnGap: theme.spacing(8),
    gridTemplateColumns: '7fr 6fr',
    gridTemplateRows: '1fr auto auto auto 1fr',
    gridTemplateAreas: "'. picture' 'title picture' 'lead picture' 'actions picture' '. picture'",
    '&[data-compact]': {
      gridTemplateColumns: '1fr auto',
      gridTemplateRows: 'auto',
      gridTemplateAreas: "'title actions'",
      alignItems: 'center',
    },
  },
}));

const Title = styled(Typography)({ gridArea: 'title' });

const Lead = styled(Typography)(({ theme }) => ({
  gridArea: 'lead',
  maxWidth: measure,
  color: theme.vars.palette.text.secondary,
}));

/** What stands above the picture on a phone, and the button below it. Grows with the reader's text. */
const REST = '24rem';

/** Shows the photograph as a print on the page, with paper around it. */
const Print = styled('div')(({ theme }) => ({
  gridArea: 'picture',
  alignSelf: 'center',
  padding: theme.spacing(1.25),
  borderRadius: theme.spacing(2.5),
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.palette.own.shadowHigh,
  // On a phone only as much of it as leaves the button in the window: the face.
  [theme.breakpoints.down('md')]: {
    padding: theme.spacing(1),
    '& [data-compare]': {
      aspectRatio: '4 / 3 !important',
      [theme.breakpoints.down('sm')]: { maxHeight: `max(8rem, 100svh - ${REST})` },
    },
    '& img': { objectPosition: '50% 35%' },
  },
}));

const Top = styled(Section)(({ theme }) => ({
  paddingTop: theme.spacing(2),
  paddingBottom: theme.spacing(2),
  [theme.breakpoints.up('md')]: { paddingTop: theme.spacing(4) },
  '&[data-compact]': { paddingTop: theme.spacing(1), paddingBottom: 0 },
}));

/** `compact` while the page shows the user's own photographs. */
export function Hero({ compact }: { compact: boolean }) {
  const flag = compact || undefined;
  return (
    <Top aria-labelledby="hero-title" data-compact={flag}>
      <Layout data-compact={flag}>
        <Title variant={compact ? 'h3' : 'h1'} {...{ component: 'h1' }} id="hero-title">
          {copy.hero.title}
        </Title>
        {!compact && <Lead variant="subtitle1">{copy.hero.lead}</Lead>}
        <Suspense>
          <HeroActions compact={compact} />
        </Suspense>
        {!compact && (
          <Print data-visitor="">
            <Suspense>
              <CompareSlider {...demoPictures.hero} alt={copy.hero.pictureAlt} priority hint />
            </Suspense>
          </Print>
        )}
      </Layout>
    </Top>
  );
}
