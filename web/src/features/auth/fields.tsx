import { copy } from '../../lib/copy';
import { Field } from '../../ui/Field';

interface Controlled {
  value: string;
  onChange: (value: string) => void;
}

export function EmailField(controlled: Controlled) {
  return <Field type="email" label={copy.auth.email} name="email" autoComplete="email" {...controlled} />;
}

export interface PasswordFieldProps extends Controlled {
  label?: string;
  name?: string;
  /** `new` makes password managers offer a fresh one. */
  kind: 'current' | 'new';
  hint?: string;
}

export function PasswordField({ label, name, kind, ...rest }: PasswordFieldProps) {
  return (
    <Field
      type="password"
      label={label ?? copy.auth.password}
      name={name ?? 'password'}
      autoComplete={`${kind}-password`}
      {...rest}
    />
  );
}
