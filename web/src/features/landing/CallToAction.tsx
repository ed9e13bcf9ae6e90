import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { copy } from '../../copy/copy';
import { requestUpload } from '../../domain/upload/requestUpload';
import { measure, radius } from '../../theme/tokens';
import { Section } from '../../ui/Section';

const Wrap = styled(Section)({ paddingTop: 0 });

const Card = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: theme.spacing(2),
  paddingInline: theme.spacing(3),
  paddingBlock: theme.spacing(8),
  borderRadius: radius.large,
  textAlign: 'center',
  backgroundColor: theme.vars.palette.own.accentWash,
}));

const Text = styled(Typography)({ maxWidth: measure });

export function CallToAction() {
  const { title, text, action } = copy.landing.callToAction;
  return (
    <Wrap aria-labelledby="call-to-action-title">
      <Card>
        <Typography variant="h2" id="call-to-action-title">
          {title}
        </Typography>
        <Text variant="subtitle1">{text}</Text>
        <Button variant="contained" size="large" data-opens="login" onClick={() => requestUpload()}>
          {action}
        </Button>
      </Card>
    </Wrap>
  );
}
