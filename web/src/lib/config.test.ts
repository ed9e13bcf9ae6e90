import { describe, expect, jest, test } from '@jest/globals';
import { once } from './once';
import { readConfig } from './readConfig';

const good = {
  firebase: { apiKey: 'key', projectId: 'demo-heirlight', authDomain: '', storageBucket: '', appId: '' },
  stripePublishableKey: 'pk_test',
};

/** Its body can be read once, like a real one's. */
function fakeResponse(status: number, body: unknown): Response {
  let isRead = false;
  const json = async () => {
    if (isRead) throw new TypeError('body stream already read');
    isRead = true;
    return body;
  };
  return { ok: status === 200, status, json, clone: () => fakeResponse(status, body) } as Response;
}

function answer(...replies: { status: number; body: unknown }[]) {
  const fetching = jest.fn<typeof fetch>();
  for (const { status, body } of replies) {
    fetching.mockResolvedValueOnce(fakeResponse(status, body));
  }
  globalThis.fetch = fetching;
  return fetching;
}

describe('the runtime configuration', () => {
  test('is fetched once, however often it is needed', async () => {
    const fetching = answer({ status: 200, body: good });
    const loadConfig = once(() => readConfig());
    const [first, second] = await Promise.all([loadConfig(), loadConfig()]);
    expect(first).toBe(second);
    expect(first).toEqual(good);
    // A browser that kept an old copy would talk to another project.
    expect(fetching.mock.calls).toEqual([['/config.json', { cache: 'no-cache' }]]);
  });

  test('needs the project, but no key of Stripe', async () => {
    const { firebase } = good;
    answer({ status: 200, body: { firebase: { ...firebase, projectId: '' } } }, { status: 200, body: { firebase } });
    await expect(readConfig()).rejects.toThrow('firebase.projectId');
    await expect(readConfig()).resolves.toEqual({ firebase, stripePublishableKey: '' });
  });

  test('an error names the cause, and the next call tries again', async () => {
    answer({ status: 404, body: null }, { status: 200, body: { firebase: {} } }, { status: 200, body: good });
    const loadConfig = once(() => readConfig());
    await expect(loadConfig()).rejects.toThrow('/config.json could not be read: HTTP 404');
    await expect(loadConfig()).rejects.toThrow('lacks firebase.apiKey');
    await expect(loadConfig()).resolves.toEqual(good);
  });

  test('what the inline script has asked for is taken by both scripts, unless it is of no use', async () => {
    const early = (status: number, body: unknown) => Promise.resolve(fakeResponse(status, body));
    const fetching = answer({ status: 200, body: good }, { status: 200, body: good }, { status: 200, body: good });
    window.earlyConfig = early(200, good);
    expect(await Promise.all([readConfig(), readConfig()])).toEqual([good, good]);
    expect(fetching).not.toHaveBeenCalled();

    for (const useless of [early(503, null), Promise.resolve(null)]) {
      window.earlyConfig = useless;
      expect(await readConfig()).toEqual(good);
    }
    window.earlyConfig = early(200, {});
    await expect(readConfig()).rejects.toThrow('lacks firebase.apiKey');
    expect(await readConfig()).toEqual(good);
    expect(fetching).toHaveBeenCalledTimes(3);
  });
});
