import { BRAND, SUPPORT_EMAIL } from '@heirlight/contract/brand';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { copy } from '../../copy/copy';
import { HAIRLINE, pageWidth, TARGET_PX, type } from '../../theme/tokens';
import { Words } from '../../ui/Words';
import { Still } from './Still';

const Bar = styled('footer')(({ theme }) => ({
  borderTop: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  fontSize: type.small,
}));

const Inner = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  maxWidth: pageWidth,
  marginInline: 'auto',
  paddingInline: theme.spacing(2.5),
  paddingBlock: theme.spacing(5),
  [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(4) },
}));

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: theme.spacing(4),
  rowGap: theme.spacing(1),
}));

const Links = styled('ul')(({ theme }) => ({ display: 'flex', flexWrap: 'wrap', columnGap: theme.spacing(3) }));

const Link = styled('a')({ display: 'block', minHeight: TARGET_PX, alignContent: 'center', color: 'inherit' });

const ABOUT = ['questions', 'privacy', 'terms'] as const;

export function Footer() {
  return (
    <Bar>
      <Inner>
        <Row>
          <Button variant="outlined" href={`mailto:${SUPPORT_EMAIL}?subject=${encodeURIComponent(BRAND)}`}>
            {copy.footer.contact}
          </Button>
          <Links>
            {ABOUT.map((page) => (
              <li key={page}>
                <Link href={`#${page}`}>{copy.footer.about[page]}</Link>
              </li>
            ))}
          </Links>
          <p>
            <Words>{copy.footer.copyright}</Words>
          </p>
          <p>{copy.footer.version}</p>
        </Row>
        <Still part="credits" />
      </Inner>
    </Bar>
  );
}
