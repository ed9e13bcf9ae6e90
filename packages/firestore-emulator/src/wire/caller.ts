import type { RulesAuth } from '@heirlight/security-rules';
import { FirestoreError } from '../database/errors';

/** The caller of a request. Rules do not apply to administrators. A user with `auth: null` is signed out. */
export type Caller = { kind: 'admin' } | { kind: 'user'; auth: RulesAuth | null };

/**
 * Reads the caller from an `Authorization` header. firebase-admin and the emulator suite send `Bearer owner`; over REST
 * Google's server SDK sends a token that the service account has signed for itself. Any other token must be a JWT. Its
 * signature and expiry are not checked, because the Auth emulator and rules-unit-testing issue unsigned tokens
 * (`alg: none`), the latter dated 1970.
 *
 * @throws FirestoreError UNAUTHENTICATED if the token cannot be read
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
  // Source: https://google.aip.dev/auth/4111
  if (claims.iss === uid) return { kind: 'admin' };
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
