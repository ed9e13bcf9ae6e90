import { createHash, randomBytes, sign, X509Certificate } from 'node:crypto';
import { der, objectId, octets, readValues, sequence, TAG, valueAt } from '../../src/platform/credentials/der';
import type { Issued } from './certificates';

/** What a service of time stamps puts into its answer: a mistake, where a test wants one. */
interface Wanted {
  now: Date;
  /** PKIStatus: 0 for a stamp that is granted. */
  status?: number;
  digest?: Buffer;
  nonce?: Buffer;
  hasCertificates?: boolean;
}

const ID = {
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
  signedData: '1.2.840.113549.1.7.2',
  timeStamp: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  policy: '1.3.6.1.4.1.13762.3',
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const integer = (...bytes: number[]) => der(TAG.integer, Buffer.from(bytes));
const SHA256 = sequence(objectId(ID.sha256), der(TAG.null));
const attribute = (id: string, value: Buffer) => sequence(objectId(id), der(TAG.set, value));
const timeOf = (date: Date) => Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`);

/** SignedData of CMS (RFC 5652) as a time stamping service makes it. */
function signedData(info: Buffer, { key, pem }: Issued, { hasCertificates = true }: Wanted): Buffer {
  const { raw } = new X509Certificate(pem);
  const [, serial, , issuer] = readValues(valueAt(valueAt(raw, 0, TAG.sequence).body, 0, TAG.sequence).body);
  const attributes = [
    attribute(ID.contentType, objectId(ID.timeStamp)),
    attribute(ID.messageDigest, octets(sha256(info))),
    attribute(ID.signingCertificate, sequence(sequence(sequence(octets(sha256(raw)))))),
  ].sort(Buffer.compare);
  const signature = sign('sha256', der(TAG.set, ...attributes), key);
  const signer = sequence(
    integer(1),
    sequence(issuer?.raw ?? Buffer.of(), serial?.raw ?? Buffer.of()),
    SHA256,
    der(TAG.first, ...attributes),
    sequence(objectId(ID.ecdsaSha256)),
    octets(signature),
  );
  return sequence(
    objectId(ID.signedData),
    der(
      TAG.first,
      sequence(
        integer(3),
        der(TAG.set, SHA256),
        sequence(objectId(ID.timeStamp), der(TAG.first, octets(info))),
        ...(hasCertificates ? [der(TAG.first, raw)] : []),
        der(TAG.set, signer),
      ),
    ),
  );
}

/** Answers a request for a time stamp (RFC 3161) as a service with this certificate. */
export function timeStampReply(query: Buffer, by: Issued, wanted: Wanted): Buffer {
  const [, imprint, nonce] = readValues(valueAt(query, 0, TAG.sequence).body);
  const [hash, digest] = readValues(imprint?.body ?? Buffer.of());
  const info = sequence(
    integer(1),
    objectId(ID.policy),
    sequence(hash?.raw ?? Buffer.of(), octets(wanted.digest ?? digest?.body ?? Buffer.of())),
    integer(1, ...randomBytes(8)),
    der(TAG.time, timeOf(wanted.now)),
    sequence(integer(1)),
    wanted.nonce ? der(TAG.integer, wanted.nonce) : (nonce?.raw ?? Buffer.of()),
  );
  return sequence(sequence(integer(wanted.status ?? 0)), signedData(info, by, wanted));
}
