import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { CRC32C, Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { bucketFileStore } from './bucketFileStore';
import type { FileStore } from './fileStore';

let server: Server;
let store: FileStore;
let status: number;
/** What a success carries: metadata, or a file's own bytes. */
let content: object | Buffer;
let urls: URL[];
let conditions: (string | null)[];
let bodies: string[];

/**
 * Cloud Storage's statuses and metadata, as a test sets them: firebase-tools' emulator checks no `ifGenerationMatch`,
 * keeps no compressed file and ends no page early.
 */
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    urls.push(url);
    conditions.push(url.searchParams.get('ifGenerationMatch'));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      bodies.push(`${request.method} ${Buffer.concat(chunks).toString()}`);
      if (status < 400 && Buffer.isBuffer(content)) {
        const sum = new CRC32C();
        sum.update(content);
        response.writeHead(status, { 'content-encoding': 'gzip', 'x-goog-hash': `crc32c=${sum}` });
        response.end(content);
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status < 400 ? content : { error: { code: status, message: 'refused' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.STORAGE_EMULATOR_HOST = url;
  store = bucketFileStore(new Storage({ projectId: 'demo' }).bucket('attic'), url);
});
afterAll(() => {
  delete process.env.STORAGE_EMULATOR_HOST;
  server.close();
});
beforeEach(() => {
  content = {};
  urls = [];
  conditions = [];
  bodies = [];
});

const file = { path: 'a.jpg', bytes: Buffer.from('x'), contentType: 'image/jpeg', token: 't' };

test('a file that is there stays when it may only be created', async () => {
  status = 412;
  await store.write({ ...file, onlyIfAbsent: true });
  expect(conditions).toEqual(['0']);
});

test.each([
  [412, false, null],
  [403, true, '0'],
])('a rejection %i is thrown (only if absent: %s)', async (code, onlyIfAbsent, condition) => {
  status = code;
  await expect(store.write({ ...file, onlyIfAbsent })).rejects.toMatchObject({ code });
  expect(conditions).toEqual([condition]);
});

test.each([true, false])('a file has the token it is written with, or none (%s)', async (isWithout) => {
  status = 200;
  // The library deletes what arrived otherwise than it was sent.
  const sum = new CRC32C();
  sum.update(file.bytes);
  content = { crc32c: `${sum}` };
  const { token: _none, ...without } = file;
  await store.write(isWithout ? without : file);
  expect(bodies[0]?.includes('firebaseStorageDownloadTokens')).toBe(!isWithout);
});

test('sealing replaces what the uploader chose: how the file is served, and every token', async () => {
  status = 200;
  await store.seal('a.jpg', 'ours');
  const [method, body = ''] = bodies[0]?.split(/ (.*)/s) ?? [];
  expect(method).toBe('PATCH');
  expect(JSON.parse(body)).toMatchObject({
    contentDisposition: 'inline',
    cacheControl: expect.stringContaining('private'),
    metadata: { firebaseStorageDownloadTokens: 'ours' },
  });
  status = 404;
  await expect(store.seal('a.jpg', 'ours')).rejects.toMatchObject({ code: 404 });
});

const STORED = {
  name: 'images/u/a.jpg',
  size: '12',
  contentType: 'image/jpeg',
  timeCreated: '2026-11-20T12:00:00.000Z',
  metadata: { tool: 'colorize', firebaseStorageDownloadTokens: 'first,second' },
};

test('tells of a file its size as a number, its first token, and what the uploader noted without the token', async () => {
  status = 200;
  content = STORED;
  expect(await store.stat('images/u/a.jpg')).toEqual({
    path: 'images/u/a.jpg',
    bytes: 12,
    contentType: 'image/jpeg',
    encoded: false,
    createdAt: new Date('2026-11-20T12:00:00Z'),
    token: 'first',
    custom: { tool: 'colorize' },
  });
});

test.each([
  ['no token', { metadata: {} }, { token: null, encoded: false }],
  ['an empty token', { metadata: { firebaseStorageDownloadTokens: '' } }, { token: null, encoded: false }],
  ['no custom metadata at all', { metadata: undefined }, { token: null, custom: {} }],
  ['the encoding that changes nothing', { contentEncoding: 'identity' }, { encoded: false }],
  ['compressed bytes', { contentEncoding: 'gzip' }, { encoded: true }],
])('a file with %s', async (_name, change, expected) => {
  status = 200;
  content = { ...STORED, ...change };
  expect(await store.stat('images/u/a.jpg')).toMatchObject(expected);
});

test('a file that is not there is null to look at and false to remove; any other rejection is thrown', async () => {
  status = 404;
  expect(await store.stat('a.jpg')).toBeNull();
  expect(await store.remove('a.jpg')).toBe(false);
  await expect(store.read('a.jpg')).rejects.toMatchObject({ code: 404 });
  status = 403;
  await expect(store.stat('a.jpg')).rejects.toMatchObject({ code: 403 });
  await expect(store.remove('a.jpg')).rejects.toMatchObject({ code: 403 });
  status = 204;
  expect(await store.remove('a.jpg')).toBe(true);
});

test('a compressed file is read as it is stored', async () => {
  status = 200;
  content = gzipSync(Buffer.alloc(100_000));
  expect(await store.read('a.jpg')).toEqual(content);
});

test('lists one page under the prefix, from the token it is given, and names the next', async () => {
  status = 200;
  content = { items: [STORED], nextPageToken: 'further' };
  const page = await store.list({ prefix: 'images/', limit: 7, pageToken: 'here' });
  expect(page).toMatchObject({ files: [{ path: 'images/u/a.jpg', token: 'first' }], next: 'further' });
  expect(urls.map(({ search }) => Object.fromEntries(new URLSearchParams(search)))).toEqual([
    expect.objectContaining({ prefix: 'images/', maxResults: '7', pageToken: 'here' }),
  ]);
  content = { items: [STORED] };
  expect((await store.list({ prefix: 'images/', limit: 7 })).next).toBeNull();
  expect(urls[1]?.searchParams.has('pageToken')).toBe(false);
});
