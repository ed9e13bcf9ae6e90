/** @jest-environment node */
import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { signedOrMade } from '../../domain/saving/fileForSaving';
import type { ShareDeps } from '../../domain/saving/shareLink';
import { subscribeToasts, type Toast } from '../../lib/toast';
import type { ChosenFile } from '../../lib/zip/saveTarget';
import { aPhoto } from '../../test/samples';
import type { RestoredPhoto } from './photoView';
import { savePhotos } from './savePhotos';

/** A JPEG of one marker: the picture follows at once. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0);
const config = { firebase: { apiKey: 'k', projectId: 'p' }, contentCredentials: true };
const call = jest.fn<(key: string, request: { photoId: string }) => Promise<{ url: string | null }>>();
const deps = {
  firebase: { functions: async () => ({ call }) },
  session: { ensureAuth: async () => undefined },
} as unknown as ShareDeps;
const photos = ['Rosa', 'Emil'].map((name) =>
  aPhoto({ id: name, name, restored_url: `https://storage/${name}.jpg` }),
) as RestoredPhoto[];
let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));

// Where the page leaves its configuration.
Object.assign(globalThis, { window: {} });

beforeEach(() => {
  toasts = [];
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  globalThis.fetch = async (url) => {
    if (String(url).endsWith('config.json')) return Response.json(config);
    if (String(url).startsWith('https://signed/')) return new Response(`signed ${url}`);
    return new Response(JPEG, { headers: { 'content-type': 'image/jpeg' } });
  };
});

test('files of a zip are signed as a single one is; one that cannot be is in it all the same', async () => {
  call.mockImplementation(async (_, { photoId }) => {
    if (photoId === 'Emil') throw new Error('rate_limited');
    return { url: `https://signed/${photoId}` };
  });
  const chunks: Uint8Array[] = [];
  const target: ChosenFile = {
    createWritable: async () =>
      new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) }) as FileSystemWritableFileStream,
  };
  const order = { format: 'jpeg', originals: false, target, name: 'all.zip', onFile: () => undefined } as const;
  expect(await savePhotos({ ...order, photos, deps, signal: new AbortController().signal })).toBe(true);
  const zip = unzipSync(Buffer.concat(chunks));
  expect(Object.keys(zip)).toEqual(['Rosa.jpg', 'Emil.jpg']);
  expect(strFromU8(zip['Rosa.jpg']!)).toBe('signed https://signed/Rosa');
  expect([...zip['Emil.jpg']!.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  expect(call.mock.calls.map(([, request]) => request)).toEqual([
    { photoId: 'Rosa', type: 'image/jpeg' },
    { photoId: 'Emil', type: 'image/jpeg' },
  ]);
  expect(toasts[0]?.title).toBe('Photos Saved');
});

test('a photo has one name in the zip, with its original too, also beside a second version and a namesake', async () => {
  call.mockResolvedValue({ url: null });
  const chunks: Uint8Array[] = [];
  const target: ChosenFile = {
    createWritable: async () =>
      new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) }) as FileSystemWritableFileStream,
  };
  const [rosa, emil] = photos;
  const namesake = { ...emil!, name: 'Rosa', original_url: 'https://storage/other.jpg' };
  const order = { format: 'jpeg', originals: true, target, name: 'all.zip', onFile: () => undefined } as const;
  const { signal } = new AbortController();
  await savePhotos({ ...order, photos: [rosa!, { ...rosa!, id: 'again' }, namesake], deps, signal });
  expect(Object.keys(unzipSync(Buffer.concat(chunks)))).toEqual([
    ...['Rosa.jpg', 'Originals/Rosa.jpg', 'Rosa (2).jpg', 'Rosa (3).jpg', 'Originals/Rosa (3).jpg'],
  ]);
});

test('the server signs what it stored, and nothing that is adjusted by hand', async () => {
  const [rosa] = photos;
  call.mockClear();
  const adjustment = { ...PLAIN_RESULT, colour: 0, original_url: rosa!.original_url };
  const saving = signedOrMade({ ...rosa!, adjustment }, 'image/jpeg', { deps, load: async () => new Blob([JPEG]) });
  // Node decodes no pictures.
  await expect(saving).rejects.toThrow('createImageBitmap');
  expect(call).not.toHaveBeenCalled();
});
