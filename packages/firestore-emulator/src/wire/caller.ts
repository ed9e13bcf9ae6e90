import type { RulesAuth } from '@heirlight/security-rules';
import { FirestoreError } from '../database/errors';

/** Who is calling. An administrator passes every rule; a user with `auth: null` is signed out. */
export type Caller = { kind: 'admin' } | { kind: 'user'; auth: RulesAuth | null };

/**
 * The caller behind an `Authorization` header. `Bearer owner` is what firebase-admin and the emulator suite send.
 * Everything else must be a JWT, whose claims are believed: the Auth emulator and rules-unit-testing issue unsigned
 * ones (`alg: none`), the latter dated 1970, so neither signature nor expiry can be checked here.
 * @throws FirestoreError UNAUTHENTICATED when the token cannot be read.
 */
export function callerFrom(authorization: string | undefined): Caller {
  const token = /^Bearer\s+(.*)$/i.exec(authorization?.trim() ?? '')?.[1]?.trim();
  if (!token) return { kind: 'user', auth: null };
  if (token === 'owner') return { kind: 'admin' };
  const claims = readClaims(token);
  const uid = claims && (claims.sub ?? claims.user_id ?? claims.uid);
  if (!claims || typeof uid !== 'string' || uid === '') {
    throw new FirestoreError('UNAUTHENTICATED', 'The authorization token is not a readable Firebase ID token.');
  }
  return { kind: 'user', auth: { uid, token: claims } };
}

function readClaims(token: string): Record<string, unknown> | undefined {
  const [, payload] = token.split('.');
  if (!payload) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
