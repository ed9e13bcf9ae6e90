import { createHash } from 'node:crypto';
import { isNone } from './identity';
import type { SignOrder } from './signFile';

export interface Credentials {
  /** Changes with the certificate. */
  id: string;
  /** Returns the file with signed Content Credentials. @throws Error if certificate, key or file do not allow it */
  sign(order: SignOrder): Promise<Buffer>;
}

/** Returns what signs with this certificate and key, or null where the operator gives none. Reads them when it signs. */
export function credentialsOf(certificate: string, key: string): Credentials | null {
  if (isNone(certificate)) return null;
  return {
    id: createHash('sha256').update(certificate).digest('hex'),
    sign: async (order) => (await import('./signFile')).signFile(order, { certificate, key }),
  };
}
