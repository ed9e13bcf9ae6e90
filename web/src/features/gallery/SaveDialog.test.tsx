import { SIGNING_WAIT_MS } from '@heirlight/contract/limits';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import { SaveDialog } from './SaveDialog';

const STORED = 'https://storage/restored.jpg';
const SIGNED = 'https://storage/signed.jpg';
const SENTENCE = 'This file carries Content Credentials. Anybody can check how it was restored.';
/** A JPEG of one marker: the picture follows at once. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 0, 0, 0, 0, 0, 0, 0);

/** jsdom's Blob cannot be read. */
const readable = (name: string) => ({ name, arrayBuffer: async () => JPEG.buffer, slice: () => readable(name) });

let fake: ReturnType<typeof fakeDomain>;
const saved: unknown[] = [];

beforeEach(async () => {
  saved.length = 0;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, {
    createObjectURL: (blob: unknown) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  globalThis.fetch = jest.fn<typeof fetch>(async (url) => {
    const config = { firebase: { apiKey: 'k', projectId: 'p' }, contentCredentials: true };
    return { ok: true, json: async () => config, blob: async () => readable(String(url)) } as unknown as Response;
  });
  fake = fakeDomain();
  await fake.domain.session.ensureAuth();
  fake.report(aUser());
});
afterEach(() => {
  jest.useRealTimers();
});

async function saveJpeg() {
  const photo = aPhoto({ restored_url: STORED });
  renderThemed(<SaveDialog photo={photo} open onClose={() => undefined} />, fake.domain);
  fireEvent.click(await screen.findByRole('button', { name: /JPEG/ }));
}
/** What was written here is a Blob of ours. */
const isOwn = () => saved.map((blob) => blob instanceof Blob);

test('a signed file is saved as the server made it, and the dialog says so', async () => {
  fake.call.mockResolvedValue({ url: SIGNED });
  await saveJpeg();
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
  expect(fake.call.mock.calls).toEqual([['signPhoto', { photoId: 'p1', type: 'image/jpeg' }]]);
  expect(saved).toMatchObject([{ name: SIGNED }]);
});

test.each([
  ['has no certificate', async () => ({ url: null })],
  ['cannot sign', async () => Promise.reject(new Error('internal'))],
])('where the server %s, the device makes the file as ever, and nothing is claimed of it', async (_, answer) => {
  fake.call.mockImplementation(answer);
  await saveJpeg();
  await waitFor(() => expect(isOwn()).toEqual([true]));
  expect(screen.queryByText(SENTENCE)).toBeNull();
});

test('nobody waits for a signature for ever', async () => {
  fake.call.mockReturnValue(new Promise(() => undefined));
  jest.useFakeTimers();
  await saveJpeg();
  await jest.advanceTimersByTimeAsync(SIGNING_WAIT_MS - 1_000);
  expect(saved).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(isOwn()).toEqual([true]);
  expect(screen.queryByText(SENTENCE)).toBeNull();
});
