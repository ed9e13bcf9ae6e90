import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** Who signs: the certificates from the one that signs upwards, and its private key. */
export interface Identity {
  certificates: X509Certificate[];
  key: KeyObject;
  algorithm: SigningAlgorithm;
}

/** The curves of keys, and the algorithms that C2PA has for them. */
const ALGORITHMS = {
  prime256v1: { c2pa: 'es256', cose: -7, hash: 'sha256' },
  secp384r1: { c2pa: 'es384', cose: -35, hash: 'sha384' },
} as const;
export type SigningAlgorithm = (typeof ALGORITHMS)[keyof typeof ALGORITHMS];

/** What a certificate may be for, one of which C2PA demands: e-mail, documents, claims of C2PA. */
const PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const NAMES = { certificate: 'CONTENT_CREDENTIALS_CERTIFICATE', key: 'CONTENT_CREDENTIALS_KEY' } as const;

/** Whether the operator gives none. */
export const isNone = (setting: string): boolean => ['', 'none'].includes(setting.trim());

/** Dotenv files may keep line breaks as `\n`. */
const withLines = (pem: string) => pem.replaceAll('\\n', '\n');

function readCertificates(pem: string): X509Certificate[] {
  try {
    const found = withLines(pem).match(CERTIFICATE) ?? [];
    if (found.length > 0) return found.map((one) => new X509Certificate(one));
  } catch {
    // Said below, without the parser's words.
  }
  throw new Error(`${NAMES.certificate} must be certificates as PEM, or none`);
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(withLines(pem));
  } catch {
    throw new Error(`${NAMES.key} must be a private key as PEM`);
  }
}

function algorithmOf(key: KeyObject): SigningAlgorithm {
  const curve = key.asymmetricKeyDetails?.namedCurve ?? '';
  const found = curve in ALGORITHMS ? ALGORITHMS[curve as keyof typeof ALGORITHMS] : undefined;
  if (!found) throw new Error(`${NAMES.key} must be of the curve P-256 or P-384`);
  return found;
}

/** What readers would hold against the certificates; null if nothing. */
function problemOf(certificates: readonly X509Certificate[], now: Date): string | null {
  const [own] = certificates;
  if (!own || own.ca) return 'must begin with the certificate that signs, which is no authority’s';
  if (own.subject === own.issuer) return 'signs itself, and readers refuse that';
  if (!own.keyUsage?.some((purpose) => PURPOSES.includes(purpose)))
    return 'is for none of e-mail, documents and claims of C2PA';
  for (const [index, one] of certificates.entries()) {
    if (now < new Date(one.validFrom) || now > new Date(one.validTo))
      return `is valid from ${one.validFrom} to ${one.validTo}: ${one.subject.replaceAll('\n', ', ')}`;
    const issuer = certificates[index + 1];
    if (issuer && !one.checkIssued(issuer)) return 'must have each certificate before the one that issued it';
  }
  return null;
}

/**
 * Reads who signs. What is wrong comes up here and not in a file that readers refuse.
 *
 * @throws Error that names the parameter or secret at fault
 */
export function readIdentity({ certificate, key }: { certificate: string; key: string }, now: Date): Identity {
  const certificates = readCertificates(certificate);
  const problem = problemOf(certificates, now);
  if (problem) throw new Error(`${NAMES.certificate} ${problem}`);
  const privateKey = readKey(key);
  const algorithm = algorithmOf(privateKey);
  if (!certificates[0]?.checkPrivateKey(privateKey))
    throw new Error(`${NAMES.key} is not the key of ${NAMES.certificate}`);
  return { certificates, key: privateKey, algorithm };
}
