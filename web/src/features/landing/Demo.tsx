import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { copy } from '../../copy/copy';
import { ByHand } from '../../ui/ByHand';
import { CompareSlider } from '../../ui/compare/CompareSlider';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';
import { demoPictures } from './demoPictures';

const Pairs = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(5),
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)', gap: theme.spacing(4) },
}));

const Caption = styled('figcaption')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.5),
  marginTop: theme.spacing(2),
  color: theme.vars.palette.text.secondary,
  '& > h3': { color: theme.vars.palette.text.primary },
}));

const slots = ['portrait', 'damaged', 'colorization'] as const;

export function Demo() {
  const { title, lead, keys, pairs } = copy.landing.demo;
  return (
    <Section aria-labelledby="demo-title">
      <SectionHeading
        id="demo-title"
        title={title}
        lead={
          <>
            {lead} <ByHand>{keys}</ByHand>
          </>
        }
      />
      <Pairs>
        {slots.map((slot) => {
          const { title: name, text } = pairs[slot];
          return (
            <figure key={slot}>
              <CompareSlider {...demoPictures[slot]} alt={name} />
              <Caption>
                <Typography variant="h3">{name}</Typography>
                <Typography variant="body2">{text}</Typography>
              </Caption>
            </figure>
          );
        })}
      </Pairs>
    </Section>
  );
}
