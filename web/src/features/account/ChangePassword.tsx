import { MIN_PASSWORD_LENGTH } from '@heirlight/contract/limits';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, useState } from 'react';
import { copy } from '../../copy/copy';
import { useDomain } from '../../domain/useDomain';
import { toast } from '../../lib/toast';
import { Field } from '../../ui/Field';
import { accountCopy } from './accountCopy';

const { password: words } = accountCopy;

/** Changes the password here, or sends the e-mail with a link to a new one. */
export default function ChangePassword({ email }: { email: string }) {
  const { account, session } = useDomain();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (current === '' || next === '') return toast(copy.toasts.passwordsEmpty);
    if (next.length < MIN_PASSWORD_LENGTH) return toast(copy.toasts.passwordTooShort);
    setBusy(true);
    const isChanged = await account.changePassword({ current, next });
    setBusy(false);
    if (!isChanged) return;
    setCurrent('');
    setNext('');
  };
  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={2}>
      {/* Password managers want to know whose password it is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        type="password"
        name="current-password"
        autoComplete="current-password"
        label={words.current}
        value={current}
        onChange={setCurrent}
      />
      <Field
        type="password"
        name="new-password"
        autoComplete="new-password"
        label={words.next}
        hint={`${copy.auth.passwordHint} ${words.others}`}
        value={next}
        onChange={setNext}
      />
      <Button type="submit" variant="contained" aria-busy={isBusy}>
        {isBusy ? words.changing : words.change}
      </Button>
      <Button onClick={() => void session.requestReset(email)}>{words.forgotten}</Button>
    </Stack>
  );
}
