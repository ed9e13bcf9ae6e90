import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ComponentType, type Ref, useState } from 'react';
import { RULE } from '../../theme/tokens';
import { LazyPart } from '../../ui/LazyPart';

const Heading = styled(Button)(({ theme }) => ({
  ...theme.typography.h3,
  width: `calc(100% + ${theme.spacing(2)})`,
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  marginInline: theme.spacing(-1),
  paddingInline: theme.spacing(1),
  borderRadius: theme.shape.borderRadius,
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  // Points down while it is closed, up while it is open.
  '&::after': {
    content: '""',
    flex: 'none',
    width: '0.5em',
    height: '0.5em',
    marginRight: '0.25em',
    border: 'solid currentColor',
    borderWidth: `0 ${RULE} ${RULE} 0`,
    transform: 'translateY(-25%) rotate(45deg)',
  },
  '&[aria-expanded=true]::after': { transform: 'translateY(25%) rotate(-135deg)' },
}));

const Content = styled('div')(({ theme }) => ({ paddingTop: theme.spacing(1.5) }));

interface PartProps<Props extends object> {
  title: string;
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
  heading?: Ref<HTMLButtonElement>;
}

/** A part of the dialog that is downloaded when it is opened. */
export function Part<Props extends object>({ title, load, props, heading }: PartProps<Props>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <Typography component="h3">
        <Heading ref={heading} color="inherit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
        </Heading>
      </Typography>
      {isOpen && (
        <Content>
          <LazyPart load={load} props={props} onLost={() => setOpen(false)} />
        </Content>
      )}
    </section>
  );
}
