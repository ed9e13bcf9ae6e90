import { createHash } from 'node:crypto';
import { isNone } from './identity';
import type { SignOrder, SignSettings } from './signFile';

export interface Credentials {
  /** Changes with the certificate. */
  id: string;
  /** Returns the file with signed Content Credentials. @throws Error if certificate, key or file do not allow it */
  sign(order: SignOrder): Promise<Buffer>;
}

/** Returns what signs with these settings, or null where the operator gives no certificate. Reads them when it signs. */
export function credentialsOf(settings: SignSettings): Credentials | null {
  const { certificate } = settings;
  if (isNone(certificate)) return null;
  return {
    id: createHash('sha256').update(certificate).digest('hex'),
    sign: async (order) => (await import('./signFile')).signFile(order, settings),
  };
}
