import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { copy } from '../lib/copy';
import { openDialog } from '../lib/dialogs';
import { sessionStore, signOut } from '../lib/session';
import { useStore } from '../lib/store';
import { HEADER_PX, PAGE_PX } from '../theme/tokens';
import { Brand } from '../ui/Brand';
import { Icon } from '../ui/Icon';

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1),
  minHeight: HEADER_PX,
  maxWidth: PAGE_PX,
  marginInline: 'auto',
  paddingInline: theme.spacing(2.5),
  [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(4) },
}));

const Actions = styled('div')(({ theme }) => ({ display: 'flex', alignItems: 'center', gap: theme.spacing(0.5) }));

export function Header() {
  const signedIn = useStore(sessionStore, (session) => session.status === 'signedIn');
  return (
    <Bar>
      <Brand />
      {signedIn ? (
        <Actions>
          <IconButton aria-label={copy.header.account} color="inherit" onClick={() => openDialog('account')}>
            <Icon name="account" />
          </IconButton>
          <Button variant="outlined" onClick={() => void signOut()}>
            {copy.header.logout}
          </Button>
        </Actions>
      ) : (
        <Button data-visitor="" variant="outlined" onClick={() => openDialog('login')}>
          {copy.header.login}
        </Button>
      )}
    </Bar>
  );
}
