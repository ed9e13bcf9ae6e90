import { MIN_PASSWORD_LENGTH } from '@heirlight/contract/limits';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { copy } from '../../copy/copy';
import { sessionStore } from '../../domain/session/sessionStore';
import { useDomain } from '../../domain/useDomain';
import { isLinkOver } from '../../lib/errorText';
import { useStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { Words } from '../../ui/Words';
import { AuthForm } from './AuthForm';
import { PasswordField } from './fields';
import { recoveryCopy } from './recoveryCopy';

/** The specification's three checks, in its order. Returns null if the new password may be sent. */
function passwordProblem(password: string, confirmation: string) {
  if (password === '' || confirmation === '') return copy.toasts.passwordsEmpty;
  if (password !== confirmation) return copy.toasts.passwordsDiffer;
  return password.length < MIN_PASSWORD_LENGTH ? copy.toasts.passwordTooShort : null;
}

export interface NewPasswordFormProps {
  code: string;
  email: string;
  onDone: () => void;
  onRequestNew: () => void;
}

export function NewPasswordForm({ code, email, onDone, onRequestNew }: NewPasswordFormProps) {
  const { session, firebase } = useDomain();
  const here = useStore(sessionStore, (current) => (current.status === 'signedIn' ? current.user.email : null));
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');

  /** A link can be used once, and may have been, in another window, since it was opened here. */
  const [isRefused, setRefused] = useState(false);

  const onError = (error: unknown) => setRefused(isLinkOver(error));

  const submit = async () => {
    const problem = passwordProblem(password, confirmation);
    if (problem) toast(problem);
    else if (await session.setNewPassword({ code, password }, onError)) {
      // The change has ended all sign-ins of the account, the one here too.
      if (here === email)
        await firebase
          .auth()
          .then((auth) => auth.signInAgain(password))
          .catch(console.error);
      onDone();
    }
  };

  return (
    <Stack spacing={1}>
      <AuthForm submitLabel={recoveryCopy.submit} onSubmit={submit}>
        <Typography color="textSecondary">
          <Words>{recoveryCopy.forAccount(email, here)}</Words>
        </Typography>
        <PasswordField
          kind="new"
          name="new-password"
          label={recoveryCopy.newPassword}
          hint={copy.auth.passwordHint}
          value={password}
          onChange={setPassword}
        />
        <PasswordField
          kind="new"
          name="confirm-password"
          label={recoveryCopy.confirmPassword}
          same={password}
          value={confirmation}
          onChange={setConfirmation}
        />
      </AuthForm>
      {isRefused && <Button onClick={onRequestNew}>{recoveryCopy.requestNew}</Button>}
    </Stack>
  );
}
