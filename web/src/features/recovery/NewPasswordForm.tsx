import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { copy } from '../../lib/copy';
import { authErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import { AuthForm } from '../auth/AuthForm';
import { PasswordField } from '../auth/fields';
import { passwordProblem } from './newPassword';

export interface NewPasswordFormProps {
  code: string;
  email: string;
  onDone: () => void;
}

export function NewPasswordForm({ code, email, onDone }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');

  const submit = async () => {
    const problem = passwordProblem({ password, confirmation });
    if (problem) {
      toast(copy.toasts[problem]);
      return;
    }
    try {
      const { setNewPassword } = await import('./recoveryApi');
      await setNewPassword({ code, password });
      toast(copy.toasts.passwordUpdated);
      onDone();
    } catch (error) {
      toast({ title: copy.failed.passwordUpdate, description: authErrorText(error), destructive: true });
    }
  };

  return (
    <AuthForm submitLabel={copy.recovery.submit} onSubmit={submit}>
      <Typography color="textSecondary">{copy.recovery.forAccount(email)}</Typography>
      <PasswordField
        kind="new"
        name="new-password"
        label={copy.recovery.newPassword}
        hint={copy.auth.passwordHint}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        kind="new"
        name="confirm-password"
        label={copy.recovery.confirmPassword}
        value={confirmation}
        onChange={setConfirmation}
      />
    </AuthForm>
  );
}
