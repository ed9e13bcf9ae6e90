import { MAX_NAME_LENGTH, MAX_UPLOAD_BYTES } from '@heirlight/contract/limits';
import { uploadPath } from '@heirlight/contract/paths';
import { TOOL_IDS } from '@heirlight/contract/tools';
import { expect, test } from '@jest/globals';
import { type StorageCheck, storageRules } from './storageRules';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OWN = uploadPath({ userId: 'owner', photoId: ID, fileName: 'Großmutter 1912.png' });
const JPEG = { contentType: 'image/jpeg', size: 1_000, metadata: { tool: 'deeprestore' } };

const permits = storageRules({
  owner: { restores_available: 1 },
  other: { restores_available: 5 },
  poor: { restores_available: 0 },
  leaving: { restores_available: 5, deleted_at: '2026-11-20T12:00:00Z' },
});

const create = (change: Partial<StorageCheck> = {}): StorageCheck => ({
  method: 'create',
  path: OWN,
  uid: 'owner',
  file: JPEG,
  ...change,
});
const own = (uid: string) => uploadPath({ userId: uid, photoId: ID, fileName: 'a.jpg' });
const named = (name: string) => `images/owner/${name}`;

const nameOf = (name: string) => ({ tool: 'deeprestore', name });
const noteOf = (length: number) => ({ tool: 'deeprestore', embedded: 'ß'.repeat(length) });

interface Row {
  name: string;
  check: StorageCheck;
}
const ALLOWED: Row[] = [
  { name: 'an upload into one’s own folder', check: create() },
  { name: 'a file of exactly 25 MB', check: create({ file: { ...JPEG, size: MAX_UPLOAD_BYTES } }) },
  ...TOOL_IDS.map((tool) => ({ name: `the tool ${tool}`, check: create({ file: { ...JPEG, metadata: { tool } } }) })),
  { name: 'the longest name', check: create({ file: { ...JPEG, metadata: nameOf('ß'.repeat(MAX_NAME_LENGTH)) } }) },
  { name: 'the longest note of what the file said', check: create({ file: { ...JPEG, metadata: noteOf(3000) } }) },
  { name: 'looking at one’s own upload', check: { method: 'get', path: OWN, uid: 'owner', exists: true } },
  {
    name: 'looking at one’s own result',
    check: { method: 'get', path: `results/owner/${ID}/restored.png`, uid: 'owner', exists: true },
  },
];
const DENIED: Row[] = [
  { name: 'signed out', check: { method: 'create', path: OWN, file: JPEG } },
  { name: 'somebody else’s folder', check: create({ uid: 'other' }) },
  { name: 'no restores left', check: create({ uid: 'poor', path: own('poor') }) },
  { name: 'an account being deleted', check: create({ uid: 'leaving', path: own('leaving') }) },
  { name: 'no account yet', check: create({ uid: 'new', path: own('new') }) },
  { name: 'one byte over 25 MB', check: create({ file: { ...JPEG, size: MAX_UPLOAD_BYTES + 1 } }) },
  { name: 'an empty file', check: create({ file: { ...JPEG, size: 0 } }) },
  ...['image/svg+xml', 'text/html', 'image/png', 'image/jpeg; charset=x', ''].map((contentType) => ({
    name: `the type "${contentType}"`,
    check: create({ file: { ...JPEG, contentType } }),
  })),
  { name: 'an unknown tool', check: create({ file: { ...JPEG, metadata: { tool: 'magic' } } }) },
  { name: 'no tool', check: create({ file: { ...JPEG, metadata: {} } }) },
  { name: 'no metadata', check: create({ file: { contentType: 'image/jpeg', size: 1 } }) },
  { name: 'a longer name', check: create({ file: { ...JPEG, metadata: nameOf('ß'.repeat(MAX_NAME_LENGTH + 1)) } }) },
  { name: 'a longer note', check: create({ file: { ...JPEG, metadata: noteOf(3001) } }) },
  { name: 'posing as a copy', check: create({ file: { ...JPEG, metadata: { tool: 'colorize', source: 'x' } } }) },
  { name: 'posing as a retry', check: create({ file: { ...JPEG, metadata: { tool: 'colorize', retry: 'x' } } }) },
  { name: 'overwriting', check: create({ exists: true }) },
  { name: 'updating', check: create({ method: 'update', exists: true }) },
  { name: 'deleting', check: { method: 'delete', path: OWN, uid: 'owner', exists: true } },
  { name: 'listing one’s own folder', check: { method: 'list', path: 'images/owner', uid: 'owner' } },
  ...['results/owner', `results/owner/${ID}`, `results/owner/${ID}/restored.png`, OWN].map((path) => ({
    name: `listing ${path}`,
    check: { method: 'list' as const, path, uid: 'owner' },
  })),
  { name: 'listing everything', check: { method: 'list', path: '', uid: 'owner' } },
  ...[
    `${ID}.jpg`,
    `${ID}-a.png`,
    `${ID}-a.jpg.html`,
    `${ID.toUpperCase()}-a.jpg`,
    `${ID}-${'a'.repeat(101)}.jpg`,
    `${ID}-a b.jpg`,
    `not-a-uuid-a.jpg`,
    `sub/${ID}-a.jpg`,
    `../other/${ID}-a.jpg`,
  ].map((name) => ({ name: `the name ${name}`, check: create({ path: named(name) }) })),
  { name: 'writing a result', check: create({ path: `results/owner/${ID}/restored.png` }) },
  { name: 'writing anywhere else', check: create({ path: `other/owner/${ID}-a.jpg` }) },
  { name: 'looking at somebody’s upload', check: { method: 'get', path: OWN, uid: 'other', exists: true } },
  {
    name: 'looking at somebody’s result',
    check: { method: 'get', path: `results/owner/${ID}/restored.png`, uid: 'other', exists: true },
  },
  {
    name: 'looking at what the owner exported',
    check: { method: 'get', path: 'exports/owner/request.json', uid: 'owner', exists: true },
  },
  { name: 'looking signed out', check: { method: 'get', path: OWN, exists: true } },
];

test.each(ALLOWED)('allowed: $name', ({ check }) => {
  expect(permits(check)).toBe(true);
});
test.each(DENIED)('denied: $name [spec 6.6]', ({ check }) => {
  expect(permits(check)).toBe(false);
});
