import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { creditsStore } from '../../domain/account/creditsStore';
import { closeDialog, dialogStore } from '../../domain/dialogs/dialogs';
import { type SessionUser, sessionStore } from '../../domain/session/sessionStore';
import { useDomain } from '../../domain/useDomain';
import { useStore } from '../../lib/store';
import { DialogShell } from '../../ui/DialogShell';
import { Words } from '../../ui/Words';
import { accountCopy } from './accountCopy';
import { Part } from './Part';
import { useWithdrawals } from './useWithdrawals';
import { WithdrawForm } from './WithdrawForm';

export default function AccountDialog() {
  const open = useStore(dialogStore, (state) => state.open === 'account');
  const session = useStore(sessionStore);
  return (
    <DialogShell
      open={open}
      title={accountCopy.title}
      closeLabel={accountCopy.close}
      onClose={closeDialog}
      maxWidth="sm"
    >
      {session.status === 'signedIn' && <Account key={session.user.id} user={session.user} />}
    </DialogShell>
  );
}

const ledgerCode = () => import('./Ledger');
const purchasesCode = () => import('./Purchases');
const sharedCode = () => import('./SharedSets');
const passwordCode = () => import('./ChangePassword');
const exportCode = () => import('./ExportEverything');
const deletedCode = () => import('./DeletedPhotos');
const deleteCode = () => import('./DeleteAccountForm');

function Account({ user }: { user: SessionUser }) {
  const { offers, onWithdraw } = useWithdrawals();
  const purchases = useRef<HTMLButtonElement>(null);
  const { email } = user;
  return (
    <Stack spacing={1} divider={<Divider />}>
      <Who user={user} />
      <Part title={accountCopy.ledger.title} load={ledgerCode} props={{}} />
      <Part title={accountCopy.purchases.title} load={purchasesCode} props={{}} heading={purchases} />
      {offers.length > 0 && <WithdrawForm offers={offers} onWithdraw={onWithdraw} before={purchases} />}
      <Part title={accountCopy.shared.title} load={sharedCode} props={{}} />
      <Part title={accountCopy.password.title} load={passwordCode} props={{ email }} />
      <Part title={accountCopy.exporting.title} load={exportCode} props={{ email }} />
      <Part title={accountCopy.deletedTitle} load={deletedCode} props={{}} />
      <Part title={accountCopy.deleteTitle} load={deleteCode} props={{}} />
    </Stack>
  );
}

function Who({ user }: { user: SessionUser }) {
  const { account } = useDomain();
  const credits = useStore(creditsStore);
  return (
    <Stack spacing={1} useFlexGap sx={{ alignItems: 'flex-start', pb: 1 }}>
      {credits.status === 'ready' && (
        <Typography variant="h2" component="p" color="primary">
          {accountCopy.balance(credits.restoresAvailable)}
        </Typography>
      )}
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <Words>{accountCopy.signedInAs(user.email)}</Words>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {user.emailVerified ? accountCopy.verified : accountCopy.notVerified}
      </Typography>
      {!user.emailVerified && (
        // Its words stand in line with those above.
        <Button sx={{ mx: -2.5 }} onClick={account.resendVerification}>
          {accountCopy.resend}
        </Button>
      )}
    </Stack>
  );
}
