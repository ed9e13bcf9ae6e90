import { afterEach, expect, test } from '@jest/globals';
import { convertForeign } from './convertForeign';
import { DecoderLost, decoderWasm } from './decoderCode';
import type { ConvertReply } from './encodeBitmap';

/** What the worker answers; null if its own code did not arrive. */
let reply: ConvertReply | null;
class FakeWorker {
  onmessage = (_: { data: ConvertReply }) => {};
  onerror = () => {};
  postMessage() {
    if (reply) this.onmessage({ data: reply });
    else this.onerror();
  }
  terminate() {}
}
Object.assign(globalThis, { Worker: FakeWorker });

const photo = new File(['…'], 'grandma.heic', { type: 'image/heic' });

test('a photo that its decoder refuses is broken; without a decoder nothing is known of it', async () => {
  reply = { problem: 'load' };
  await expect(convertForeign(photo, 'HEIC')).rejects.toThrow('HEIC: load');
  await expect(convertForeign(photo, 'HEIC')).rejects.not.toBeInstanceOf(DecoderLost);
  for (const lost of [{ problem: 'download' } as const, null]) {
    reply = lost;
    await expect(convertForeign(photo, 'HEIC')).rejects.toBeInstanceOf(DecoderLost);
  }
});

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

test('a decoder that does not arrive whole is lost', async () => {
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), async () => ({ ok: false, status: 404 })];
  for (const answer of answers) {
    globalThis.fetch = answer as unknown as typeof fetch;
    await expect(decoderWasm('/assets/heif.wasm')).rejects.toBeInstanceOf(DecoderLost);
  }
  const bytes = new ArrayBuffer(4);
  globalThis.fetch = (async () => ({ ok: true, arrayBuffer: async () => bytes })) as unknown as typeof fetch;
  await expect(decoderWasm('/assets/heif.wasm')).resolves.toBe(bytes);
});
