import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { copy } from '../copy/copy';
import { openDialog } from '../domain/dialogs/dialogs';
import { isSomebodys, sessionStore } from '../domain/session/sessionStore';
import { useStore } from '../lib/store';
import { tellLost } from '../lib/tellLost';
import { HEADER_PX, pageWidth, TARGET_PX } from '../theme/tokens';
import { Brand } from '../ui/Brand';
import { Icon } from '../ui/Icon';
import { domainCode } from './lazyCode';

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  // Large text puts the buttons below the name.
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1),
  minHeight: HEADER_PX,
  maxWidth: pageWidth,
  marginInline: 'auto',
  paddingInline: theme.spacing(2.5),
  [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(4) },
  [theme.breakpoints.down('sm')]: {
    columnGap: theme.spacing(0.5),
    '& .MuiButton-root': { paddingInline: theme.spacing(1.5) },
  },
}));

const Actions = styled('div')(({ theme }) => ({ display: 'flex', alignItems: 'center', gap: theme.spacing(0.5) }));

/** Not MUI's IconButton: a first visit would download it for this alone. */
const Round = styled(Button)({ minWidth: TARGET_PX, padding: 0 });

const leave = () => void domainCode().then(({ domain }) => domain.leave(), tellLost);

export function Header({ onLogout = leave }: { onLogout?: () => void }) {
  const signedIn = useStore(sessionStore, isSomebodys);
  return (
    <Bar>
      <Brand />
      {signedIn ? (
        <Actions>
          <Round aria-label={copy.header.account} color="inherit" onClick={() => openDialog('account')}>
            <Icon name="account" />
          </Round>
          <Button variant="outlined" onClick={onLogout}>
            {copy.header.logout}
          </Button>
        </Actions>
      ) : (
        <Button data-visitor="" data-opens="login" variant="outlined" onClick={() => openDialog('login')}>
          {copy.header.login}
        </Button>
      )}
    </Bar>
  );
}
