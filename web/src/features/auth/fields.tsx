import { MIN_PASSWORD_LENGTH } from '@heirlight/contract/limits';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useContext, useState } from 'react';
import { copy } from '../../copy/copy';
import { Field } from '../../ui/Field';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { Sent } from './AuthForm';

const Unseen = styled('span')(visuallyHidden);

interface Controlled {
  value: string;
  onChange: (value: string) => void;
}

function emailProblem(value: string): string | undefined {
  if (value.trim() === '') return copy.auth.emailMissing;
  return /^\S+@\S+$/.test(value.trim()) ? undefined : copy.auth.emailWrong;
}

export function EmailField(controlled: Controlled) {
  const problem = emailProblem(controlled.value);
  return (
    <Field
      type="email"
      label={copy.auth.email}
      name="email"
      autoComplete="email"
      problem={useContext(Sent) ? problem : undefined}
      {...controlled}
    />
  );
}

export interface PasswordFieldProps extends Controlled {
  label?: string;
  name?: string;
  /** `new` makes password managers offer a fresh one. */
  kind: 'current' | 'new';
  hint?: string;
  /** A password that this one must equal. */
  same?: string;
}

function passwordProblem({ value, kind, same }: Pick<PasswordFieldProps, 'value' | 'kind' | 'same'>) {
  if (value === '') return copy.auth.passwordMissing;
  if (same !== undefined) return value === same ? undefined : copy.toasts.passwordsDiffer.description;
  return kind === 'new' && value.length < MIN_PASSWORD_LENGTH ? copy.auth.passwordHint : undefined;
}

export function PasswordField({ label, name, kind, same, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const problem = passwordProblem({ value: rest.value, kind, ...(same === undefined ? {} : { same }) });
  return (
    <Field
      type={isShown ? 'text' : 'password'}
      label={label ?? copy.auth.password}
      name={name ?? 'password'}
      autoComplete={`${kind}-password`}
      problem={useContext(Sent) ? problem : undefined}
      endAdornment={
        <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {copy.auth.show}
          <Unseen> {copy.auth.shown}</Unseen>
        </Button>
      }
      {...rest}
    />
  );
}
