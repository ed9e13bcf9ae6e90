import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';

jest.setTimeout(600_000);

const ROOT = join(__dirname, '../..');
const OFFSET = Number(process.env.TEST_PORT_OFFSET ?? 10_000) + 6500;
const PROJECT = 'demo-heirlight';
const at = (port: number) => `http://127.0.0.1:${port + OFFSET}`;
const AUTH = `${at(9099)}/identitytoolkit.googleapis.com/v1`;
const DOCUMENTS = `${at(8080)}/v1/projects/${PROJECT}/databases/(default)/documents`;
const OBJECTS = `${at(9199)}/v0/b/${PROJECT}.appspot.com/o`;
const ACCOUNT = { email: 'anna@example.com', password: 'correct horse', returnSecureToken: true };
const PHOTO = join(ROOT, 'e2e/photos/mary_mackillop_c1890.jpg');

let suite: ChildProcess | undefined;
let output = '';
const folder = mkdtempSync(join(tmpdir(), 'heirlight-kept-'));
afterEach(() => stop());
afterAll(() => rmSync(folder, { recursive: true }));

function start(...options: string[]): Promise<void> {
  const args = ['scripts/suite.mjs', '--local-only', '--port-offset', String(OFFSET), ...options];
  output = '';
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, REPLICATE_ENGINE: 'echo' } });
  suite = child;
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += String(text);
        if (/^Ready http/m.test(output)) resolve();
      });
    }
    child.once('close', (code) => reject(new Error(`The suite ended with ${code}:\n${output}`)));
  });
}

async function stop(): Promise<number | null> {
  const child = suite;
  suite = undefined;
  if (!child || child.exitCode !== null) return child?.exitCode ?? null;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  return await ended;
}

async function call<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
const post = <T>(url: string, body: object, headers = {}) =>
  call<T>(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const signIn = (how: 'signUp' | 'signInWithPassword') =>
  post<{ localId: string; idToken: string }>(`${AUTH}/accounts:${how}?key=x`, ACCOUNT);
const callable = <T>(name: string, data: object, idToken: string) =>
  post<{ result: T }>(`${at(5001)}/${PROJECT}/us-central1/${name}`, { data }, { authorization: `Bearer ${idToken}` });

const OWNER = { authorization: 'Bearer owner' };

/** Every document of a collection. */
async function documents(path: string): Promise<object[]> {
  const page = await call<{ documents?: object[] }>(`${DOCUMENTS}/${path}?pageSize=300`, { headers: OWNER });
  return page.documents ?? [];
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`Never: ${what}\n${output}`);
}

async function upload(name: string, idToken: string): Promise<void> {
  const metadata = JSON.stringify({ name, contentType: 'image/jpeg', metadata: { tool: 'colorize' } });
  const body = Buffer.concat([
    Buffer.from(
      `--cut\r\ncontent-type: application/json\r\n\r\n${metadata}\r\n--cut\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    readFileSync(PHOTO),
    Buffer.from('\r\n--cut--'),
  ]);
  await call(`${OBJECTS}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Firebase ${idToken}`,
      'content-type': 'multipart/related; boundary=cut',
      'x-goog-upload-protocol': 'multipart',
    },
  });
}

/** What a suite holds of one buyer, in all five places. */
async function everything(uid: string) {
  const stored = await call<{ items: { name: string }[] }>(`${OBJECTS}`, { headers: OWNER });
  const bytes = await Promise.all(
    stored.items.map(async ({ name }) => {
      const file = await fetch(`${OBJECTS}/${encodeURIComponent(name)}?alt=media`, { headers: OWNER });
      return [name, Buffer.from(await file.arrayBuffer()).length] as const;
    }),
  );
  const { sessions, charges } = await call<{ sessions: object[]; charges: object[] }>(`${at(12_111)}/_control/state`);
  const { predictions } = await call<{ predictions: object[] }>(`${at(5055)}/_control/state`);
  return {
    account: await documents('users'),
    ledger: await documents(`users/${uid}/ledger`),
    photos: await documents('photos'),
    files: Object.fromEntries(bytes),
    sessions,
    charges,
    predictions,
  };
}

test('an account, a photo and a purchase are there again after an export on exit and an import', async () => {
  await start('--export-on-exit', join(folder, 'kept'));
  const { localId: uid, idToken } = await signIn('signUp');
  await callable('fetch_credits', { user_id_in: uid }, idToken);
  const order = { priceId: 'price_local_5', userId: uid, email: ACCOUNT.email };
  const { result } = await callable<{ sessionId: string }>('create-checkout-session', order, idToken);
  await post(`${at(12_111)}/_control/sessions/${result.sessionId}/pay`, {});
  const name = `images/${uid}/11111111-2222-4333-8444-555555555555-mary.jpg`;
  await upload(name, idToken);
  await until('the purchase and the restore are done', async () => {
    const { charges, ledger, photos } = await everything(uid);
    return charges.length === 1 && ledger.length >= 3 && JSON.stringify(photos).includes('"succeeded"');
  });
  const before = await everything(uid);
  expect(before.account).toHaveLength(1);
  expect(before.predictions).toHaveLength(1);
  expect(Object.keys(before.files)).toContain(name);
  expect(await stop()).toBe(0);
  expect(output).toContain(`Exported all data to ${join(folder, 'kept')}`);
  expect(existsSync(join(folder, 'kept'))).toBe(true);

  await start('--import', join(folder, 'kept'));
  expect((await signIn('signInWithPassword')).localId).toBe(uid);
  expect(await everything(uid)).toEqual(before);
  expect(await stop()).toBe(0);
});

test('a folder that holds no export stops the start', async () => {
  await expect(start('--import', folder)).rejects.toThrow('holds no export of this suite');
  suite = undefined;
});
