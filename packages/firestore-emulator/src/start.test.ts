import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { explain, runProcess } from './runProcess';
import { BrokenRulesError, type Firestore, type FirestoreOptions, startFirestore } from './start';

const OTHER_FORMAT = JSON.stringify({ format: 'another', database: 'projects/p/databases/d', documents: 'd' });
const NOTES = 'v1/projects/demo-x/databases/(default)/documents/notes';
const rules = (condition: string) => ({
  name: 'firestore.rules',
  content: `service cloud.firestore {\n match /databases/{d}/documents/{all=**} { allow read: if ${condition}; } }`,
});

const servers: Firestore[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: FirestoreOptions = {}) {
  const lines: string[] = [];
  const server = await startFirestore({ ...options, log: (line) => lines.push(line) });
  servers.push(server);
  const status = async () => (await fetch(`http://${server.host}:${server.port}/${NOTES}`)).status;
  return { server, lines, status };
}

describe('startFirestore', () => {
  it('allows everything without rules, and says so', async () => {
    const { lines, status } = await start();
    expect(await status()).toBe(200);
    expect(lines).toEqual(['No rules file: every read and write is allowed.']);
  });

  it('obeys the rules and logs rejections', async () => {
    const allowing = await start({ rules: rules('true') });
    expect([await allowing.status(), allowing.lines]).toEqual([200, []]);
    const denying = await start({ rules: rules('false') });
    expect(await denying.status()).toBe(403);
    expect(denying.lines).toEqual([expect.stringContaining('refused for a signed-out client')]);
  });

  it('throws on broken rules, with line and column', async () => {
    const starting = startFirestore({ rules: rules('oops') });
    await expect(starting).rejects.toThrow(BrokenRulesError);
    await expect(startFirestore({ rules: rules('oops') })).rejects.toThrow(/firestore\.rules:2:\d+ - ERROR/);
  });

  it('denies everything on broken rules when asked to start anyway', async () => {
    const { status, lines } = await start({ rules: rules('oops'), onBrokenRules: 'deny' });
    expect(await status()).toBe(403);
    expect(lines[1]).toContain('every read and write is denied');
  });

  it('frees its port on close', async () => {
    const { server } = await start();
    await server.close();
    expect((await start({ port: server.port })).server.port).toBe(server.port);
  });

  it('closes even while a client is connected that has sent nothing', async () => {
    const { server } = await start();
    const socket = connect(server.port, server.host);
    await once(socket, 'connect');
    await server.close();
    socket.destroy();
  });

  it('rejects when the port is taken, and explains it', async () => {
    const { server } = await start();
    const error = await startFirestore({ port: server.port }).catch((reason: unknown) => reason);
    expect(explain(error)).toContain(`Port ${server.port} is already in use.`);
  });

  it('loads an export that firebase-tools asked for, from its metadata file or its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'firestore-export-'));
    const first = await start();
    const url = `http://${first.server.host}:${first.server.port}`;
    await fetch(`${url}/${NOTES}?documentId=a`, { method: 'POST', body: '{"fields":{"n":{"integerValue":"1"}}}' });
    // The request of `firebase emulators:export` and of `--export-on-exit`.
    const request = {
      database: 'projects/demo-x/databases/(default)',
      export_directory: folder,
      export_name: 'firestore_export',
    };
    const body = JSON.stringify(request);
    expect((await fetch(`${url}/emulator/v1/projects/demo-x:export`, { method: 'POST', body })).status).toBe(200);
    const exported = join(folder, 'firestore_export');
    // firebase-tools passes the metadata file as `--seed_from_export`.
    for (const importFrom of [exported, join(exported, 'firestore_export.overall_export_metadata')]) {
      const { server, lines } = await start({ importFrom });
      const reply = await fetch(`http://${server.host}:${server.port}/${NOTES}/a`);
      expect(await reply.json()).toMatchObject({ fields: { n: { integerValue: '1' } } });
      expect(lines).toContain(`Imported 1 documents from ${importFrom}`);
    }
    await rm(folder, { recursive: true });
  });

  it('rejects when the export cannot be read', async () => {
    await expect(startFirestore({ importFrom: join(tmpdir(), 'no-such-export') })).rejects.toThrow('no-such-export');
  });
});

describe('the process', () => {
  const settings = { host: '127.0.0.1', port: 0, functionsHost: undefined, indexes: undefined, importFrom: undefined };

  it('names the rules file that it cannot read', async () => {
    const running = runProcess({ ...settings, rules: '/no/such.rules' }, { onBrokenRules: 'throw' });
    await expect(running).rejects.toThrow('Cannot read the rules file /no/such.rules: ENOENT');
  });

  it('refuses a folder in place of an export', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'firestore-start-'));
    await writeFile(join(folder, 'firestore_export.overall_export_metadata'), OTHER_FORMAT);
    const running = runProcess({ ...settings, rules: undefined, importFrom: folder }, { onBrokenRules: 'throw' });
    await expect(running).rejects.toThrow('is not an export of this local Firestore');
    await rm(folder, { recursive: true });
  });

  it.each([
    [{ code: 'EACCES', port: 80, message: 'x' }, 'Only root may use port 80. Choose another with --port.'],
    [{ code: 'EACCES', message: 'EACCES: /data' }, 'EACCES: /data'],
    [
      { code: 'EADDRNOTAVAIL', address: '10.9.9.9' },
      'This machine has no address 10.9.9.9. Choose another with --host.',
    ],
    ['a text', 'a text'],
  ])('explains %j', (error, text) => {
    expect(explain(error)).toBe(text);
  });
});
