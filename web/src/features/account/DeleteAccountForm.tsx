import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import { useDomain } from '../../domain/useDomain';
import { Field } from '../../ui/Field';
import { accountCopy } from './accountCopy';

/** Does nothing until the word is typed: a deletion cannot be undone. */
export default function DeleteAccountForm() {
  const { account } = useDomain();
  const [typed, setTyped] = useState('');
  const [deleting, setDeleting] = useState(false);
  /** Null until the server asks for a recent sign-in. */
  const [password, setPassword] = useState<string | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const asksPassword = password !== null;
  useEffect(() => {
    if (asksPassword) passwordInput.current?.focus();
  }, [asksPassword]);
  // A phone's keyboard writes "Delete", and a blank after a word that it has completed.
  const confirmed = typed.trim().toUpperCase() === accountCopy.deleteWord && password !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!confirmed || deleting) return;
    setDeleting(true);
    const needsPassword = await account.deleteAccount(password ?? undefined);
    setDeleting(false);
    if (needsPassword) setPassword((known) => known ?? '');
  };
  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={2}>
      <Typography color="textSecondary">{accountCopy.deleteText}</Typography>
      <Field label={accountCopy.deleteLabel} autoComplete="off" value={typed} onChange={setTyped} />
      {asksPassword && (
        <Field
          type="password"
          label={copy.auth.password}
          autoComplete="current-password"
          hint={accountCopy.deletePassword}
          value={password}
          onChange={setPassword}
          inputRef={passwordInput}
        />
      )}
      <Button type="submit" variant="contained" color="error" disabled={!confirmed} aria-busy={deleting}>
        {deleting ? accountCopy.deleting : accountCopy.delete}
      </Button>
    </Stack>
  );
}
