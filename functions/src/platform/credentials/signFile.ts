import { readFile } from 'node:fs/promises';
import { BRAND } from '@heirlight/contract/brand';
import type { PictureType } from '@heirlight/contract/photo';
import { messageOf } from '../errors';
import { once } from '../once';
import { coseSign, type Stamp, signatureBytes } from './coseSign';
import { type Identity, isNone, readIdentity } from './identity';
import { askForTimeStamp } from './timeStamp';

/** A file to sign, and what its signature says. */
export interface SignOrder {
  type: PictureType;
  bytes: Buffer;
  /** What made the picture, for instance "Heirlight DeepRestore", and when, as ISO 8601. */
  system: string;
  madeAt: string | null;
  /** How it came to be: the URI of a digital source type (IPTC). */
  sourceType: string;
  /** What the upload said about its own origin, in words; null if nothing. */
  origin: string | null;
  now: Date;
}

/** Names the original within one claim. */
const ORIGINAL = 'original';
/** Nothing is fetched from the network. The file made is read once, so that none leaves which readers refuse. */
const SETTINGS = JSON.stringify({
  verify: { verify_after_sign: true, remote_manifest_fetch: false, ocsp_fetch: false },
  builder: { thumbnail: { enabled: false } },
});

/** Bytes in the shape of a browser's Blob, as far as the library reads one. */
class ByteBlob {
  constructor(readonly bytes: Uint8Array) {}
  get size() {
    return this.bytes.length;
  }
  slice(from: number, to: number) {
    return new ByteBlob(this.bytes.subarray(from, to));
  }
}

/** How the library reads a Blob. Node has no such reader, because it is for browsers' workers. */
class ByteReader {
  readAsArrayBuffer({ bytes }: ByteBlob) {
    return Uint8Array.from(bytes).buffer;
  }
}

const asBlob = (bytes: Uint8Array) => new ByteBlob(bytes) as unknown as Blob;

/** The official library, as WebAssembly: 9 MB, loaded when the first file is signed. */
const loadLibrary = once(async () => {
  const [library, module] = await Promise.all([
    import('@contentauth/c2pa-wasm'),
    readFile(require.resolve('@contentauth/c2pa-wasm/c2pa.wasm')),
  ]);
  Object.assign(globalThis, { FileReaderSync: ByteReader });
  await library.default({ module_or_path: module });
  return library;
});

/**
 * The claim: this server opened the upload and edited it. None of its owner's words are in it. What the upload said of
 * itself is told and not attached: the server has never seen the file that said it.
 */
function claimOf({ type, system, madeAt, sourceType, origin }: SignOrder): string {
  const opened = { action: 'c2pa.opened', parameters: { ingredientIds: [ORIGINAL] } };
  const edited = {
    action: 'c2pa.edited',
    softwareAgent: { name: system },
    digitalSourceType: sourceType,
    ...(madeAt === null ? {} : { when: madeAt }),
  };
  return JSON.stringify({
    claim_generator_info: [{ name: BRAND }],
    format: type,
    ingredients: [
      {
        label: ORIGINAL,
        title: 'The uploaded photo',
        format: 'image/jpeg',
        relationship: 'parentOf',
        ...(origin === null ? {} : { description: `${origin} Read by the browser that uploaded it.` }),
      },
    ],
    assertions: [{ label: 'c2pa.actions', data: { actions: [opened, edited] } }],
  });
}

async function signedBy(identity: Identity, order: SignOrder, stamp: Stamp | null): Promise<Buffer> {
  const { WasmBuilder } = await loadLibrary();
  const builder = WasmBuilder.fromJson(claimOf(order), SETTINGS);
  try {
    const signer = {
      alg: identity.algorithm.c2pa,
      reserveSize: signatureBytes(identity, stamp),
      sign: async (claim: Uint8Array) => Uint8Array.from(await coseSign(claim, identity, stamp)),
    };
    return Buffer.from(await builder.sign(signer, [], order.type, asBlob(order.bytes)));
  } catch (error) {
    // The library throws texts.
    throw error instanceof Error ? error : new Error(`The file could not be signed: ${String(error).slice(0, 500)}`);
  } finally {
    builder.free();
  }
}

/** What the operator gives, and what time stamps need. */
export interface SignSettings {
  certificate: string;
  key: string;
  timeStampUrl: string;
  fetch: typeof globalThis.fetch;
  log: { warn(message: string, fields: Record<string, unknown>): void };
}

/** Asks the operator's service. Nobody waits or loses a file for it: the log says why a stamp is missing. */
function stampFrom({ timeStampUrl: url, fetch, log }: SignSettings, { algorithm }: Identity, now: Date): Stamp | null {
  if (isNone(url)) return null;
  return async (bytes) => {
    try {
      return await askForTimeStamp(bytes, { url, hash: algorithm.hash, now, fetch });
    } catch (error) {
      log.warn('A file is signed without a time stamp', { error: messageOf(error) });
      return null;
    }
  };
}

/** @throws Error if certificate, key or file do not allow it. The library reads what it made before it is returned. */
export async function signFile(order: SignOrder, settings: SignSettings): Promise<Buffer> {
  const identity = readIdentity(settings, order.now);
  const stamp = stampFrom(settings, identity, order.now);
  try {
    return await signedBy(identity, order, stamp);
  } catch (error) {
    // Readers refuse the whole file for a stamp whose own certificate is for something else.
    if (!stamp) throw error;
    settings.log.warn('A file is signed anew, without a time stamp', { error: messageOf(error) });
    return signedBy(identity, order, null);
  }
}
