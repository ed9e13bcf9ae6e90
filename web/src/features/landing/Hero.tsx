import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { copy } from '../../lib/copy';
import { measure } from '../../theme/tokens';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { Section } from '../../ui/Section';
import { demoPictures } from './demoPictures';
import { HeroActions } from './HeroActions';

/** One column on a phone (words, picture, actions), two side by side from `md` on. */
const Layout = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateAreas: "'words' 'picture' 'actions'",
  '&[data-compact]': { gap: theme.spacing(1.5), gridTemplateAreas: "'words' 'actions'" },
  [theme.breakpoints.up('md')]: {
    columnGap: theme.spacing(8),
    gridTemplateColumns: '7fr 6fr',
    gridTemplateRows: '1fr auto auto 1fr',
    gridTemplateAreas: "'. picture' 'words picture' 'actions picture' '. picture'",
    '&[data-compact]': {
      gridTemplateColumns: '1fr auto',
      gridTemplateRows: 'auto',
      gridTemplateAreas: "'words actions'",
      alignItems: 'center',
    },
  },
}));

const Words = styled('div')(({ theme }) => ({ gridArea: 'words', display: 'grid', gap: theme.spacing(2) }));

const Lead = styled(Typography)(({ theme }) => ({ color: theme.vars.palette.text.secondary, maxWidth: measure }));

/** Shows the photograph as a print on the page, with paper around it. */
const Print = styled('div')(({ theme }) => ({
  gridArea: 'picture',
  padding: theme.spacing(1.25),
  borderRadius: theme.spacing(2.5),
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.palette.own.shadowHigh,
}));

const Top = styled(Section)(({ theme }) => ({
  paddingTop: theme.spacing(3),
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
        <Words>
          <Typography variant={compact ? 'h3' : 'h1'} component="h1" id="hero-title">
            {copy.hero.title}
          </Typography>
          {!compact && <Lead variant="subtitle1">{copy.hero.lead}</Lead>}
        </Words>
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
