import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Service, startService } from './services';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heirlight-services-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const start = (code: string, logFile: string): Service =>
  startService({
    name: 'notes',
    command: process.execPath,
    args: ['-e', code],
    cwd: folder,
    env: process.env,
    logFile,
    isReady: (line) => line === 'ready',
    isBroken: (line) => line.startsWith('lost'),
  });
const closed = ({ child }: Service) => new Promise((resolve) => child.once('close', resolve));

test("what a service's own child prints after its end is in the log", async () => {
  // The child keeps the output open, and writes when the service, its parent, has ended.
  const late = `
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid === parent) return;
      console.log('late');
      process.exit();
    }, 20);
  `;
  const service = start(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(late)}], { stdio: 'inherit' });
     setTimeout(() => { console.log('ready'); process.exit(); }, 500);`,
    join(folder, 'notes.log'),
  );
  await service.ready;
  await closed(service);
  // The file is written a moment later.
  while (readFileSync(join(folder, 'notes.log'), 'utf8') !== 'ready\nlate\n') {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});

test('an end before the start is told with what was printed last, though it came after the end', async () => {
  const late = "setTimeout(() => console.log('too late'), 200)";
  const service = start(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(late)}], { stdio: 'inherit' });
     process.exit(3);`,
    join(folder, 'notes.log'),
  );
  const gone = closed(service);
  await expect(service.ready).rejects.toThrow('notes ended (exit code 3) before it was ready:\ntoo late');
  await gone;
});

test('a log that cannot be written is named once, and the service runs', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const service = start("console.log('ready'); setTimeout(() => console.log('more'), 50);", folder);
  await service.ready;
  await closed(service);
  expect(errors.mock.calls).toEqual([[expect.stringContaining('The log of notes could not be written: EISDIR')]]);
});

test.each([
  [
    'says after its start that it is',
    "setTimeout(() => console.log('lost my child'), 50)",
    'is of no use any more: lost my child',
  ],
  ['ends', 'setTimeout(() => process.exit(0), 50)', 'ended unexpectedly'],
])('a service is broken when it %s', async (_how, code, why) => {
  const service = start(`console.log('ready'); ${code}`, join(folder, 'notes.log'));
  const gone = closed(service);
  await service.ready;
  expect(await service.broken).toBe(why);
  service.child.kill('SIGKILL');
  await gone;
});
