import { randomUUID } from 'node:crypto';
import { auth } from './admin';
import { suiteUrls } from './suiteUrls';

export interface Person {
  uid: string;
  email: string;
  idToken: string;
}

const PASSWORD = 'attic-box-1923';

/** Signs in as a browser does, over the Auth service's REST API. */
export async function signIn(email: string): Promise<string> {
  const response = await fetch(
    `${suiteUrls.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local-suite`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, returnSecureToken: true }),
    },
  );
  const body = (await response.json()) as { idToken?: string };
  if (!body.idToken) throw new Error(`Sign-in of ${email} failed: ${JSON.stringify(body)}`);
  return body.idToken;
}

export async function newPerson({
  emailVerified = true,
  email = `person-${randomUUID().slice(0, 8)}@example.com`,
} = {}): Promise<Person> {
  const { uid } = await auth.createUser({ email, password: PASSWORD, emailVerified });
  return { uid, email, idToken: await signIn(email) };
}

/**
 * Makes an account's last sign-in earlier, as if its owner had stayed signed in since. The next token that Auth gives
 * out says so; the Admin SDK has no call for it.
 */
export async function ageSignIn(uid: string, byMs: number): Promise<void> {
  const at = Date.now() - byMs;
  const response = await fetch(
    `${suiteUrls.auth}/identitytoolkit.googleapis.com/v1/projects/${suiteUrls.projectId}/accounts:update`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId: uid, lastLoginAt: String(at), validSince: String(Math.floor(at / 1000)) }),
    },
  );
  if (!response.ok) throw new Error(`The sign-in was not made earlier: ${response.status} ${await response.text()}`);
}

/**
 * Ends a sign-in by Firebase's own call, which anybody can make with their token. Returns false when Auth refuses,
 * because the account is disabled.
 */
export async function endSignIn({ idToken }: Person): Promise<boolean> {
  const response = await fetch(`${suiteUrls.auth}/identitytoolkit.googleapis.com/v1/accounts:delete?key=local-suite`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  });
  return response.ok;
}

export interface CallResult {
  status: number;
  result?: unknown;
  error?: { status: string; message: string; details?: { code?: string } };
}

/** As long as the Firebase SDK waits for a callable function. */
const CALL_TIMEOUT_MS = 70_000;

/** Calls a callable function as the Firebase SDK does. Throws a `TimeoutError` when no response comes. */
export async function call(name: string, data: unknown, idToken?: string): Promise<CallResult> {
  const response = await fetch(`${suiteUrls.functions}/${suiteUrls.projectId}/${suiteUrls.region}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(idToken ? { authorization: `Bearer ${idToken}` } : {}) },
    body: JSON.stringify({ data }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  return { status: response.status, ...((await response.json()) as Omit<CallResult, 'status'>) };
}
