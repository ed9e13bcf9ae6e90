import { describe, expect, jest, test } from '@jest/globals';
import { type Deferred, deferred, flush } from '../../test/deferred';
import { beginUploads, endless, fakeUpload, file, jpeg, type UploadParts } from '../../test/fakeUpload';
import { aUser } from '../../test/samples';
import { type Credits, creditsStore } from '../account/creditsStore';
import { dialogStore } from '../dialogs/dialogs';
import type { UploadRequest } from '../firebase/storage';
import { type Session, sessionStore } from '../session/sessionStore';
import type { ConvertedJpeg } from './convertToJpeg';

const nobody: Session = { status: 'signedOut' };
const somebody: Session = { status: 'signedIn', user: aUser({ id: 'u1' }) };
const none: Credits = { status: 'ready', restoresAvailable: 0 };
const one: Credits = { status: 'ready', restoresAvailable: 1 };

beginUploads();

describe('an upload that is stopped', () => {
  test('a dialog that opens in its place can close it at once: the photo does not come back', async () => {
    sessionStore.set({ status: 'signedOut' });
    const { flow, phase } = fakeUpload();
    const stop = dialogStore.subscribe(flow.reset);
    await flow.take(file);
    await flow.start();
    expect(phase()).toBe('empty');
    stop();
  });

  test('cannot be cancelled once every byte is sent: the restore would be paid anyway', async () => {
    let stored: (url: string) => void = () => undefined;
    const { flow, phase } = fakeUpload({
      upload: ({ onProgress }) => {
        onProgress(100);
        return new Promise((resolve) => (stored = resolve));
      },
    });
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(0);
    flow.cancel();
    expect(phase()).toBe('uploading');
    stored('https://storage/photo');
    await started;
    expect(phase()).toBe('finishing');
  });

  test('cancelling stops the upload without a toast and keeps the photo', async () => {
    const { flow, steps, phase } = fakeUpload({ upload: endless });
    await flow.take(file);
    const sending = flow.start();
    await jest.advanceTimersByTimeAsync(0);
    flow.cancel();
    await sending;
    expect(phase()).toBe('preview');
    expect(steps.some((step) => step.includes('Failed'))).toBe(false);
  });

  test('cancelled while it converts: keeps the photo, sends nothing, shows no toast even on failure', async () => {
    for (const settle of ['resolve', 'reject'] as const) {
      const converted = deferred<ConvertedJpeg>();
      const { flow, steps, phase } = fakeUpload({ convert: () => converted.promise });
      await flow.take(file);
      const sending = flow.start();
      await flush();
      expect(phase()).toBe('converting');
      flow.cancel();
      expect(phase()).toBe('preview');
      if (settle === 'resolve') converted.resolve({ jpeg, scale: 1 });
      else converted.reject(new Error('Failed to load image'));
      await sending;
      expect(steps).toEqual([]);
      expect(phase()).toBe('preview');
    }
  });

  test('cancelled and started again: only the second upload counts', async () => {
    const uploads: { request: UploadRequest; stored: Deferred<string> }[] = [];
    const { flow, steps } = fakeUpload({
      upload: (request) => {
        uploads.push({ request, stored: deferred<string>() });
        return uploads.at(-1)!.stored.promise;
      },
    });
    await flow.take(file);
    const first = flow.start();
    await flush();
    uploads[0]!.request.onProgress(10);
    flow.cancel();
    expect(uploads[0]!.request.signal.aborted).toBe(true);
    void flow.start();
    await flush();
    uploads[1]!.request.onProgress(30);
    uploads[0]!.request.onProgress(90);
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', percent: 30 });
    uploads[0]!.stored.reject(Object.assign(new Error(), { code: 'storage/canceled' }));
    await first;
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', percent: 30 });
    expect(steps.some((step) => step.includes('Failed'))).toBe(false);
  });

  test('a second press during the upload starts nothing', async () => {
    const upload = jest.fn<UploadParts['upload']>(endless);
    const { flow } = fakeUpload({ upload });
    await flow.take(file);
    void flow.start();
    void flow.start();
    await flush();
    void flow.start();
    await flush();
    expect(upload).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => void, () => void]>([
    ['the session, which is nobody’s', () => sessionStore.set({ status: 'loading' }), () => sessionStore.set(nobody)],
    [
      'the session, which has no restore',
      () => sessionStore.set({ status: 'loading' }),
      () => {
        creditsStore.set(none);
        sessionStore.set(somebody);
      },
    ],
    ['the balance, which is nothing', () => creditsStore.set(creditsStore.initial), () => creditsStore.set(none)],
    ['the balance', () => creditsStore.set(creditsStore.initial), () => creditsStore.set(one)],
  ])('reset while waiting for %s: stays empty, uploads nothing, says nothing', async (_, hold, settle) => {
    hold();
    const { flow, steps, phase } = fakeUpload();
    await flow.take(file);
    const sending = flow.start();
    await flush();
    flow.reset();
    settle();
    await sending;
    expect([phase(), steps]).toEqual(['empty', []]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('reset while waiting for the conversion: stays empty, uploads nothing, says nothing', async () => {
    for (const settle of ['resolve', 'reject'] as const) {
      const converted = deferred<ConvertedJpeg>();
      const { flow, steps, phase } = fakeUpload({ convert: () => converted.promise });
      await flow.take(file);
      const sending = flow.start();
      await flush();
      flow.reset();
      if (settle === 'resolve') converted.resolve({ jpeg, scale: 1 });
      else converted.reject(new Error('late'));
      await sending;
      expect([phase(), steps, jest.getTimerCount()]).toEqual(['empty', [], 0]);
    }
  });

  test('reset at the end of the upload: the photo is sent, the dialog no longer waits for it', async () => {
    const stored = deferred<string>();
    const { flow, steps, phase } = fakeUpload({ upload: () => stored.promise });
    await flow.take(file);
    const sending = flow.start();
    await flush();
    flow.reset();
    stored.resolve('https://storage/photo');
    await sending;
    expect(steps.slice(-3)).toEqual(['restore https://storage/photo deeprestore', 'show id1 deeprestore', 'poll']);
    expect([phase(), jest.getTimerCount()]).toEqual(['empty', 0]);
  });

  test('after the upload neither cancel nor another tool has an effect', async () => {
    const { flow, phase } = fakeUpload();
    await flow.take(file);
    await flow.start();
    flow.cancel();
    flow.chooseTool('colorize');
    expect([phase(), flow.store.get().toolId]).toEqual(['finishing', 'deeprestore']);
  });

  test('remove and close reset file, preview, tool and timers [spec 2.38, 2.39]', async () => {
    const { flow, steps } = fakeUpload();
    await flow.take(file);
    flow.chooseTool('textremove');
    await flow.start();
    flow.reset();
    expect(flow.store.get()).toEqual({ phase: 'empty', toolId: 'deeprestore' });
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(steps).not.toContain('success');
  });
});
