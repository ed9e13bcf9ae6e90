import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { HAIRLINE, ICON_PX, radius } from '../../theme/tokens';
import { Icon } from '../../ui/Icon';
import { Section } from '../../ui/Section';
import { SectionHeading } from '../../ui/SectionHeading';
import { stillCopy } from './stillCopy';

const Band = styled('div')(({ theme }) => ({
  backgroundColor: theme.vars.palette.own.sunken,
  borderBlock: `${HAIRLINE} solid ${theme.vars.palette.divider}`,
}));

const Items = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
}));

const Item = styled('li')(({ theme }) => ({ display: 'grid', alignContent: 'start', gap: theme.spacing(1) }));

const Seal = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: ICON_PX * 2,
  height: ICON_PX * 2,
  marginBottom: theme.spacing(1),
  borderRadius: radius.pill,
  color: theme.vars.palette.primary.main,
  backgroundColor: theme.vars.palette.own.accentWash,
}));

const Text = styled(Typography)(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

const icons = ['palette', 'scratch', 'face'] as const;

export function Features() {
  const { title, items } = stillCopy.features;
  return (
    <Band>
      <Section aria-labelledby="features-title">
        <SectionHeading id="features-title" title={title} />
        <Items>
          {icons.map((icon) => (
            <Item key={icon}>
              <Seal>
                <Icon name={icon} />
              </Seal>
              <Typography variant="h3">{items[icon].title}</Typography>
              <Text>{items[icon].text}</Text>
            </Item>
          ))}
        </Items>
      </Section>
    </Band>
  );
}
