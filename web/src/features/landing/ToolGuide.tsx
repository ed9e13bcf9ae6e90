import { TOOLS } from '@heirlight/contract/tools';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { toolCopy } from '../../copy/toolCopy';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';
import { ToolPair } from '../../ui/ToolPair';

/** On a phone two beside each other, above their words. On a wide screen two as well, unless large text needs the room. */
const Tools = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
  gap: theme.spacing(3, 2),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr', gap: theme.spacing(4) },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(auto-fit, minmax(24rem, 1fr))' },
}));

const Tool = styled('li')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(1.5),
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'minmax(0, 13rem) 1fr',
    columnGap: theme.spacing(3),
    alignItems: 'center',
  },
}));

const Words = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.5),
  color: theme.vars.palette.text.secondary,
  '& > h3': { color: theme.vars.palette.text.primary },
}));

const When = styled(Typography)(({ theme }) => ({ color: theme.vars.palette.text.primary }));

/** All tools: what each makes of a photo, and when to choose it. */
export function ToolGuide() {
  const { title, lead } = toolCopy.guide;
  return (
    <Section aria-labelledby="tools-title">
      <SectionHeading id="tools-title" title={title} lead={lead} />
      <Tools>
        {TOOLS.map(({ id, name, description }) => (
          <Tool key={id}>
            <ToolPair toolId={id} />
            <Words>
              <Typography variant="h3">{name}</Typography>
              <Typography variant="body2">{description}</Typography>
              <When variant="body2">{toolCopy.when[id]}</When>
            </Words>
          </Tool>
        ))}
      </Tools>
    </Section>
  );
}
