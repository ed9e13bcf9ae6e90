import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileRules } from '@heirlight/security-rules';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FirestoreServer, startServer } from '../server';
import { importDatabase } from './exports';

interface CloudEvent {
  type: string;
  subject: string;
  document: string;
  data: { value: { fields?: unknown }; oldValue: { fields?: unknown }; updateMask: { fieldPaths?: string[] } };
}

const DATABASE = 'projects/demo-x/databases/(default)';

describe('the emulator interface', () => {
  let functions: Server;
  let received: { url: string; contentType: string; event: CloudEvent }[];
  let answer: (count: number) => number;
  let server: FirestoreServer;

  beforeEach(async () => {
    received = [];
    answer = () => 204;
    functions = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        const contentType = request.headers['content-type'] ?? '';
        received.push({ url: request.url ?? '', contentType, event: JSON.parse(text) as CloudEvent });
        const status = answer(received.length);
        if (status === 0) request.socket.destroy();
        else response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => functions.listen(0, '127.0.0.1', resolve));
    const functionsHost = `127.0.0.1:${(functions.address() as AddressInfo).port}`;
    server = await startServer({ host: '127.0.0.1', port: 0, compileRules, functionsHost });
  });
  afterEach(async () => {
    await server.close();
    functions.closeAllConnections();
    await new Promise((resolve) => functions.close(resolve));
  });

  it('says what would be billed, to whom', async () => {
    const base = `http://${server.host}:${server.port}`;
    const documents = `${base}/v1/${DATABASE}/documents`;
    const send = async (method: string, path: string, body?: object) => {
      const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
      const response = await fetch(documents + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      await response.text();
      return response.status;
    };
    const query = { structuredQuery: { from: [{ collectionId: 'none' }] } };
    const name = `${DATABASE}/documents/boxes/1`;
    const writes = [{ update: { name, fields: {} } }, { update: { name: `${name}1`, fields: {} } }];
    expect(await send('POST', ':commit', { writes })).toBe(200);
    expect(await send('POST', ':commit', { writes: [{ delete: name }] })).toBe(200);
    expect(await send('POST', ':runQuery', query)).toBe(200);
    expect(await send('GET', '/boxes/1')).toBe(404);
    await fetch(`${documents}/boxes/11`);
    const usage: unknown = await (await fetch(`${base}/emulator/v1/heirlight:usage`)).json();
    expect(usage).toEqual({
      // Finding nothing is billed: by a query, and by a name.
      administrators: { reads: 2, writes: 2, deletes: 1 },
      clients: { reads: 1, writes: 0, deletes: 0 },
    });
  });

  it('exports nothing, and shows nothing, for a page from elsewhere [spec 10.8]', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'heirlight-foreign-'));
    const base = `http://${server.host}:${server.port}`;
    const headers = { Origin: 'https://evil.example' };
    const body = JSON.stringify({ export_directory: directory, export_name: 'x' });
    for (const [method, path] of [
      ['POST', '/emulator/v1/projects/demo-x:export'],
      ['OPTIONS', '/emulator/v1/projects/demo-x:export'],
      ['GET', `/v1/${DATABASE}/documents/users`],
    ] as const) {
      const reply = await fetch(`${base}${path}`, { method, headers, ...(method === 'POST' ? { body } : {}) });
      expect([path, reply.status]).toEqual([path, 403]);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await readdir(directory)).toEqual([]);
    await rm(directory, { recursive: true });
  });

  const send = async (method: string, path: string, body?: unknown) => {
    const init = {
      method,
      headers: { Authorization: 'Bearer owner' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const reply = await fetch(`http://${server.host}:${server.port}${path}`, init);
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };

  it('reports how often each expression of the rules had which value, as JSON and as a page', async () => {
    const url = `http://${server.host}:${server.port}`;
    const project = `${url}/emulator/v1/projects/demo-x`;
    expect(await (await fetch(`${project}:ruleCoverage`)).json()).toEqual({ rules: { files: [] }, report: [] });
    const content = `service cloud.firestore { match /databases/{d}/documents { match /c/{id} {
  allow get: if id == 'a' || id != 'b';
  allow create: if true; } } }`;
    await send('PUT', '/emulator/v1/projects/demo-x:securityRules', {
      rules: { files: [{ name: 'my.rules', content }] },
    });
    for (const id of ['a', 'b', '<script>']) {
      await fetch(`${url}/v1/${DATABASE}/documents/c/${encodeURIComponent(id)}`);
    }
    const { rules, report } = (await (await fetch(`${project}:ruleCoverage`)).json()) as {
      rules: unknown;
      report: unknown[];
    };
    expect(rules).toEqual({ files: [{ name: 'my.rules', content }] });
    const currentOffset = content.indexOf("id == 'a'");
    const endOffset = content.indexOf(';', currentOffset);
    const [yes, no] = [{ boolValue: true }, { boolValue: false }];
    expect(report).toMatchObject([
      {
        sourcePosition: { fileName: 'my.rules', line: 2, column: 17, currentOffset, endOffset },
        values: [
          { value: yes, count: 2 },
          { value: no, count: 1 },
        ],
        children: [
          {
            values: [
              { value: yes, count: 1 },
              { value: no, count: 2 },
            ],
          },
          {},
        ],
      },
      { values: [], children: [] },
    ]);
    const page = await fetch(`${project}:ruleCoverage.html`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    expect(html).toContain('5 of 6 expressions were evaluated');
    expect(html).toContain('<span class="both" title="true: 2 ×\nfalse: 1 ×"><span class="both"');
    expect(html).toContain('<span class="never" title="never evaluated">true</span>');
    expect(html).toContain('&quot;&lt;script&gt;&quot;: 1 ×');
    expect(html).not.toContain('<script>');
  });
  const write = (id: string, n: number) =>
    send('PATCH', `/v1/${DATABASE}/documents/${id}`, { fields: { n: { integerValue: n } } });
  const register = (id: string, kind: string, value: string) =>
    send('POST', `/emulator/v1/projects/demo-x/eventarcTrigger?eventarcTriggerId=${id}`, {
      eventType: `google.cloud.firestore.document.v1.${kind}`,
      database: '(default)',
      namespace: '(default)',
      document: { value, matchType: 'PATH_PATTERN' },
    });

  it('delivers created, updated, deleted and written to the triggers whose path matches', async () => {
    await register('new', 'created', 'users/{uid}/photos/{photo}');
    await register('any', 'written', 'users/{rest=**}');
    await register('changed', 'updated', 'users/{rest=**}');
    await register('gone', 'deleted', 'users/{rest=**}');
    await register('other', 'written', 'photos/{photo}');
    await write('users/u/photos/p', 1);
    await write('users/u/photos/p', 2);
    await send('DELETE', `/v1/${DATABASE}/documents/users/u/photos/p`);
    await server.triggers.settled();
    const kinds = (id: string) =>
      received
        .filter(({ url }) => url === `/functions/projects/demo-x/triggers/${id}`)
        .map(({ event }) => [Object.keys(event.data.oldValue).length > 0, Object.keys(event.data.value).length > 0]);
    expect(kinds('new')).toEqual([[false, true]]);
    expect(kinds('any')).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    expect(kinds('changed')).toEqual([[true, true]]);
    expect(kinds('gone')).toEqual([[true, false]]);
    expect(kinds('other')).toEqual([]);
    const update = received.filter(({ url }) => url.endsWith('/any'))[1];
    expect(update?.contentType).toContain('application/cloudevents+json');
    expect(update?.event).toMatchObject({
      specversion: '1.0',
      type: 'google.cloud.firestore.document.v1.written',
      source: `//firestore.googleapis.com/${DATABASE}`,
      subject: 'documents/users/u/photos/p',
      document: 'users/u/photos/p',
      project: 'demo-x',
      database: '(default)',
      datacontenttype: 'application/json',
      data: {
        value: { fields: { n: { integerValue: '2' } } },
        oldValue: { fields: { n: { integerValue: '1' } } },
        updateMask: { fieldPaths: ['n'] },
      },
    });
  });

  it('keeps the order of one document’s changes and never makes a commit wait', async () => {
    await register('t', 'written', 'docs/{id}');
    answer = () => 500;
    for (let n = 1; n <= 5; n++) expect((await write('docs/a', n)).status).toBe(200);
    await server.triggers.settled();
    expect(received.map(({ event }) => event.data.value.fields)).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ n: { integerValue: String(n) } })),
    );
  });

  it('retries when the Functions emulator cannot be reached', async () => {
    await register('t', 'created', 'docs/{id}');
    answer = (count) => (count === 1 ? 0 : 204);
    await write('docs/a', 1);
    await server.triggers.settled();
    expect(received).toHaveLength(2);
  });

  it('fires triggers of their own database only', async () => {
    await register('t', 'written', 'docs/{id}');
    const elsewhere = `/v1/projects/demo-x/databases/other/documents/docs/a`;
    expect((await send('PATCH', elsewhere, { fields: {} })).status).toBe(200);
    await server.triggers.settled();
    expect(received).toEqual([]);
  });

  it('delivers nothing without a Functions emulator', async () => {
    const lines: string[] = [];
    const alone = await startServer({ host: '127.0.0.1', port: 0, compileRules, log: (line) => lines.push(line) });
    alone.triggers.register('demo-x', 't', {
      eventType: 'google.cloud.firestore.document.v1.written',
      database: '(default)',
      document: { value: 'docs/{id}', matchType: 'PATH_PATTERN' },
    });
    await alone.backend.databaseOf(DATABASE).commit({ writes: [{ update: { name: `${DATABASE}/documents/docs/a` } }] });
    await alone.triggers.settled();
    expect(lines).toEqual([]);
    await alone.close();
  });

  it('clears one database without firing triggers', async () => {
    await register('t', 'deleted', 'docs/{id}');
    await write('docs/a', 1);
    expect((await send('DELETE', `/emulator/v1/${DATABASE}/documents`)).status).toBe(200);
    expect((await send('GET', `/v1/${DATABASE}/documents/docs/a`)).status).toBe(404);
    await server.triggers.settled();
    expect(received).toEqual([]);
  });

  it('imports what it exported, including times', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'firestore-export-'));
    await write('docs/a', 1);
    await write('docs/a/sub/b', 2);
    const before = (await send('GET', `/v1/${DATABASE}/documents/docs/a`)).body;
    const body = { database: DATABASE, export_directory: folder, export_name: 'firestore_export' };
    expect((await send('POST', '/emulator/v1/projects/demo-x:export', body)).status).toBe(200);
    await send('DELETE', `/emulator/v1/${DATABASE}/documents`);
    const path = join(folder, 'firestore_export', 'firestore_export.overall_export_metadata');
    expect(await importDatabase(server.backend, path)).toBe(2);
    expect((await send('GET', `/v1/${DATABASE}/documents/docs/a`)).body).toEqual(before);
    await expect(importDatabase(server.backend, join(folder, 'firestore_export', 'documents.ndjson'))).rejects.toThrow(
      'is not an export of this local Firestore',
    );
    await rm(folder, { recursive: true });
  });

  it('injects the planned faults, each as often as planned', async () => {
    const lockDocA = { documents: [`${DATABASE}/documents/docs/a`], newTransaction: { readWrite: {} } };
    const faults = (plan: object) => send('POST', '/emulator/v1/heirlight:faults', plan);
    await faults({ abortNextCommits: 1 });
    expect((await send('GET', `/v1/${DATABASE}/documents/docs/a`)).status).toBe(404);
    expect((await write('docs/a', 1)).status).toBe(409);
    expect((await write('docs/a', 1)).status).toBe(200);
    await faults({ failNext: { count: 1, status: 'UNAVAILABLE' } });
    expect((await send('GET', `/v1/${DATABASE}/documents/docs/a`)).status).toBe(503);
    await faults({ dropNextReplies: 1 });
    expect((await write('docs/a', 7)).status).toBe(503);
    expect((await send('GET', `/v1/${DATABASE}/documents/docs/a`)).body.fields).toEqual({ n: { integerValue: '7' } });
    await faults({ dropNextReplies: 1, transactionIdleMs: 300 });
    expect((await send('POST', `/v1/${DATABASE}/documents:batchGet`, lockDocA)).status).toBe(503);
    const abandoned = Date.now();
    expect((await write('docs/a', 9)).status).toBe(200);
    expect(Date.now() - abandoned).toBeLessThan(15_000);
    await faults({ delayMs: 80 });
    const start = Date.now();
    await write('docs/a', 8);
    expect(Date.now() - start).toBeGreaterThanOrEqual(75);
    expect((await faults({ oops: 1 })).status).toBe(400);
  });

  it('refuses first-generation triggers and unknown paths clearly', async () => {
    expect((await send('PUT', '/emulator/v1/projects/demo-x/triggers/t', { eventTrigger: {} })).status).toBe(501);
    expect((await send('GET', '/emulator/v1/nothing')).status).toBe(404);
  });
});
