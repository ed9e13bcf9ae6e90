import { describe, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { deferred, flush } from '../../test/deferred';
import { beginUploads, endless, fakeUpload, file, jpeg, revoked, type UploadParts } from '../../test/fakeUpload';
import { aPhoto, aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { NO_PHOTOS_YET, photosStore } from '../photos/photosStore';
import { NO_EDIT } from '../prepare/edit';
import { sessionStore } from '../session/sessionStore';

beginUploads();

describe('sending a draft', () => {
  test('what the file says about itself goes with the upload; not being able to read it stops nothing', async () => {
    const said = { date: '1943', title: null, caption: null, source_type: null, has_credentials: false, dpi: null };
    const readEmbedded = jest.fn<UploadParts['readEmbedded']>().mockResolvedValueOnce(said);
    const { flow, steps } = fakeUpload({ readEmbedded });
    await flow.take(file);
    await flow.start();
    expect(steps).toContain('upload u1 id1 Grandma 1921.png deeprestore 1943');
    flow.reset();
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    readEmbedded.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await flow.take(file);
    await flow.start();
    expect(steps).toContain('upload u1 id1 Grandma 1921.png deeprestore');
    log.mockRestore();
  });

  test('fewer pixels of an upload are an inch of the print: of those that a conversion left, that the upload keeps', async () => {
    const said = { date: null, title: null, caption: null, source_type: null, has_credentials: false, dpi: 600 };
    const sent: (number | null | undefined)[] = [];
    const check = jest.fn<UploadParts['check']>().mockResolvedValueOnce('wrongType').mockResolvedValue(null);
    const { flow } = fakeUpload({
      check,
      foreignFormat: async () => 'TIFF',
      convertForeign: async () => ({ file, madeSmaller: null, scale: 0.5 }),
      convert: async () => ({ jpeg, scale: 0.8 }),
      readEmbedded: async () => said,
      upload: async ({ embedded }) => {
        sent.push(embedded?.dpi);
        throw new Error('once more');
      },
    });
    await flow.take(file);
    await flow.acceptConversion();
    // What is saved on this device is not the upload.
    expect((await flow.embedded())?.dpi).toBe(300);
    await flow.start();
    expect(sent).toEqual([240]);
    await flow.prepare({ ...NO_EDIT, quarters: 1 });
    expect((await flow.embedded())?.dpi).toBe(240);
    await flow.start();
    expect(sent).toEqual([240, 240]);
    flow.reset();
    await flow.take(file);
    await flow.start();
    expect(sent).toEqual([240, 240, 480]);
  });

  test('runs in order and succeeds 5000 ms after the upload [spec 4.20, 4.21, 4.22, 4.23, 4.24, 9.4]', async () => {
    const { flow, steps, phase } = fakeUpload();
    await flow.take(file);
    expect(phase()).toBe('preview');
    flow.chooseTool('colorize');
    await flow.start();
    expect(phase()).toBe('finishing');
    expect(steps).toEqual([
      'convert',
      'toast Uploading your photo... | Getting your image ready for AI magic.',
      'expect id1',
      'upload u1 id1 Grandma 1921.png colorize',
      'restore https://storage/photo colorize',
      'show id1 colorize',
      'poll',
    ]);
    await jest.advanceTimersByTimeAsync(4999);
    expect(steps).not.toContain('success');
    await jest.advanceTimersByTimeAsync(1);
    expect(steps.at(-1)).toBe('success');
    expect(flow.store.get()).toEqual({ phase: 'empty', toolId: 'deeprestore' });
    expect(revoked).toHaveBeenCalledWith('blob:1');
  });

  test('does not wait for the restore, and only logs its failure [spec 4.22, 7.5]', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { flow, steps } = fakeUpload({ startRestore: () => Promise.reject(new Error('no')) });
    await flow.take(file);
    await flow.start();
    await jest.advanceTimersByTimeAsync(5000);
    expect(steps.at(-1)).toBe('success');
    expect(steps.filter((step) => step.startsWith('toast'))).toHaveLength(1);
    expect(log).toHaveBeenCalledWith('replicate-restore failed', expect.any(Error));
    log.mockRestore();
  });

  test('what Storage says of a failure it has no word for is not shown', async () => {
    const error = Object.assign(new Error('Firebase Storage: an unknown error'), { code: 'storage/unknown' });
    const { flow, steps } = fakeUpload({ upload: () => Promise.reject(error) });
    await flow.take(file);
    await flow.start();
    expect(steps.at(-1)).toBe('toast Upload Failed | Something went wrong');
  });

  test('shows the progress in per cent', async () => {
    const { flow } = fakeUpload({ upload: endless });
    await flow.take(file);
    void flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', percent: 10 });
  });

  test.each([
    ['signed out', () => sessionStore.set({ status: 'signedOut' }), ['toast Please log in first! 🔐', 'open login']],
    [
      'none left',
      () => creditsStore.set({ status: 'ready', restoresAvailable: 0 }),
      ['toast No Restores Left!', 'open pricing'],
    ],
  ])('%s: nothing is converted or sent [spec 5.4]', async (_, begin, expected) => {
    begin();
    const { flow, steps, phase } = fakeUpload();
    await flow.take(file);
    await flow.start();
    expect(steps.map((step) => step.split(' | ')[0])).toEqual(expected);
    expect(phase()).toBe('preview');
  });

  test('waits for a session that is still being restored, and sends the draft then', async () => {
    sessionStore.set({ status: 'loading' });
    const { flow, steps, phase } = fakeUpload();
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect({ phase: phase(), steps }).toEqual({ phase: 'converting', steps: [] });
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u7' }) });
    await started;
    expect(steps).toContain('upload u7 id1 Grandma 1921.png deeprestore');
  });

  test('without a network it waits, can be cancelled, and goes on by itself', async () => {
    connectivityStore.set('offline');
    const { flow, steps, phase } = fakeUpload();
    await flow.take(file);
    void flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', percent: 0 });
    flow.cancel();
    await jest.advanceTimersByTimeAsync(0);
    expect({ phase: phase(), steps }).toEqual({ phase: 'preview', steps: ['convert'] });
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(60_000);
    connectivityStore.set('online');
    await started;
    expect(phase()).toBe('finishing');
    expect(steps.at(-1)).toBe('poll');
  });

  test('an upload that gives up without a network begins again when it is back', async () => {
    const gaveUp = Object.assign(new Error('gave up'), { code: 'storage/retry-limit-exceeded' });
    const upload = jest.fn<UploadParts['upload']>();
    upload.mockImplementationOnce(() => {
      connectivityStore.set('offline');
      return Promise.reject(gaveUp);
    });
    upload.mockResolvedValueOnce('https://storage/photo');
    const { flow, phase } = fakeUpload({ upload });
    await flow.take(file);
    const started = flow.start();
    await flush();
    expect({ phase: phase(), uploads: upload.mock.calls.length }).toEqual({ phase: 'uploading', uploads: 1 });
    connectivityStore.set('online');
    await started;
    expect(phase()).toBe('finishing');
    const [first, second] = upload.mock.calls.map(([{ photoId }]) => photoId);
    expect(second).toBe(first);
  });

  test('an upload whose answer does not come says so after 10 s, and is in as soon as its photo is listed', async () => {
    const { flow, steps, phase } = fakeUpload({
      upload: ({ onProgress }) => {
        onProgress(100);
        return new Promise(() => undefined);
      },
    });
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(9_999);
    expect(flow.store.get()).toMatchObject({ percent: 100, isUnanswered: false });
    await jest.advanceTimersByTimeAsync(1);
    expect(flow.store.get()).toMatchObject({ percent: 100, isUnanswered: true });
    photosStore.set({ ...NO_PHOTOS_YET, photos: [aPhoto({ id: 'another' })] });
    await flush();
    expect(phase()).toBe('uploading');
    photosStore.set({ ...NO_PHOTOS_YET, photos: [aPhoto({ id: 'id1' })] });
    await started;
    expect(phase()).toBe('finishing');
    expect(steps.slice(-2)).toEqual(['expect id1', 'poll']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(phase()).toBe('empty');
  });

  test('the restore is asked for although its photo is listed before the answer comes [spec 4.22]', async () => {
    const stored = deferred<string>();
    const { flow, steps } = fakeUpload({
      upload: ({ onProgress }) => {
        onProgress(100);
        return stored.promise;
      },
    });
    photosStore.set({ ...NO_PHOTOS_YET, photos: [aPhoto({ id: 'id1' })] });
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(9_000);
    stored.resolve('https://storage/photo');
    await started;
    expect(steps).toContain('restore https://storage/photo deeprestore');
  });

  test('waits for a balance that is still loading', async () => {
    creditsStore.set(creditsStore.initial);
    const { flow, steps, phase } = fakeUpload();
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect({ phase: phase(), steps }).toEqual({ phase: 'converting', steps: [] });
    creditsStore.set({ status: 'ready', restoresAvailable: 1 });
    await started;
    expect(phase()).toBe('finishing');
  });

  test.each([
    ['a conversion', { convert: () => Promise.reject(new Error('Failed to load image')) }, 'Failed to load image'],
    [
      'an upload refused by the rules',
      { upload: () => Promise.reject(Object.assign(new Error(), { code: 'storage/unauthorized' })) },
      'The upload was refused. Please check that you have a restore left, then try again.',
    ],
    [
      'an answer of Storage nobody can read',
      { upload: () => Promise.reject(Object.assign(new Error('{"error":{}}'), { code: 'storage/unknown' })) },
      'Something went wrong',
    ],
    ['something unknown', { upload: () => Promise.reject({}) }, 'Something went wrong'],
  ])('%s that fails says so and leads back to the preview [spec 4.26, 8.9]', async (_, overrides, text) => {
    const { flow, steps, phase } = fakeUpload(overrides);
    await flow.take(file);
    await flow.start();
    expect(steps.at(-1)).toBe(`toast Upload Failed | ${text}`);
    expect(phase()).toBe('preview');
  });

  test('the restore is expected before the first byte is sent', async () => {
    const { flow, steps } = fakeUpload({ upload: endless });
    await flow.take(file);
    void flow.start();
    await flush();
    expect(steps.at(-1)).toBe('expect id1');
  });
});
