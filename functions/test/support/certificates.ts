import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { der, objectId, octets, sequence, TRUE } from '../../src/platform/credentials/der';

const nameOf = (name: string) =>
  sequence(
    ...[
      ['2.5.4.10', 'Heirlight tests'],
      ['2.5.4.3', name],
    ].map(([id = '', text = '']) => der(0x31, sequence(objectId(id), der(0x0c, Buffer.from(text))))),
  );

const timeOf = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`));
const extension = (id: string, value: Buffer, isCritical = false) =>
  sequence(objectId(id), ...(isCritical ? [TRUE] : []), octets(value));

export interface Issued {
  pem: string;
  key: KeyObject;
  /** PKCS 8, as PEM. */
  keyPem: string;
  name: string;
}

interface Wanted {
  /** Nobody: it signs itself. */
  issuer?: Issued;
  isAuthority?: boolean;
  /** Object identifiers. Usually e-mail. */
  purposes?: string[];
  from?: Date;
  until?: Date;
  curve?: 'P-256' | 'P-384' | 'P-521';
}

const publicOf = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'der' });
const keyIdOf = (key: Buffer) => createHash('sha1').update(key).digest();
const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));

/** Issues a certificate as RFC 5280 has it, with what C2PA asks of one. */
export function issueCertificate(name: string, wanted: Wanted = {}): Issued {
  const { issuer, isAuthority = false, purposes = ['1.3.6.1.5.5.7.3.4'], curve = 'P-256' } = wanted;
  const { from = new Date(Date.UTC(2026, 0, 1)), until = new Date(Date.UTC(2096, 0, 1)) } = wanted;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const issuerSpki = issuer ? publicOf(issuer.key) : spki;
  const usage = isAuthority ? Buffer.of(1, 0x06) : Buffer.of(7, 0x80);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    spki,
    der(
      0xa3,
      sequence(
        extension('2.5.29.19', sequence(...(isAuthority ? [TRUE] : [])), true),
        extension('2.5.29.15', der(0x03, usage), true),
        extension('2.5.29.14', octets(keyIdOf(spki))),
        extension('2.5.29.35', sequence(der(0x80, keyIdOf(issuerSpki)))),
        ...(isAuthority ? [] : [extension('2.5.29.37', sequence(...purposes.map(objectId)))]),
      ),
    ),
  );
  const signature = sign('sha256', body, issuer?.key ?? privateKey);
  const raw = sequence(body, ECDSA_SHA256, der(0x03, Buffer.of(0), signature));
  const lines = raw.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    name,
    pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey,
    keyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
