/** @jest-environment node */
import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { ShareDeps } from '../../domain/saving/shareLink';
import type { ChosenFile } from '../../lib/zip/saveTarget';
import { writeZip } from '../../lib/zip/writeZip';
import { aPhoto } from '../../test/samples';
import { exportFiles } from './exportFiles';

const NOW = new Date(2026, 10, 23, 9, 30);
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));
const photos = [
  aPhoto({
    ...{ id: 'p1', name: '=Rosa, "the aunt"', date_text: 'about 1943', caption: 'At the lake.\nWith Emil.' },
    ...{ original_url: 'https://storage/p1.jpg', restored_url: 'https://storage/p1.png' },
  }),
  aPhoto({ id: 'p2', name: 'Emil', status: 'failed', restored_url: null, original_url: 'https://storage/lost' }),
];
const entries = [
  { id: 'welcome', delta: 1, reason: 'welcome' as const, ref: 'u', balance_after: 1, created_at: at(20) },
  { id: 'restore_p1', delta: -1, reason: 'restore' as const, ref: 'p1', balance_after: 0, created_at: at(21) },
  { id: 'restore_gone', delta: -1, reason: 'restore' as const, ref: 'gone', balance_after: 25, created_at: at(22) },
];
const purchases = [
  {
    ...{
      sessionId: 'cs_1',
      photos: 25,
      amountCents: 600,
      returnedCents: 528,
      currency: 'usd',
      status: 'paid' as const,
    },
    ...{ boughtAt: '2026-11-21T12:00:00.000Z', receiptUrl: null },
  },
];

const call = jest.fn<(key: string, request: unknown) => Promise<{ url: string | null }>>();
const deps = {
  firebase: { functions: async () => ({ call }) },
  session: { ensureAuth: async () => undefined },
} as unknown as ShareDeps;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  globalThis.fetch = jest.fn<typeof fetch>(async (url) => {
    if (String(url).endsWith('lost')) return new Response('', { status: 404 });
    const type = String(url).endsWith('png') ? 'image/png' : 'image/jpeg';
    return new Response(`picture ${url}`, { headers: { 'content-type': type } });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('everything is in one zip: pictures before and after, the ledger, and an index that names what is missing', async () => {
  const chunks: Uint8Array[] = [];
  const target: ChosenFile = {
    createWritable: async () =>
      new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) }) as FileSystemWritableFileStream,
  };
  const missing: string[] = [];
  const files = exportFiles({ email: 'ada@example.com', now: NOW, photos, entries, purchases }, () => missing, deps);
  const onFile = (failed?: string) => {
    if (failed !== undefined) missing.push(failed);
  };
  const signal = new AbortController().signal;
  expect(await writeZip({ target, name: 'all.zip', files, signal, onFile })).toEqual({ saved: 4, failed: ['Emil'] });
  // Another try costs a request, not the file.
  expect(fetch).toHaveBeenCalledTimes(4);

  const zip = unzipSync(Buffer.concat(chunks));
  expect(Object.keys(zip)).toEqual([
    'Before/=Rosa, the aunt.jpg',
    'After/=Rosa, the aunt.png',
    'Restores.csv',
    'Read me first.txt',
  ]);
  const text = (name: string) => strFromU8(zip[name]!);
  expect(text('After/=Rosa, the aunt.png')).toBe('picture https://storage/p1.png');
  expect(text('Restores.csv').split('\r\n').slice(1)).toEqual([
    '"2026-11-20T12:00:00.000Z","A welcome from us","1","1"',
    '"2026-11-21T12:00:00.000Z","Restored “=Rosa, ""the aunt""”","-1","0"',
    '"2026-11-22T12:00:00.000Z","Restored a photo that is no longer here","-1","25"',
    '',
  ]);
  const readMe = text('Read me first.txt');
  for (const words of [
    'ada@example.com',
    'You have 25 restores available.',
    'YOUR PHOTOS (2)',
    '=Rosa, "the aunt", about 1943',
    'restored with DeepRestore',
    '  At the lake. With Emil.',
    'not restored.',
    '25 restores: $6.00 on ',
    '2026, $5.28 refunded\r\n',
    'COULD NOT BE LOADED\r\nEmil',
  ]) {
    expect(readMe).toContain(words);
  }
});

