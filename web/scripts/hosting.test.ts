import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from '@heirlight/contract/clientConfig';
import { describe, expect, test } from '@jest/globals';
import { deployableConfig, type HostingJson, policyOf, withProjectHosts } from './hosting';

const configOf = (projectId: string, storageBucket: string): ClientConfig => ({
  firebase: { apiKey: 'k', authDomain: `${projectId}.firebaseapp.com`, projectId, storageBucket, appId: '1:2:web:3' },
  stripePublishableKey: 'pk_live_1',
});
const good = configOf('family', 'family.firebasestorage.app');
const firebaseJson = JSON.parse(readFileSync(join(__dirname, '../../firebase.json'), 'utf8')) as HostingJson;
const committed = policyOf(firebaseJson);

/** Sources by directive. */
const sourcesOf = (policy: string): Record<string, string[]> =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

describe('config.json before a deploy', () => {
  test('a whole one passes, with App Check and without', () => {
    expect(deployableConfig(JSON.stringify(good), 'family')).toEqual(good);
    expect(deployableConfig(JSON.stringify({ ...good, appCheckSiteKey: 'site' }), 'family').appCheckSiteKey).toBe(
      'site',
    );
  });

  test.each<[string, string, string]>([
    ['the page', '<!doctype html><html></html>', 'config.json is HTML'],
    ['half a file', '{"firebase": {', 'config.json is not JSON'],
    ['null', 'null', 'config.json is not an object'],
    ['nothing in it', '{}', 'firebase.apiKey is missing\n  firebase.authDomain is missing'],
    ['another project', JSON.stringify(configOf('other', 'b')), 'firebase.projectId is other, the deploy is to family'],
    [
      'a secret key',
      JSON.stringify({ ...good, stripePublishableKey: 'sk_live_1' }),
      'stripePublishableKey is no pk_… key',
    ],
    [
      'the local suite',
      JSON.stringify({ ...good, endpoints: { auth: 'http://127.0.0.1' } }),
      'endpoints are for the local suite',
    ],
    ['a blank key', JSON.stringify({ ...good, appCheckSiteKey: '' }), 'appCheckSiteKey is blank'],
  ])('%s is refused', (_what, text, message) => {
    expect(() => deployableConfig(text, 'family')).toThrow(message);
  });
});

describe('the Content-Security-Policy', () => {
  test('as committed names the demo project, whose suite everybody runs', () => {
    const demo = configOf('demo-heirlight', 'demo-heirlight.appspot.com');
    expect(withProjectHosts(committed, demo)).toBe(committed);
  });

  test('lets the page talk with hosts of this project only', () => {
    const before = sourcesOf(committed);
    const after = sourcesOf(withProjectHosts(committed, good));
    const bucket = 'https://firebasestorage.googleapis.com/v0/b/family.firebasestorage.app/';
    expect(after['connect-src']).toEqual(
      expect.arrayContaining(['https://us-central1-family.cloudfunctions.net', bucket]),
    );
    expect(after['img-src']).toContain(bucket);
    for (const source of [...after['connect-src']!, ...after['img-src']!]) {
      expect(source).not.toMatch(/\*|demo-heirlight/);
    }
    const others = (policy: object) => ({ ...policy, 'connect-src': [], 'img-src': [] });
    expect(others(after)).toEqual(others(before));
  });

  test('lets two workers run WebAssembly, which talk with nobody else, and no page', () => {
    const [page, ...others] = firebaseJson.hosting.headers.flatMap(({ source, headers }) =>
      headers.filter(({ key }) => key === 'Content-Security-Policy').map(({ value }) => ({ source, value })),
    );
    expect(page?.source).toBe('**');
    expect(page?.value).not.toContain('wasm');
    expect(page?.value).not.toContain("'unsafe-eval'");
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
    expect(others).toEqual([
      { source: '/assets/foreignWorker-*.js', value: policy },
      { source: '/assets/quickLookWorker-*.js', value: policy },
    ]);
  });
});
