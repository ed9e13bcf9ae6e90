import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { startServer } from './serviceProcess';

const folder = mkdtempSync(join(tmpdir(), 'service-'));
const entry = join(folder, 'service.mjs');

beforeAll(async () => {
  await build({
    stdin: {
      contents: `import { runService } from './serviceProcess';
        void runService({ name: 'The test service', defaultPort: 0, create: () => ({
          listener: (request, response) => response.end(new URL(request.url, 'http://x').pathname === '/' ? 'here' : ''),
        }) });`,
      resolveDir: __dirname,
    },
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

interface Run {
  child: ChildProcess;
  output: { text: string };
  ended: Promise<number | null>;
  /** The port of the line `listening <port>`. */
  port: Promise<number>;
}

function run(command: string, ...args: string[]): Run {
  const child = spawn(command, args);
  started.push(child);
  const output = { text: '' };
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const port = new Promise<number>((resolve, reject) => {
    child.on('close', () => reject(new Error(`It ended before it listened: ${output.text}`)));
    const read = (chunk: Buffer) => {
      output.text += chunk.toString();
      const [, found] = /listening (\d+)/.exec(output.text) ?? [];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  // A run that is meant to fail is never asked for its port.
  port.catch(() => {});
  return { child, output, ended, port };
}

/** The status line answered to a request line no client library would send. */
function statusLineOf(requestLine: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${requestLine}\r\nHost: here\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}`).then(
    (response) => response.text(),
    () => null,
  );

describe('a service process', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('says when it listens and ends cleanly on %s', async (signal) => {
    const { child, ended, port } = run(process.execPath, entry);
    expect(await answers(await port)).toBe('here');
    child.kill(signal);
    expect(await ended).toBe(0);
  });

  // `new URL` throws on these, and what a listener throws ends the process with all it holds in memory.
  it.each(['GET // HTTP/1.1', 'GET http:// HTTP/1.1', 'POST http://[ HTTP/1.1'])(
    'returns 400 for %s and keeps running',
    async (line) => {
      const { port } = run(process.execPath, entry);
      expect(await statusLineOf(line, await port)).toBe('HTTP/1.1 400 Bad Request');
      expect(await answers(await port)).toBe('here');
    },
  );

  it('names the port that is in use', async () => {
    const holder = await startServer({ port: 0, create: () => ({ listener: () => {} }) });
    const { output, ended } = run(process.execPath, entry, '--port', String(holder.port));
    expect(await ended).toBe(1);
    expect(output.text).toContain(`The test service could not start: port ${holder.port} is in use.`);
    await holder.close();
  });

  it.each([
    ['--port', 'many'],
    ['--port', '70000'],
    ['--prot', '1'],
    ['--import', '/nowhere.json'],
  ])('refuses %s %s', async (...args) => {
    const { output, ended } = run(process.execPath, entry, ...args);
    expect(await ended).toBe(2);
    expect(output.text).toMatch(/^The test service: /);
  });

  it('ends when its parent was killed', async () => {
    const { child, port } = run('/bin/sh', '-c', `"${process.execPath}" "${entry}"; true`);
    const listening = await port;
    expect(await answers(listening)).toBe('here');
    child.kill('SIGKILL');
    const deadline = Date.now() + 5_000;
    while ((await answers(listening)) !== null && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await answers(listening)).toBeNull();
  });
});
