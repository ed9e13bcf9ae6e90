import { describe, expect, test } from '@jest/globals';
import { NeedsDocument, type RulesDocument, type RulesMethod, type StorageRulesMethod } from '../api';
import { type StorageRulesName, storageRules } from '../testing/cases/storage';
import { document, ruleset } from '../testing/harness';

type Json = Record<string, unknown>;

/** A plain value as firebase-tools writes it. */
function runtimeValue(plain: unknown): Json {
  if (plain === null) return { null_value: null };
  if (typeof plain === 'string') return { string_value: plain };
  if (typeof plain === 'boolean') return { bool_value: plain };
  if (typeof plain === 'number') return Number.isInteger(plain) ? { int_value: plain } : { float_value: plain };
  if (plain instanceof Date) return { timestamp_value: plain.toISOString() };
  if (Array.isArray(plain)) return { list_value: { values: plain.map(runtimeValue) } };
  const fields = Object.fromEntries(Object.entries(plain as Json).map(([key, inner]) => [key, runtimeValue(inner)]));
  return { map_value: { fields } };
}

interface Given {
  method?: RulesMethod;
  name?: string;
  uid?: string | null;
  before?: Json | null;
  after?: Json | null;
  documents?: RulesDocument[];
}

function decide(rules: StorageRulesName, { method = 'get', name = 'users/u1/a.jpg', uid = 'u1', ...rest }: Given) {
  const path = `/b/B/o/${name}`;
  const auth = uid === null ? null : { uid, token: { sub: uid } };
  const request = runtimeValue({ auth, time: new Date(), resource: rest.after ?? null });
  const segments = path
    .slice(1)
    .split('/')
    .map((simple) => ({ simple }));
  ((request.map_value as Json).fields as Json).path = { path_value: { segments } };
  return ruleset(storageRules(rules)).evaluate({
    service: 'firebase.storage',
    method,
    path,
    variables: { request, resource: runtimeValue(rest.before ?? null) },
    lookup: (wanted) => rest.documents?.find((found) => found.name === `projects/demo${wanted}`) ?? null,
  });
}

const upload = { size: 1024, contentType: 'image/jpeg', metadata: { tool: 'scaler' } };
const stored = {
  name: 'a/b.jpg',
  bucket: 'B',
  generation: 5,
  metageneration: 1,
  size: 12,
  timeCreated: new Date('2026-01-01'),
  updated: new Date('2026-01-02'),
  md5Hash: 'md5',
  crc32c: 'crc',
  etag: 'tag',
  contentDisposition: 'inline',
  contentEncoding: 'gzip',
  contentLanguage: 'en',
  contentType: 'image/jpeg',
  metadata: { owner: 'u1' },
};