test('photos of one name keep one number in each folder, and in the index', async () => {
  const [rosa, emil] = photos;
  const same = [rosa!, { ...emil!, id: 'p3' }, { ...rosa!, id: 'p4' }].map((photo) => ({ ...photo, name: 'Ada' }));
  const files = exportFiles({ email: '', now: NOW, photos: same, purchases: [], entries: [] }, () => [], deps);
  expect(files.filter(({ folder }) => folder).map(({ folder, stem }) => `${folder}/${stem}`)).toEqual([
    ...['Before/Ada', 'After/Ada', 'Before/Ada (2)', 'Before/Ada (3)', 'After/Ada (3)'],
  ]);
  const { bytes } = await files.at(-1)!.load(new AbortController().signal);
  expect(strFromU8(bytes)).toMatch(/Ada, about 1943\r\n.*Ada \(2\).*Ada \(3\), about 1943/s);
});

test('a spreadsheet runs nothing of the ledger as a formula', async () => {
  const [entry] = entries;
  const everything = { email: '', now: NOW, photos: [], purchases: [], entries: [entry!] };
  const file = exportFiles(everything, () => [], deps)[0]!;
  const { bytes } = await file.load(new AbortController().signal);
  expect(strFromU8(bytes)).not.toMatch(/"[=+@]/);
});

test('a restored picture says what is known about it', async () => {
  globalThis.fetch = async () => new Response(PNG, { headers: { 'content-type': 'image/png' } });
  const all = { email: '', now: NOW, photos: photos.slice(0, 1), purchases: [], entries: [] };
  const [before, after] = exportFiles(all, () => [], deps);
  const bytesOf = async (file: typeof before) => Buffer.from((await file!.load(new AbortController().signal)).bytes);
  expect(await bytesOf(before)).toEqual(PNG);
  const restored = await bytesOf(after);
  for (const words of ['the aunt', 'At the lake.', 'digitalsourcetype']) expect(restored.toString()).toContain(words);
});

test('a picture that is adjusted by hand is there a second time, as it is saved alone', async () => {
  const [rosa] = photos;
  const adjustment = { ...PLAIN_RESULT, colour: 0, original_url: rosa!.original_url };
  const all = { email: '', now: NOW, photos: [{ ...rosa!, adjustment }], purchases: [], entries: [] };
  const [, after, byHand, ledger] = exportFiles(all, () => [], deps);
  expect([after, byHand, ledger].map((file) => file?.folder)).toEqual(['After', 'Adjusted by Hand', undefined]);
  expect(byHand?.stem).toBe(after?.stem);
  // Node decodes no pictures; accountDialog.spec looks at the pixels.
  await expect(byHand?.load(new AbortController().signal)).rejects.toThrow('createImageBitmap');
});

test('a restored picture is signed where the server has a certificate, and is there without one', async () => {
  // Where the page leaves its configuration.
  Object.assign(globalThis, { window: {} });
  const config = { firebase: { apiKey: 'k', projectId: 'p' }, contentCredentials: true };
  globalThis.fetch = async (url) => {
    if (String(url).endsWith('config.json')) return Response.json(config);
    return new Response(String(url).endsWith('signed') ? 'signed' : PNG, { headers: { 'content-type': 'image/png' } });
  };
  const all = { email: '', now: NOW, photos: photos.slice(0, 1), purchases: [], entries: [] };
  const [, after] = exportFiles(all, () => [], deps);
  const load = () => after!.load(new AbortController().signal);
  call.mockResolvedValueOnce({ url: 'https://storage/signed' });
  const { bytes, extension } = await load();
  expect([strFromU8(bytes), extension]).toEqual(['signed', 'png']);
  expect(call.mock.calls).toEqual([['signPhoto', { photoId: 'p1', type: 'image/png' }]]);
  call.mockRejectedValueOnce(new Error('lost'));
  expect(strFromU8((await load()).bytes)).toContain('the aunt');
});
