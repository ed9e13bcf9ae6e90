import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useSyncExternalStore } from 'react';
import { openLogin } from '../../domain/dialogs/dialogs';
import { leaveToRoot, recoveryCode } from '../../domain/session/recoveryAddress';
import { sessionStore, signedInUser } from '../../domain/session/sessionStore';
import { DialogShell } from '../../ui/DialogShell';
import { NewPasswordForm } from './NewPasswordForm';
import { recoveryCopy } from './recoveryCopy';
import { useResetCode } from './useResetCode';

/** With the address whose link was refused; a used link does not tell it, then that of whoever is signed in. */
function requestNew(email = signedInUser()?.email): void {
  leaveToRoot();
  openLogin('reset', email);
}

/** The new password is for logging in, which comes next. */
function logInNext(email: string): void {
  leaveToRoot();
  if (sessionStore.get().status === 'signedOut') openLogin('login', email);
}

/** Another link may be opened in the same page. */
function onOtherLink(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** Shown while the address says `type=recovery`; closing it leads to the root path. */
export default function RecoveryOverlay() {
  const code = useSyncExternalStore(onOtherLink, recoveryCode);
  const state = useResetCode(code);
  return (
    <DialogShell
      open
      title={recoveryCopy.title}
      closeLabel={recoveryCopy.cancel}
      onClose={leaveToRoot}
      hasAddress
      maxWidth="xs"
    >
      {state.status === 'checking' && <Typography role="status">{recoveryCopy.checking}</Typography>}
      {state.status === 'good' && (
        <NewPasswordForm
          code={code}
          email={state.email}
          onDone={() => logInNext(state.email)}
          onRequestNew={() => requestNew(state.email)}
        />
      )}
      {state.status === 'bad' && (
        <Stack spacing={2.5}>
          <Typography role="alert">{state.problem}</Typography>
          <Button variant="contained" onClick={state.isOver ? () => requestNew() : state.retry}>
            {state.isOver ? recoveryCopy.requestNew : recoveryCopy.tryAgain}
          </Button>
        </Stack>
      )}
    </DialogShell>
  );
}
