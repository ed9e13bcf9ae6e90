import TextField from '@mui/material/TextField';
import { copy } from '../../lib/copy';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function EmailField({ value, onChange }: FieldProps) {
  return (
    <TextField
      type="email"
      label={copy.auth.email}
      name="email"
      autoComplete="email"
      fullWidth
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export interface PasswordFieldProps extends FieldProps {
  label?: string;
  name?: string;
  /** `new` makes password managers offer a fresh one. */
  kind: 'current' | 'new';
  hint?: string;
}

export function PasswordField({ value, onChange, kind, hint, ...field }: PasswordFieldProps) {
  return (
    <TextField
      type="password"
      label={field.label ?? copy.auth.password}
      name={field.name ?? 'password'}
      autoComplete={`${kind}-password`}
      fullWidth
      helperText={hint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
