import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALLABLES } from '@heirlight/contract/callables';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { CallableFunction, CallableRequest } from 'firebase-functions/https';
import type { Caller } from './caller';
import { AppError } from './errors';
import { PROFILE } from './functionOptions';
import { implement } from './implement';

const SIGNED_IN_S = 1_763_000_000;
const BODY = { user_id_in: 'ada' };

interface AuthRecord {
  localId: string;
  disabled?: boolean;
  /** Seconds; sign-ins before it were revoked. */
  validSince?: string;
}
/** What Firebase Auth knows; asked by firebase-admin as in an emulator. */
let accounts: Map<string, AuthRecord>;
let lookUps: number;
let authServer: Server;
const before = { ...process.env };

beforeAll(async () => {
  authServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { localId = [] } = JSON.parse(Buffer.concat(chunks).toString()) as { localId?: string[] };
    lookUps++;
    const users = localId.flatMap((id) => accounts.get(id) ?? []);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(users.length > 0 ? { users } : {}));
  });
  await new Promise<void>((resolve) => authServer.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    APP_ORIGIN: 'https://example.com',
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${(authServer.address() as AddressInfo).port}`,
    FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo-heirlight', storageBucket: 'demo-heirlight.appspot.com' }),
    GCLOUD_PROJECT: 'demo-heirlight',
  });
});
afterAll(() => {
  process.env = before;
  authServer.closeAllConnections();
  authServer.close();
});
beforeEach(() => {
  accounts = new Map([['ada', { localId: 'ada', validSince: String(SIGNED_IN_S) }]]);
  lookUps = 0;
});

interface Call {
  token?: Record<string, unknown> | null;
  checksSignIn?: boolean;
  data?: unknown;
  fail?: Error;
}

/** Calls an implementation past the network; returns the caller that its use case was given. */
async function callerOf({ token, checksSignIn, data = BODY, fail }: Call = {}) {
  let seen: Caller | undefined;
  const { run } = implement(
    CALLABLES.fetchCredits,
    {
      ...{ ...PROFILE.light, maxInstances: 1, rights: ['users.read'], secrets: [] },
      ...(checksSignIn === undefined ? {} : { checksSignIn }),
    },
    async (_request, caller) => {
      if (fail) throw fail;
      seen = caller;
      return 1;
    },
  );
  const claims = { uid: 'ada', auth_time: SIGNED_IN_S, email: 'ada@example.com', email_verified: true, ...token };
  const request = {
    data,
    auth: token === null ? undefined : { uid: 'ada', token: claims },
  } as unknown as CallableRequest;
  await (run as CallableFunction<unknown, unknown>).run(request);
  return seen;
}

test('the caller is who the token says, with an unverified address unless it says otherwise', async () => {
  expect(await callerOf()).toEqual({
    uid: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: new Date(SIGNED_IN_S * 1000),
  });
  const token = { email: undefined, email_verified: undefined };
  expect(await callerOf({ token })).toMatchObject({ uid: 'ada', email: null, emailVerified: false });
});

const refused = (code: string) => expect.objectContaining({ details: { code } });

test('without a token nothing runs, whatever the body says', async () => {
  await expect(callerOf({ token: null, data: null })).rejects.toEqual(refused('signed_out'));
  expect(lookUps).toBe(0);
});

test.each<[string, () => void]>([
  ['was removed', () => accounts.clear()],
  ['was disabled', () => accounts.set('ada', { localId: 'ada', disabled: true })],
  [
    'was revoked after it signed in',
    () => accounts.set('ada', { localId: 'ada', validSince: String(SIGNED_IN_S + 1) }),
  ],
])('an account that %s is signed out, though its token still holds [spec 10.10]', async (_name, change) => {
  change();
  await expect(callerOf()).rejects.toEqual(refused('signed_out'));
  // Reading one's own number does without the look-up.
  expect(await callerOf({ checksSignIn: false })).toMatchObject({ uid: 'ada' });
  expect(lookUps).toBe(1);
});

test('a rejection leaves with its code alone; anything unexpected leaves as internal, without its words', async () => {
  const rejection = callerOf({ fail: new AppError('no_restores_left', 'balance of ada is 0') });
  await expect(rejection).rejects.toMatchObject({ code: 'failed-precondition', message: 'no_restores_left' });
  const accident = callerOf({ fail: new Error('password=hunter2') });
  await expect(accident).rejects.toMatchObject({
    code: 'internal',
    message: 'internal',
    details: { code: 'internal' },
  });
});
