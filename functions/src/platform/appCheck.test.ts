import { CALLABLES } from '@heirlight/contract/callables';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CallableFunction, CallableRequest } from 'firebase-functions/https';
import { listPrices } from '../payments/listPrices';
import { PROFILE } from './functionOptions';
import { implementPublic } from './implement';
import { createDeps } from './liveDeps';

const request = (app?: CallableRequest['app']) => ({ data: {}, rawRequest: {}, app }) as unknown as CallableRequest;
const APP = { appId: '1:1:web:1', token: {} } as unknown as CallableRequest['app'];
const before = { ...process.env };

/** Calls a new instance, as a deployment with this parameter starts one. */
async function callWith(enforce: string, app?: CallableRequest['app']) {
  process.env.ENFORCE_APP_CHECK = enforce;
  const options = { ...PROFILE.light, maxInstances: 1, rights: [], secrets: [] };
  const { run } = implementPublic(CALLABLES.listPrices, options, listPrices, createDeps);
  return (run as CallableFunction<unknown, unknown>).run(request(app));
}

beforeEach(() => {
  Object.assign(process.env, {
    APP_ORIGIN: 'https://example.com',
    FIREBASE_CONFIG: JSON.stringify({ projectId: 'demo-heirlight', storageBucket: 'demo-heirlight.appspot.com' }),
    GCLOUD_PROJECT: 'demo-heirlight',
  });
});
afterAll(() => {
  process.env = before;
});

describe('App Check', () => {
  test('enforced by one parameter: a call without a token is refused [spec 10.16]', async () => {
    await expect(callWith('true')).rejects.toMatchObject({ details: { code: 'app_check_failed' } });
  });

  test('enforced: a call with a token goes through', async () => {
    await expect(callWith('true', APP)).resolves.toHaveProperty('prices');
  });

  test('not enforced: nobody asks', async () => {
    await expect(callWith('false')).resolves.toHaveProperty('prices');
  });
});
