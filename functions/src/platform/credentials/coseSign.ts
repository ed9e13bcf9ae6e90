import { sign } from 'node:crypto';
import { MAX_TIME_STAMP_BYTES } from '@heirlight/contract/limits';
import type { Identity } from './identity';

/** CBOR's kinds of values (RFC 8949, section 3.1). */
const KIND = { positive: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5 } as const;
const NULL = Buffer.of(0xf6);
/** Marks what follows as COSE_Sign1 (RFC 9052, section 4.2). */
const COSE_SIGN1 = Buffer.of(0xd2);
/** Labels of COSE's headers. */
const HEADER = { algorithm: 1, certificates: 33 } as const;

/** The head of a value: its kind, and a number or a length below 65,536. The shortest form, which signatures need. */
function head(kind: number, value: number): Buffer {
  const first = kind << 5;
  if (value < 24) return Buffer.of(first | value);
  if (value < 0x100) return Buffer.of(first | 24, value);
  return Buffer.of(first | 25, value >> 8, value & 0xff);
}

const integer = (value: number) => (value < 0 ? head(KIND.negative, -1 - value) : head(KIND.positive, value));
const bytes = (value: Uint8Array) => Buffer.concat([head(KIND.bytes, value.length), value]);
const text = (value: string) => Buffer.concat([head(KIND.text, Buffer.byteLength(value)), Buffer.from(value)]);
const array = (...items: Buffer[]) => Buffer.concat([head(KIND.array, items.length), ...items]);
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(KIND.map, entries.length), ...entries.flat()]);

/** Returns the time stamp (RFC 3161) of these bytes, or null if there is none to be had. */
export type Stamp = (bytes: Buffer) => Promise<Buffer | null>;

/** Bytes that a signature takes beside its certificates and its time stamp, with room to spare. */
const FRAME_BYTES = 1_024;

/** Bytes to keep free for what `coseSign` returns. */
export const signatureBytes = ({ certificates }: Identity, stamp: Stamp | null): number =>
  FRAME_BYTES + certificates.reduce((sum, { raw }) => sum + raw.length, 0) + (stamp ? MAX_TIME_STAMP_BYTES : 0);

/** Sig_structure (RFC 9052, section 4.4): what is signed for each context. */
const toSign = (context: string, header: Buffer, payload: Uint8Array) =>
  array(text(context), bytes(header), bytes(Buffer.alloc(0)), bytes(payload));

/** The unprotected header of a time stamp that covers the signature, with its type and its length. */
async function stampHeader(stamp: Stamp | null, header: Buffer, signature: Buffer): Promise<[Buffer, Buffer][]> {
  const made = (await stamp?.(toSign('CounterSignature', header, bytes(signature)))) ?? null;
  if (!made) return [];
  return [[text('sigTst2'), map([text('tstTokens'), array(map([text('val'), bytes(made)]))])]];
}

/**
 * Returns a claim's signature as a file carries it: COSE_Sign1 with the certificates and the time stamp and without the
 * claim itself, filled up to `signatureBytes` (https://spec.c2pa.org, "Digital Signatures" and "Time-stamps").
 */
export async function coseSign(claim: Uint8Array, identity: Identity, stamp: Stamp | null): Promise<Buffer> {
  const { certificates, key, algorithm } = identity;
  const chain = certificates.map(({ raw }) => bytes(raw));
  const [own] = chain;
  const certified = chain.length === 1 && own ? own : array(...chain);
  const header = map([integer(HEADER.algorithm), integer(algorithm.cose)], [integer(HEADER.certificates), certified]);
  const toBeSigned = toSign('Signature1', header, claim);
  const signature = sign(algorithm.hash, toBeSigned, { key, dsaEncoding: 'ieee-p1363' });
  const stamped = await stampHeader(stamp, header, signature);
  const filledWith = (zeros: number) =>
    Buffer.concat([
      COSE_SIGN1,
      array(bytes(header), map(...stamped, [text('pad'), bytes(Buffer.alloc(zeros))]), NULL, bytes(signature)),
    ]);
  // There are more than 255 zeros: their length takes three bytes, and that of none takes one.
  const missing = signatureBytes(identity, stamp) - filledWith(0).length - 2;
  return filledWith(missing);
}
