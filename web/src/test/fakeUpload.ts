import { afterEach, beforeEach, jest } from '@jest/globals';
import { creditsStore } from '../domain/account/creditsStore';
import { closeDialog, dialogStore } from '../domain/dialogs/dialogs';
import type { UploadRequest } from '../domain/firebase/storage';
import { NO_PHOTOS_YET, photosStore } from '../domain/photos/photosStore';
import { sessionStore } from '../domain/session/sessionStore';
import type { Pictures } from '../domain/upload/pictures';
import { createUploadFlow, type UploadFlowDeps } from '../domain/upload/uploadFlow';
import { connectivityStore } from '../lib/connectivity';
import { subscribeToasts } from '../lib/toast';
import { aUser } from './samples';

/** What the upload flow touches. */
export interface UploadParts extends Pictures {
  upload(request: UploadRequest): Promise<string>;
  startRestore: UploadFlowDeps['photos']['startRestore'];
}

export const file = new File(['x'], 'Grandma 1921.png', { type: 'image/png' });
export const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
/** Called with each preview URL that is freed. The first one is `blob:1`. */
export const revoked = jest.fn<(url: string) => void>();

/** An upload that ends when its signal is aborted, as the SDK's does. */
export const endless = ({ signal, onProgress }: UploadRequest) =>
  new Promise<string>((_, reject) => {
    onProgress(10);
    signal.addEventListener('abort', () => reject(Object.assign(new Error(), { code: 'storage/canceled' })));
  });

const stops: (() => void)[] = [];

/** Before each test of the file: fake timers, known ids and URLs, and a user `u1` with one restore. */
export function beginUploads(): void {
  let urls = 0;
  beforeEach(() => {
    jest.useFakeTimers();
    revoked.mockClear();
    urls = 0;
    Object.defineProperty(globalThis.crypto, 'randomUUID', { value: () => 'id1', configurable: true });
    Object.assign(URL, { createObjectURL: () => `blob:${++urls}`, revokeObjectURL: revoked });
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1' }) });
    creditsStore.set({ status: 'ready', restoresAvailable: 1 });
    connectivityStore.set('online');
    photosStore.set(NO_PHOTOS_YET);
    closeDialog();
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    jest.useRealTimers();
  });
}

/** The real flow, on pictures and an upload that are done at once unless the test says otherwise, and what it did. */
export function fakeUpload(overrides: Partial<UploadParts> = {}) {
  const steps: string[] = [];
  const { upload, startRestore, ...pictures }: UploadParts = {
    check: async () => null,
    foreignFormat: async () => null,
    drawsItself: async () => false,
    convertForeign: async () => ({ file, madeSmaller: null, scale: 1 }),
    inspect: async () => null,
    drawnPart: async () => 'all',
    convert: async () => {
      steps.push('convert');
      return { jpeg, scale: 1 };
    },
    readEmbedded: async () => null,
    upload: async ({ userId, photoId, fileName, embedded, toolId, onProgress }) => {
      steps.push(`upload ${userId} ${photoId} ${fileName} ${toolId}${embedded ? ` ${embedded.date}` : ''}`);
      onProgress(40);
      return 'https://storage/photo';
    },
    startRestore: async ({ imageUrl, toolId }) => void steps.push(`restore ${imageUrl} ${toolId}`),
    ...overrides,
  };
  const flow = createUploadFlow({
    firebase: { storage: async () => ({ uploadPhoto: upload }) },
    photos: {
      startRestore,
      expectRestore: (photoId) => void steps.push(`expect ${photoId}`),
      showSent: async ({ id, tool, jpeg: sent }) => void (sent === jpeg && steps.push(`show ${id} ${tool}`)),
      triggerPolling: () => void steps.push('poll'),
    },
    pictures,
    onSuccess: () => steps.push('success'),
  });
  stops.push(
    subscribeToasts(({ title, description }) => steps.push(`toast ${title} | ${description}`)),
    dialogStore.subscribe(() => steps.push(`open ${dialogStore.get().open}`)),
  );
  return { flow, steps, phase: () => flow.store.get().phase };
}
