import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { bucketFileStore } from './bucketFileStore';
import type { FileStore } from './fileStore';

let server: Server;
let store: FileStore;
let status: number;
let conditions: (string | null)[];
let bodies: string[];

/** Only the status of Cloud Storage's upload endpoint: firebase-tools' emulator does not check `ifGenerationMatch`. */
beforeAll(async () => {
  server = createServer((request, response) => {
    conditions.push(new URL(request.url ?? '/', 'http://host').searchParams.get('ifGenerationMatch'));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      bodies.push(`${request.method} ${Buffer.concat(chunks).toString()}`);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status < 400 ? {} : { error: { code: status, message: 'refused' } }));
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
])('a refusal %i is thrown (only if absent: %s)', async (code, onlyIfAbsent, condition) => {
  status = code;
  await expect(store.write({ ...file, onlyIfAbsent })).rejects.toMatchObject({ code });
  expect(conditions).toEqual([condition]);
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
