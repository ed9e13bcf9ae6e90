import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Call, redirect, send } from '@heirlight/emulator-kit/http';
import type { OutputFile } from './outputFiles';

const MEDIA_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
const OVERSIZE_BYTES = 200 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** A redirect leads to the same file with this parameter, so a client that follows it is seen to get the picture. */
const DIRECT = 'direct';

async function sendOversize({ response }: Call, file: OutputFile): Promise<void> {
  function* chunks() {
    yield file.bytes;
    const filler = Buffer.alloc(CHUNK_BYTES);
    for (let sent = 0; sent < OVERSIZE_BYTES; sent += CHUNK_BYTES) yield filler;
  }
  response.writeHead(200, { 'content-type': MEDIA_TYPES[file.format] });
  // It fails when the client hangs up, which a client should.
  await pipeline(Readable.from(chunks()), response).catch(() => {});
}

/** Sends one output file, or what its fault makes of it. */
export async function serveOutput(call: Call, file: OutputFile): Promise<void> {
  const { response, url } = call;
  const headers = { 'content-type': MEDIA_TYPES[file.format] };
  const half = file.bytes.subarray(0, Math.floor(file.bytes.length / 2));
  const whole = () => send(response, { status: 200, body: file.bytes, headers });
  switch (file.fault) {
    case null:
      return whole();
    case 'truncated':
      return send(response, { status: 200, body: half, headers });
    case 'cut':
      response.writeHead(200, { ...headers, 'content-length': String(file.bytes.length) });
      response.write(half, () => response.destroy());
      return;
    case 'html':
      return send(response, {
        status: 200,
        body: '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>',
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'oversize':
      return sendOversize(call, file);
    case 'redirect':
      return url.searchParams.has(DIRECT) ? whole() : redirect(response, `${url.pathname}?${DIRECT}=1`);
    case 'missing':
      return send(response, { status: 404, body: 'Not found', headers: { 'content-type': 'text/plain' } });
    case 'stall':
      response.writeHead(200, { ...headers, 'content-length': String(file.bytes.length) });
      response.flushHeaders();
      return;
  }
}
