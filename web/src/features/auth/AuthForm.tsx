import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { createContext, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';

export interface AuthFormProps {
  submitLabel: string;
  /** Sends the form; a second press while it runs is ignored. */
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/** Whether the form was sent: from then on its fields say what is wrong with them. */
export const Sent = createContext(false);

/**
 * Fields above one button. `noValidate`, because a toast tells every problem, and the field itself says so in our words.
 */
export function AuthForm({ submitLabel, onSubmit, children }: AuthFormProps) {
  const [pending, setPending] = useState(false);
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sent > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [sent]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setSent((times) => times + 1);
    await onSubmit().finally(() => setPending(false));
  };
  return (
    <Stack component="form" ref={form} noValidate onSubmit={submit} spacing={2.5} sx={{ pt: 3 }}>
      <Sent value={sent > 0}>{children}</Sent>
      <Button type="submit" variant="contained" size="large" aria-busy={pending}>
        {pending ? copy.auth.working : submitLabel}
      </Button>
    </Stack>
  );
}
