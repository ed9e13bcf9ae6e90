import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { type SessionUser, sessionStore } from '../../domain/session/sessionStore';
import { useDomain } from '../../domain/useDomain';
import { copy } from '../../lib/copy';
import { useStore } from '../../lib/store';
import { DialogShell } from '../../ui/DialogShell';
import { DeleteAccountForm } from './DeleteAccountForm';
import { useWithdrawals } from './useWithdrawals';
import { WithdrawForm } from './WithdrawForm';

export default function AccountDialog() {
  const open = useStore(dialogStore, (state) => state.open === 'account');
  const session = useStore(sessionStore);
  return (
    <DialogShell
      open={open}
      title={copy.account.title}
      closeLabel={copy.account.close}
      onClose={closeDialog}
      maxWidth="xs"
    >
      {session.status === 'signedIn' && <Account key={session.user.id} user={session.user} />}
    </DialogShell>
  );
}

function Account({ user }: { user: SessionUser }) {
  const { offers, onWithdraw } = useWithdrawals();
  return (
    <Stack spacing={3} divider={<Divider />}>
      <Who user={user} />
      {offers.length > 0 && <WithdrawForm offers={offers} onWithdraw={onWithdraw} />}
      <DeleteAccountForm />
    </Stack>
  );
}

function Who({ user }: { user: SessionUser }) {
  const { account } = useDomain();
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography>{copy.account.signedInAs(user.email)}</Typography>
      <Typography variant="body2" color="textSecondary">
        {user.emailVerified ? copy.account.verified : copy.account.notVerified}
      </Typography>
      {!user.emailVerified && <Button onClick={account.resendVerification}>{copy.account.resend}</Button>}
    </Stack>
  );
}
