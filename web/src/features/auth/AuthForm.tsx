import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, type ReactNode, useState } from 'react';
import { copy } from '../../lib/copy';

export interface AuthFormProps {
  submitLabel: string;
  /** Sends the form; a second press while it runs is ignored. */
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/** Fields above one button. `noValidate`, because toasts tell every problem. */
export function AuthForm({ submitLabel, onSubmit, children }: AuthFormProps) {
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    await onSubmit().finally(() => setPending(false));
  };
  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={2.5} sx={{ pt: 3 }}>
      {children}
      <Button type="submit" variant="contained" size="large" aria-busy={pending}>
        {pending ? copy.auth.working : submitLabel}
      </Button>
    </Stack>
  );
}
