import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useDomain } from '../../domain/useDomain';
import { copy } from '../../lib/copy';

/** Does nothing until the word is typed: a deletion cannot be undone. */
export function DeleteAccountForm() {
  const { account } = useDomain();
  const [typed, setTyped] = useState('');
  const [deleting, setDeleting] = useState(false);
  const confirmed = typed.trim() === copy.account.deleteWord;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!confirmed || deleting) return;
    setDeleting(true);
    await account.deleteAccount();
    setDeleting(false);
  };
  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={2}>
      <Typography variant="h3">{copy.account.deleteTitle}</Typography>
      <Typography color="textSecondary">{copy.account.deleteText}</Typography>
      <TextField
        label={copy.account.deleteLabel}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="contained" color="error" disabled={!confirmed} aria-busy={deleting}>
        {deleting ? copy.account.deleting : copy.account.delete}
      </Button>
    </Stack>
  );
}