describe('objects', () => {
  test.each<[string, Given, boolean]>([
    ["one's own is read", {}, true],
    ["another's is not", { uid: 'u2' }, false],
    ['nobody signed in reads nothing', { uid: null }, false],
    ['a deeper path is another rule', { name: 'users/u1/a/b.jpg' }, false],
    ['a good upload', { method: 'create', after: upload }, true],
    ['an upload of 25 MiB', { method: 'create', after: { ...upload, size: 25 * 1024 * 1024 } }, false],
    ['an upload of another type', { method: 'create', after: { ...upload, contentType: 'text/plain' } }, false],
    ['an upload with an unknown tool', { method: 'create', after: { ...upload, metadata: { tool: 'x' } } }, false],
    ['an upload without metadata', { method: 'create', after: { size: 1, contentType: 'image/png' } }, false],
    ['a delete', { method: 'delete', before: stored }, true],
    ['a delete of nothing', { method: 'delete' }, false],
    ['an update has no rule', { method: 'update', before: stored, after: upload }, false],
  ])('%s', (_, given, allowed) => {
    expect(decide('owner', given).allow).toBe(allowed);
  });

  test('resource has every documented field', () => {
    expect(decide('metadata', { name: 'a/b.jpg', before: stored })).toEqual({ allow: true, reason: '' });
  });

  test.each(Object.keys(stored))('resource.%s counts: without it the rule fails', (field) => {
    const { [field as keyof typeof stored]: _, ...others } = stored;
    expect(decide('metadata', { name: 'a/b.jpg', before: others }).allow).toBe(false);
  });

  test('list sees the prefix', () => {
    expect(decide('metadata', { method: 'list', name: 'folder' }).allow).toBe(true);
    expect(decide('metadata', { method: 'list', name: 'other' }).allow).toBe(false);
  });

  test("Firestore's rules in the same file do not apply", () => {
    const both = ruleset(`rules_version = '2';
service cloud.firestore { match /b/{bucket}/o/{name} { allow read; } }
service firebase.storage { match /b/{bucket}/o/{name} { allow write; } }`);
    const ask = (method: RulesMethod) =>
      both.evaluate({ service: 'firebase.storage', method, path: '/b/B/o/x', variables: {}, lookup: () => null }).allow;
    expect([ask('get'), ask('create')]).toEqual([false, true]);
  });

  const METHODS: StorageRulesMethod[] = ['read', 'write', 'get', 'list', 'create', 'update', 'delete'];
  test.each<[StorageRulesMethod, StorageRulesMethod[]]>([
    ['read', ['read', 'get', 'list']],
    ['write', ['write', 'create', 'update', 'delete']],
    ['get', ['get']],
    ['list', ['list']],
    ['create', ['create']],
    ['update', ['update']],
    ['delete', ['delete']],
  ])('allow %s allows %j', (granted, methods) => {
    const rules = ruleset(`rules_version = '2';
service firebase.storage { match /b/{bucket}/o/{name} { allow ${granted}; } }`);
    const allowed = METHODS.filter(
      (method) =>
        rules.evaluate({ service: 'firebase.storage', method, path: '/b/B/o/x', variables: {}, lookup: () => null })
          .allow,
    );
    expect(allowed).toEqual(METHODS.filter((method) => methods.includes(method)));
  });

  test('an unknown kind of value denies', () => {
    const variables = { resource: { uuid_value: 'x' } };
    expect(
      ruleset(storageRules('owner')).evaluate({
        service: 'firebase.storage',
        method: 'get',
        path: '/b/B/o/x',
        variables,
        lookup: () => null,
      }),
    ).toEqual({ allow: false, reason: "Unknown kind of value: uuid_value. for 'get'" });
  });
});

describe('Firestore documents', () => {
  const credits = (count: number) => [document('users/u1', { credits: { integerValue: String(count) } })];
  test.each<[string, Given, boolean]>([
    ['get with a credit left', { method: 'create', documents: credits(1) }, true],
    ['get with none left', { method: 'create', documents: credits(0) }, false],
    ['get of no document', { method: 'create' }, false],
    ['exists finds', { method: 'get', documents: credits(0) }, true],
    ['exists misses', { method: 'get' }, false],
  ])('%s', (_, given, allowed) => {
    expect(decide('credits', given).allow).toBe(allowed);
  });

  test('two may be looked up; a third denies', () => {
    expect(decide('credits', { method: 'delete', documents: [document('a/2')] }).allow).toBe(true);
    expect(decide('credits', { method: 'delete', documents: [document('a/3')] }).reason).toBe(
      "More than 2 document access calls. for 'delete'",
    );
  });

  test('throws NeedsDocument for a document that is not fetched yet', () => {
    const path = '/databases/(default)/documents/users/u1';
    const lookup = () => {
      throw new NeedsDocument(path);
    };
    const rules = ruleset(storageRules('credits'));
    const ask = () =>
      rules.evaluate({ service: 'firebase.storage', method: 'get', path: '/b/B/o/users/u1/x', variables: {}, lookup });
    expect(ask).toThrow(new NeedsDocument(path));
  });
});
