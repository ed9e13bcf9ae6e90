// Why: docs/decisions/2026-11-23-saved-files.md
import { createHash, randomBytes } from 'node:crypto';
import { MAX_TIME_STAMP_BYTES, TIME_STAMP_TOLERANCE_MS, TIME_STAMP_WAIT_MS } from '@heirlight/contract/limits';
import { der, objectId, octets, readValues, sequence, TAG, TRUE, valueAt } from './der';

const HASH_IDS = { sha256: '2.16.840.1.101.3.4.2.1', sha384: '2.16.840.1.101.3.4.2.2' } as const;
const SIGNED_DATA = objectId('1.2.840.113549.1.7.2');
const TIME_STAMP = objectId('1.2.840.113549.1.9.16.1.4');
const TYPE = { query: 'application/timestamp-query', reply: 'application/timestamp-reply' } as const;
/** The first version of a request, and the answers that come with a stamp: granted, and granted with changes. */
const VERSION = Buffer.of(1);
const GRANTED = [0, 1];

/** What a stamp is asked for. `nonce` is a positive integer that nobody can guess. */
interface Question {
  hash: keyof typeof HASH_IDS;
  digest: Buffer;
  nonce: Buffer;
}

/** TimeStampReq of RFC 3161, section 2.4.1. The stamp is to bring its certificates. */
const requestOf = ({ hash, digest, nonce }: Question) =>
  sequence(
    der(TAG.integer, VERSION),
    sequence(sequence(objectId(HASH_IDS[hash]), der(TAG.null)), octets(digest)),
    der(TAG.integer, nonce),
    TRUE,
  );

/** GeneralizedTime, in seconds: `20261126214100Z`, also with a fraction. */
function timeOf(text: string): number {
  const [, date = '', hour, minute, second] = /^(\d{8})(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  return Date.parse(`${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${hour}:${minute}:${second}Z`);
}

/**
 * Returns the stamp of a TimeStampResp (RFC 3161, section 2.4.2). Its signature is for readers to judge; a stamp of
 * another file or of another time is none.
 *
 * @throws Error that says what is wrong
 */
function stampOf(response: Buffer, { hash, digest, nonce }: Question, now: Date): Buffer {
  const reply = valueAt(response, 0, TAG.sequence).body;
  const status = valueAt(valueAt(reply, 0, TAG.sequence).body, 0, TAG.integer).body;
  if (status.length !== 1 || !GRANTED.includes(status[0] ?? -1)) throw new Error(`refused: ${status.toString('hex')}`);
  const stamp = valueAt(reply, 1, TAG.sequence);
  if (!valueAt(stamp.body, 0, TAG.objectId).raw.equals(SIGNED_DATA)) throw new Error('no signed data');
  const signed = valueAt(valueAt(stamp.body, 1, TAG.first).body, 0, TAG.sequence).body;
  const content = valueAt(signed, 2, TAG.sequence).body;
  if (!valueAt(content, 0, TAG.objectId).raw.equals(TIME_STAMP)) throw new Error('no time stamp');
  if (readValues(signed)[3]?.tag !== TAG.first) throw new Error('a stamp without certificates');
  const info = valueAt(valueAt(valueAt(content, 1, TAG.first).body, 0, TAG.octets).body, 0, TAG.sequence).body;
  const imprint = valueAt(info, 2, TAG.sequence).body;
  const hashId = valueAt(valueAt(imprint, 0, TAG.sequence).body, 0, TAG.objectId).raw;
  if (!hashId.equals(objectId(HASH_IDS[hash])) || !valueAt(imprint, 1, TAG.octets).body.equals(digest))
    throw new Error('a stamp of something else');
  const isOurs = readValues(info).some(({ raw }, index) => index > 4 && raw.equals(der(TAG.integer, nonce)));
  if (!isOurs) throw new Error('an answer to another question');
  const time = String(valueAt(info, 4, TAG.time).body);
  // Readers hold the certificate against this time: a wrong one does more harm than none.
  if (!(Math.abs(timeOf(time) - now.getTime()) <= TIME_STAMP_TOLERANCE_MS)) throw new Error(`a clock at ${time}`);
  return stamp.raw;
}

async function readCapped(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.length;
    if (total > MAX_TIME_STAMP_BYTES) throw new Error(`more than ${MAX_TIME_STAMP_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Asks a service once for a time stamp (RFC 3161) of `bytes`. It learns their hash only. Plain http will do: the stamp is
 * signed and names the hash and the nonce, and services answer so by custom (RFC 3161, 3.4).
 *
 * @throws Error if it gives none in time, or none that is of use
 */
export async function askForTimeStamp(
  bytes: Buffer,
  { url, hash, now, fetch }: { url: string; hash: Question['hash']; now: Date; fetch: typeof globalThis.fetch },
): Promise<Buffer> {
  const digest = createHash(hash).update(bytes).digest();
  const question = { hash, digest, nonce: Buffer.concat([Buffer.of(1), randomBytes(8)]) };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': TYPE.query, accept: TYPE.reply },
    body: Uint8Array.from(requestOf(question)),
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_STAMP_WAIT_MS),
  });
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (response.status !== 200 || type !== TYPE.reply) throw new Error(`HTTP ${response.status}, ${type}`);
  return stampOf(await readCapped(response), question, now);
}
