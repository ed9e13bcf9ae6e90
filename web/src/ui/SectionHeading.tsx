import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { measure } from '../theme/tokens';

const Lead = styled(Typography)(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  maxWidth: measure,
  marginTop: theme.spacing(1.5),
}));

const Heading = styled('div')(({ theme }) => ({ marginBottom: theme.spacing(5) }));

export interface SectionHeadingProps {
  id: string;
  title: string;
  lead?: ReactNode;
}

export function SectionHeading({ id, title, lead }: SectionHeadingProps) {
  return (
    <Heading>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {lead && <Lead variant="subtitle1">{lead}</Lead>}
    </Heading>
  );
}
