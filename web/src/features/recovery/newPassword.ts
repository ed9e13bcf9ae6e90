import { MIN_PASSWORD_LENGTH } from '@heirlight/contract/limits';

export type PasswordProblem = 'passwordsEmpty' | 'passwordsDiffer' | 'passwordTooShort';

export interface NewPassword {
  password: string;
  confirmation: string;
}

/** The specification's three checks, in its order; null when the new password may be sent. */
export function passwordProblem({ password, confirmation }: NewPassword): PasswordProblem | null {
  if (password === '' || confirmation === '') return 'passwordsEmpty';
  if (password !== confirmation) return 'passwordsDiffer';
  return password.length < MIN_PASSWORD_LENGTH ? 'passwordTooShort' : null;
}
