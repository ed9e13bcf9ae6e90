import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { headlineFamily } from '../../theme/fonts/fonts';
import { HAIRLINE, type, weight } from '../../theme/tokens';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';
import { stillCopy } from './stillCopy';

const Three = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  counterReset: 'step',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
}));

const Step = styled('li')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(1),
  color: theme.vars.palette.text.secondary,
  counterIncrement: 'step',
  '& > h3': { color: theme.vars.palette.text.primary },
  '&::before': {
    content: 'counter(step)',
    fontFamily: headlineFamily,
    fontSize: type.h2,
    fontWeight: weight.headline,
    lineHeight: 1,
    color: theme.vars.palette.primary.main,
  },
}));

const Promises = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  marginTop: theme.spacing(6),
  paddingTop: theme.spacing(4),
  borderTop: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)', gap: theme.spacing(4) },
}));

const Term = styled('dt')(({ theme }) => ({ fontWeight: theme.typography.fontWeightBold }));
const Definition = styled('dd')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

/** How it works, and what happens to the picture. */
export function Steps() {
  const { title, items, promises } = stillCopy.steps;
  return (
    <Section aria-labelledby="steps-title">
      <SectionHeading id="steps-title" title={title} />
      <Three>
        {items.map((step) => (
          <Step key={step.title}>
            <Typography variant="h3">{step.title}</Typography>
            <Typography>{step.text}</Typography>
          </Step>
        ))}
      </Three>
      <Promises>
        {promises.map((promise) => (
          <div key={promise.title}>
            <Term>{promise.title}</Term>
            <Definition>{promise.text}</Definition>
          </div>
        ))}
      </Promises>
    </Section>
  );
}
