import { isReachable } from '../../lib/authGate';
import { copy } from '../../lib/copy';
import { authErrorText } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import type { Credentials } from './authApi';

/** Runs one request of the auth provider; a failure becomes a toast under `title`. Answers whether it worked. */
async function attempt(title: string, request: (api: typeof import('./authApi')) => Promise<void>): Promise<boolean> {
  if (!(await isReachable())) return false;
  try {
    await request(await import('./authApi'));
    return true;
  } catch (error) {
    toast({ title, description: authErrorText(error), destructive: true });
    return false;
  }
}

/** Logs in; empty fields are the provider's to refuse. Answers whether it worked. */
export async function logIn({ email, password }: Credentials): Promise<boolean> {
  const done = await attempt(copy.failed.signIn, (api) => api.signIn({ email: email.trim(), password }));
  if (done) toast(copy.toasts.loggedIn);
  return done;
}

/** Creates an account and signs in. Answers whether it worked. */
export async function createAccount({ email, password }: Credentials): Promise<boolean> {
  if (email.trim() === '' || password === '') {
    toast(copy.toasts.signUpEmpty);
    return false;
  }
  const done = await attempt(copy.failed.signUp, (api) => api.signUp({ email: email.trim(), password }));
  if (done) toast(copy.toasts.signedUp);
  return done;
}

/** Asks for a reset e-mail. Answers whether it was sent. */
export async function requestReset(email: string): Promise<boolean> {
  if (email.trim() === '') {
    toast(copy.toasts.resetEmpty);
    return false;
  }
  const done = await attempt(copy.failed.reset, (api) => api.sendReset(email.trim()));
  if (done) toast(copy.toasts.resetSent);
  return done;
}
