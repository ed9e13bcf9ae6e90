import { type RunningServer, sendJson, startServer } from '@heirlight/emulator-kit/http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fetchOobCodes, type OobCode } from './authEmulator';
import { Mailbox } from './mailbox';
import type { Message } from './message';
import { createMailboxService } from './server';

const APP = 'http://127.0.0.1:5000';
const PROJECT = 'demo-heirlight';

let codes: unknown[];
let auth: RunningServer;
let mailbox: RunningServer;

const code = (email: string, requestType: string, oobCode: string): OobCode => ({
  email,
  requestType,
  oobCode,
  oobLink: `http://127.0.0.1:9099/emulator/action?mode=x&lang=en&oobCode=${oobCode}&apiKey=fake-api-key&continueUrl=${encodeURIComponent(`${APP}/?a=1&b=2`)}`,
});
const messages = async (query = ''): Promise<Message[]> => {
  const response = await fetch(`${mailbox.origin}/api/messages${query}`);
  return ((await response.json()) as { messages: Message[] }).messages;
};
const page = async (query = '') => (await fetch(`${mailbox.origin}/${query}`)).text();

beforeEach(async () => {
  codes = [];
  auth = await startServer({
    port: 0,
    create: () => ({
      listener: (request, response) => {
        const known = request.url === `/emulator/v1/projects/${PROJECT}/oobCodes`;
        sendJson(response, { status: known ? 200 : 404, body: { oobCodes: codes } });
      },
    }),
  });
  const box = new Mailbox({
    fetchCodes: () => fetchOobCodes({ url: auth.origin, projectId: PROJECT }),
    appOrigin: APP,
    now: () => new Date('2026-11-20T10:00:00Z'),
  });
  mailbox = await startServer({ port: 0, create: () => createMailboxService(box) });
});

afterEach(async () => {
  await mailbox.close();
  await auth.close();
});

describe('the mailbox', () => {
  it('lists e-mails newest first, each with a link into the app', async () => {
    codes = [code('anna@example.com', 'VERIFY_EMAIL', 'c1'), code('ben@example.com', 'PASSWORD_RESET', 'c2')];
    const [reset, verify] = await messages();
    expect([reset?.to, verify?.to]).toEqual(['ben@example.com', 'anna@example.com']);
    expect(reset?.kind).toBe('PASSWORD_RESET');
    const link = new URL(reset?.link ?? '');
    expect(link.origin + link.pathname).toBe(`${APP}/`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mode: 'resetPassword',
      oobCode: 'c2',
      apiKey: 'fake-api-key',
      lang: 'en',
      continueUrl: `${APP}/?a=1&b=2`,
    });
    expect(new URL(verify?.link ?? '').searchParams.get('mode')).toBe('verifyEmail');
    expect(await page()).toMatch(/Reset your password[\s\S]*Verify your email/);
  });

  it('filters by address in the page and in the API', async () => {
    codes = [code('anna@example.com', 'VERIFY_EMAIL', 'c1'), code('ben@example.com', 'PASSWORD_RESET', 'c2')];
    expect((await messages('?to=ANNA@example.com')).map(({ id }) => id)).toEqual(['c1']);
    expect(await page('?to=anna')).not.toContain('ben@example.com');
    expect(await page('?to=carl')).toContain('No e-mails to carl');
  });

  it('keeps the time an e-mail was first seen and forgets used ones', async () => {
    codes = [code('anna@example.com', 'VERIFY_EMAIL', 'c1')];
    expect((await messages())[0]?.receivedAt).toBe('2026-11-20T10:00:00.000Z');
    codes = [];
    expect(await messages()).toEqual([]);
  });

  it('escapes whatever came from outside', async () => {
    codes = [code('"><script>alert(1)</script>@x.org', 'VERIFY_EMAIL', '"><img src=x>')];
    const shown = await page('?to=%22%3E%3Cscript%3E');
    expect(shown).not.toContain('<script>');
    expect(shown).not.toContain('<img');
    expect(shown).toContain('&quot;&gt;&lt;script&gt;alert(1)');
  });

  it('leaves out what it does not know', async () => {
    codes = [code('anna@example.com', 'SOMETHING_NEW', 'c1'), { email: 'broken' }, null];
    expect(await messages()).toEqual([]);
  });

  it('says so when the Auth emulator is down', async () => {
    await auth.close();
    const response = await fetch(`${mailbox.origin}/`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('The mailbox cannot be read right now');
    expect((await fetch(`${mailbox.origin}/api/messages`)).status).toBe(503);
  });

  it('refuses other paths and methods', async () => {
    expect((await fetch(`${mailbox.origin}/other`)).status).toBe(404);
    expect((await fetch(`${mailbox.origin}/`, { method: 'POST' })).status).toBe(405);
  });
});
