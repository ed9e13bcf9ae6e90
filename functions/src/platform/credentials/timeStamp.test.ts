import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_TIME_STAMP_BYTES, TIME_STAMP_TOLERANCE_MS, TIME_STAMP_WAIT_MS } from '@heirlight/contract/limits';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type Issued, issueCertificate } from '../../../test/support/certificates';
import { testJpeg } from '../../../test/support/pictures';
import { timeStampReply } from '../../../test/support/timeStamps';
import { credentialsOf } from './credentials';

const DAY_MS = 24 * 60 * 60_000;
const REPLY = 'application/timestamp-reply';
const root = issueCertificate('Root', { isAuthority: true });
const clock = issueCertificate('Clock', { issuer: root, purposes: ['1.3.6.1.5.5.7.3.8'] });
/** The library looks at the real time when it signs. */
const tomorrow = new Date(Date.now() + DAY_MS);
const signer = issueCertificate('Signer', { issuer: root, until: tomorrow });
const now = new Date();

let server: Server | undefined;
let warnings: unknown[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  warnings = [];
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = undefined;
});

/** Starts a service of time stamps on this machine, and returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

type Wanted = Partial<Parameters<typeof timeStampReply>[2]>;
interface Sent {
  by?: Issued;
  cut?: (reply: Buffer) => Buffer;
  type?: string;
  code?: number;
}
/** A service that answers as it should, but for what is wanted. */
const answering =
  (wanted: Wanted = {}, { by = clock, cut = (reply) => reply, type = REPLY, code = 200 }: Sent = {}): RequestListener =>
  async (request, response) => {
    const query = Buffer.concat(await request.toArray());
    const isQuery = request.method === 'POST' && request.headers['content-type'] === 'application/timestamp-query';
    const reply = cut(timeStampReply(query, by, { now, ...wanted }));
    response.writeHead(isQuery ? code : 400, { 'content-type': type }).end(reply);
  };
/** Sends the question on to an address that has the answer. */
const elsewhere = (): RequestListener => {
  let reply: Buffer = Buffer.of();
  return async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(200, { 'content-type': REPLY }).end(reply);
    reply = timeStampReply(Buffer.concat(await request.toArray()), clock, { now });
    response.writeHead(302, { location: '/there' }).end();
  };
};

async function signedWith(timeStampUrl: string, by: Issued = signer, ask = fetch): Promise<Buffer> {
  const log = { warn: (...said: unknown[]) => void warnings.push(said) };
  const credentials = credentialsOf({ certificate: by.pem, key: by.keyPem, timeStampUrl, fetch: ask, log });
  const bytes = await testJpeg();
  const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced';
  const order = {
    type: 'image/jpeg',
    bytes,
    system: 'Heirlight',
    madeAt: null,
    sourceType,
    origin: null,
    now,
  } as const;
  return (await credentials?.sign(order)) ?? Buffer.of();
}

/** What the official reader says, to whom our root is one of the known ones: its state, and all about time stamps. */
async function read(bytes: Buffer) {
  const { WasmReader } = await import('@contentauth/c2pa-wasm');
  const settings = { trust: { trust_anchors: root.pem }, verify: { verify_trust: true } };
  const reader = await WasmReader.fromBytes('image/jpeg', bytes, JSON.stringify(settings));
  const {
    validation_state: state,
    validation_results: results,
    manifests,
    active_manifest,
  } = JSON.parse(reader.json());
  const said: { code: string }[] = Object.values(results.activeManifest).flat() as { code: string }[];
  const codes = said.map(({ code }) => code).filter((code) => code.startsWith('timeStamp.'));
  return { state, codes, time: manifests[active_manifest].signature_info.time as string | undefined };
}
const UNSTAMPED = { state: 'Trusted', codes: [], time: undefined };

test('the official reader trusts the time stamp, of either curve', async () => {
  const url = await serve(answering());
  for (const by of [signer, issueCertificate('Signer', { issuer: root, curve: 'P-384' })]) {
    const { state, codes, time } = await read(await signedWith(url, by));
    expect([state, codes]).toEqual(['Trusted', ['timeStamp.validated', 'timeStamp.trusted']]);
    expect(Date.parse(time ?? '')).toBe(Math.floor(now.getTime() / 1000) * 1000);
  }
  expect(warnings).toEqual([]);
});

test('a file with a time stamp is trusted after the certificate has ended, one without is not', async () => {
  const stamped = await signedWith(await serve(answering()));
  const plain = await signedWith('none');
  jest.useFakeTimers({ now: tomorrow.getTime() + DAY_MS, advanceTimers: true });
  expect(await read(stamped)).toMatchObject({ state: 'Trusted' });
  expect(await read(plain)).toMatchObject({ state: 'Invalid' });
});

const html: RequestListener = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Busy');
const late = TIME_STAMP_TOLERANCE_MS + 60_000;
const purpose = { by: issueCertificate('Clock', { issuer: root, purposes: ['1.3.6.1.5.5.7.3.4'] }) };
test.each<[string, RequestListener]>([
  ['no answer', () => {}],
  ['half an answer', (_, response) => void response.writeHead(200, { 'content-type': REPLY }).write('0')],
  ['a closed connection', ({ socket }) => void socket.destroy()],
  ['a page', html],
  ['a page that calls itself a stamp', (_, response) => response.writeHead(200, { 'content-type': REPLY }).end('<p>')],
  ['an error', answering({}, { code: 500 })],
  ['another address', elsewhere()],
  ['another type', answering({}, { type: 'application/octet-stream' })],
  ['too much', answering({}, { cut: (reply) => Buffer.concat([reply, Buffer.alloc(MAX_TIME_STAMP_BYTES)]) })],
  ['nothing', answering({}, { cut: () => Buffer.of() })],
  ['a refusal', answering({ status: 2 })],
  ['a refusal without a stamp', answering({}, { cut: () => Buffer.from('30053003020102', 'hex') })],
  ['a stamp that breaks off', answering({}, { cut: (reply) => reply.subarray(0, -1) })],
  ['an answer to another question', answering({ nonce: Buffer.alloc(9, 1) })],
  ['a stamp of another file', answering({ digest: Buffer.alloc(32) })],
  ['a clock that is late', answering({ now: new Date(now.getTime() - late) })],
  ['a clock that is early', answering({ now: new Date(now.getTime() + late) })],
  ['no certificates', answering({ hasCertificates: false })],
  ['a certificate for something else', answering({}, purpose)],
])('%s of the service leaves the file signed without a stamp, and the log says so once', async (_, listener) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const wait = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 20));
  expect(await read(await signedWith(await serve(listener)))).toEqual(UNSTAMPED);
  expect(wait.mock.calls).toEqual([[TIME_STAMP_WAIT_MS]]);
  expect(warnings).toEqual([[expect.stringContaining('without a time stamp'), { error: expect.any(String) }]]);
});

test.each(['https', 'http'])('a stamp comes over %s', async (protocol) => {
  const local = await serve(answering());
  const file = await signedWith(`${protocol}://stamps.test/`, signer, (_, init) => fetch(local, init));
  expect((await read(file)).codes).toContain('timeStamp.trusted');
});

test.each(['http://127.0.0.1:1/', 'stamps', 'https://me@example.com'])('nothing is lost with %s', async (url) => {
  expect(await read(await signedWith(url))).toEqual(UNSTAMPED);
  expect(warnings).toHaveLength(1);
});
