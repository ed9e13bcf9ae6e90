import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Deferred, deferred, flush } from '../../test/deferred';
import type { Credits } from '../account/creditsStore';
import type { UploadRequest } from '../firebase/storage';
import { NO_EDIT } from '../prepare/edit';
import type { FileProblem } from './checkFile';
import type { ConvertedJpeg } from './convertToJpeg';
import { createUploadFlow, type UploadFlowDeps } from './uploadFlow';

const file = new File(['x'], 'Grandma 1921.png', { type: 'image/png' });
const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
const revoked = jest.fn();
let urls = 0;

beforeEach(() => {
  jest.useFakeTimers();
  revoked.mockClear();
  urls = 0;
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: () => 'id1', configurable: true });
  Object.assign(URL, { createObjectURL: () => `blob:${++urls}`, revokeObjectURL: revoked });
});
afterEach(() => {
  jest.useRealTimers();
});

function setUp(overrides: Partial<UploadFlowDeps> = {}) {
  const steps: string[] = [];
  const deps: UploadFlowDeps = {
    check: async () => null,
    foreignFormat: async () => null,
    drawsItself: async () => false,
    convertForeign: async () => ({ file, madeSmaller: null, scale: 1 }),
    lookForPrint: async () => null,
    drawnPart: async () => 'all',
    convert: async () => {
      steps.push('convert');
      return { jpeg, scale: 1 };
    },
    readEmbedded: async () => null,
    upload: async ({ userId, photoId, fileName, embedded, toolId, onProgress }: UploadRequest) => {
      steps.push(`upload ${userId} ${photoId} ${fileName} ${toolId}${embedded ? ` ${embedded.date}` : ''}`);
      onProgress(40);
      return 'https://storage/photo';
    },
    startRestore: async ({ imageUrl, toolId }) => void steps.push(`restore ${imageUrl} ${toolId}`),
    expectRestore: (photoId) => steps.push(`expect ${photoId}`),
    showSent: ({ id, tool, jpeg: sent }) => sent === jpeg && steps.push(`show ${id} ${tool}`),
    triggerPolling: () => steps.push('poll'),
    untilListed: () => new Promise(() => undefined),
    userId: async () => 'u1',
    credits: async () => ({ status: 'ready', restoresAvailable: 1 }),
    isOffline: () => false,
    untilOnline: async () => undefined,
    toast: ({ title, description }) => steps.push(`toast ${title} | ${description}`),
    openDialog: (name) => steps.push(`open ${name}`),
    onSuccess: () => steps.push('success'),
    ...overrides,
  };
  const flow = createUploadFlow(deps);
  return { flow, steps, phase: () => flow.store.get().phase };
}

/** An upload that ends when its signal is aborted, as the SDK's does. */
const endless = ({ signal, onProgress }: UploadRequest) =>
  new Promise<string>((_, reject) => {
    onProgress(10);
    signal.addEventListener('abort', () => reject(Object.assign(new Error(), { code: 'storage/canceled' })));
  });

describe('upload flow', () => {
  test('what the file says about itself goes with the upload; not being able to read it stops nothing', async () => {
    const said = { date: '1943', title: null, caption: null, source_type: null, has_credentials: false, dpi: null };
    const readEmbedded = jest.fn<UploadFlowDeps['readEmbedded']>().mockResolvedValueOnce(said);
    const { flow, steps } = setUp({ readEmbedded });
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

  const REFUSED: [FileProblem, Awaited<ReturnType<UploadFlowDeps['foreignFormat']>>, string][] = [
    ['wrongType', null, 'Please choose a PNG or JPG photo.'],
    ['wrongType', 'rawPhoto', 'This is a raw file from a camera. Save it as JPG or TIFF first.'],
    ['tooLarge', 'rawPhoto', 'This is a raw file from a camera. Save it as JPG or TIFF first.'],
    ['tooLarge', 'TIFF', 'Please upload an image smaller than 25MB.'],
    ['wrongType', 'unknownTiff', 'This TIFF is saved in a way that cannot be read here. Save it as JPG first.'],
    ['wrongType', 'unreadable', 'Failed to load image'],
  ];
  test.each(REFUSED)(
    'a file that is %s and %s is refused as what it is when it is chosen',
    async (problem, format, words) => {
      const { flow, steps, phase } = setUp({ check: async () => problem, foreignFormat: async () => format });
      await flow.take(file);
      expect(phase()).toBe('empty');
      expect(steps).toEqual([expect.stringContaining(words)]);
    },
  );

  test('a damaged photo is shown; that a part is missing is said; one of which nothing is there is refused', async () => {
    const { promise, resolve } = deferred<'some' | 'none' | 'all'>();
    const first = setUp({ lookForPrint: async () => 'damaged', drawnPart: () => promise });
    await first.flow.take(file);
    expect(first.flow.store.get()).toMatchObject({ phase: 'preview', isPartMissing: false, found: null });
    resolve('some');
    await flush();
    expect(first.flow.store.get()).toMatchObject({ phase: 'preview', isPartMissing: true, found: null });
    const whole = setUp({ lookForPrint: async () => 'damaged', drawnPart: async () => 'all' });
    await whole.flow.take(file);
    await flush();
    expect(whole.flow.store.get()).toMatchObject({ phase: 'preview', isPartMissing: false, found: null });
    const empty = setUp({ lookForPrint: async () => 'damaged', drawnPart: async () => 'none' });
    await empty.flow.take(file);
    await flush();
    expect(empty.phase()).toBe('empty');
    expect(empty.steps).toEqual(['toast Upload Failed | Failed to load image']);
  });

  test('a converted photo that has fewer pixels than its file says so', async () => {
    const madeSmaller = { width: 4233, height: 3963 };
    const check = jest.fn<UploadFlowDeps['check']>().mockResolvedValueOnce('wrongType').mockResolvedValue(null);
    const { flow } = setUp({
      check,
      foreignFormat: async () => 'TIFF',
      convertForeign: async () => ({ file, madeSmaller, scale: 0.5 }),
    });
    await flow.take(file);
    await flow.acceptConversion();
    expect(flow.store.get()).toMatchObject({ phase: 'preview', madeSmaller });
  });

  test.each([
    ['HEIC', true, 'preview'],
    ['HEIC', false, 'foreign'],
    ['TIFF', true, 'foreign'],
  ] as const)('a %s that the browser draws itself (%s) is then in %s', async (format, draws, expected) => {
    const check = jest.fn<UploadFlowDeps['check']>().mockResolvedValueOnce('wrongType').mockResolvedValue(null);
    const { flow, phase } = setUp({ check, foreignFormat: async () => format, drawsItself: async () => draws });
    await flow.take(file);
    expect(phase()).toBe(expected);
  });

  test('fewer pixels of an upload are an inch of the print: of those that a conversion left, that the upload keeps', async () => {
    const said = { date: null, title: null, caption: null, source_type: null, has_credentials: false, dpi: 600 };
    const sent: (number | null | undefined)[] = [];
    const check = jest.fn<UploadFlowDeps['check']>().mockResolvedValueOnce('wrongType').mockResolvedValue(null);
    const { flow } = setUp({
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
    await flow.start();
    expect(sent).toEqual([240]);
    await flow.prepare({ ...NO_EDIT, quarters: 1 });
    await flow.start();
    expect(sent).toEqual([240, 240]);
    flow.reset();
    await flow.take(file);
    await flow.start();
    expect(sent).toEqual([240, 240, 480]);
  });

  test('what is found about a photo late says nothing about the next one', async () => {
    const part = deferred<'none'>();
    const drawnPart = jest.fn<UploadFlowDeps['drawnPart']>().mockReturnValueOnce(part.promise).mockResolvedValue('all');
    const { flow, phase } = setUp({ lookForPrint: async () => 'damaged', drawnPart });
    await flow.take(file);
    await flow.take(file);
    part.resolve('none');
    await flush();
    expect(phase()).toBe('preview');
  });

  test.each([
    ['image/svg+xml', ''],
    ['image/heic', ''],
    ['image/png', 'image/png'],
  ])('a photo declared as %s is read as %s', async (type, read) => {
    const { flow } = setUp();
    await flow.take(new File(['x'], 'a.bin', { type }));
    expect(flow.store.get()).toMatchObject({ file: expect.objectContaining({ name: 'a.bin', type: read }) });
  });

  test('runs in order and succeeds 5000 ms after the upload [spec 4.20, 4.21, 4.22, 4.23, 4.24, 9.4]', async () => {
    const { flow, steps, phase } = setUp();
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
    const { flow, steps } = setUp({ startRestore: () => Promise.reject(new Error('no')) });
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
    const { flow, steps } = setUp({ upload: () => Promise.reject(error) });
    await flow.take(file);
    await flow.start();
    expect(steps.at(-1)).toBe('toast Upload Failed | Something went wrong');
  });

  test('shows the progress in per cent', async () => {
    const { flow } = setUp({ upload: endless });
    await flow.take(file);
    void flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', percent: 10 });
  });

  test.each([
    ['signed out', { userId: async () => null }, ['toast Please log in first! 🔐', 'open login']],
    [
      'none left',
      { credits: async () => ({ status: 'ready', restoresAvailable: 0 }) as const },
      ['toast No Restores Left!', 'open pricing'],
    ],
  ])('%s: nothing is converted or sent [spec 5.4]', async (_, overrides, expected) => {
    const { flow, steps, phase } = setUp(overrides);
    await flow.take(file);
    await flow.start();
    expect(steps.map((step) => step.split(' | ')[0])).toEqual(expected);
    expect(phase()).toBe('preview');
  });

  test('a dialog that opens in its place can close it at once: the photo does not come back', async () => {
    const { flow, phase } = setUp({ userId: async () => null, openDialog: () => flow.reset() });
    await flow.take(file);
    await flow.start();
    expect(phase()).toBe('empty');
  });

  test('waits for a session that is still being restored, and sends the draft then', async () => {
    let restored: (userId: string) => void = () => undefined;
    const { flow, steps, phase } = setUp({ userId: () => new Promise((resolve) => (restored = resolve)) });
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect({ phase: phase(), steps }).toEqual({ phase: 'converting', steps: [] });
    restored('u7');
    await started;
    expect(steps).toContain('upload u7 id1 Grandma 1921.png deeprestore');
  });

  test('without a network it waits, can be cancelled, and goes on by itself', async () => {
    let network = deferred();
    const { flow, steps, phase } = setUp({
      isOffline: () => true,
      untilOnline: (signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          void network.promise.then(resolve);
        }),
    });
    await flow.take(file);
    void flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', percent: 0 });
    flow.cancel();
    await jest.advanceTimersByTimeAsync(0);
    expect({ phase: phase(), steps }).toEqual({ phase: 'preview', steps: ['convert'] });
    network = deferred();
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(60_000);
    network.resolve();
    await started;
    expect(phase()).toBe('finishing');
    expect(steps.at(-1)).toBe('poll');
  });

  test('an upload that gives up without a network begins again when it is back', async () => {
    const gaveUp = Object.assign(new Error('gave up'), { code: 'storage/retry-limit-exceeded' });
    const upload = jest.fn<UploadFlowDeps['upload']>();
    upload.mockRejectedValueOnce(gaveUp).mockResolvedValueOnce('https://storage/photo');
    const { flow, phase } = setUp({ upload, isOffline: () => upload.mock.calls.length === 1 });
    await flow.take(file);
    await flow.start();
    expect(phase()).toBe('finishing');
    const [first, second] = upload.mock.calls.map(([{ photoId }]) => photoId);
    expect(second).toBe(first);
  });

  test('cannot be cancelled once every byte is sent: the restore would be paid anyway', async () => {
    let stored: (url: string) => void = () => undefined;
    const { flow, phase } = setUp({
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

  test('an upload whose answer does not come says so after 10 s, and is in as soon as its photo is listed', async () => {
    const listed = deferred();
    const { flow, steps, phase } = setUp({
      upload: ({ onProgress }) => {
        onProgress(100);
        return new Promise(() => undefined);
      },
      untilListed: async (photoId) => {
        await listed.promise;
        steps.push(`listed ${photoId}`);
      },
    });
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(9_999);
    expect(flow.store.get()).toMatchObject({ percent: 100, isUnanswered: false });
    await jest.advanceTimersByTimeAsync(1);
    expect(flow.store.get()).toMatchObject({ percent: 100, isUnanswered: true });
    listed.resolve();
    await started;
    expect(phase()).toBe('finishing');
    expect(steps.slice(-2)).toEqual(['listed id1', 'poll']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(phase()).toBe('empty');
  });

  test('the restore is asked for although its photo is listed before the answer comes [spec 4.22]', async () => {
    const stored = deferred<string>();
    const { flow, steps } = setUp({
      upload: ({ onProgress }) => {
        onProgress(100);
        return stored.promise;
      },
      untilListed: async () => undefined,
    });
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(9_000);
    stored.resolve('https://storage/photo');
    await started;
    expect(steps).toContain('restore https://storage/photo deeprestore');
  });

  test('waits for a balance that is still loading', async () => {
    let counted: (credits: Credits) => void = () => undefined;
    const { flow, steps, phase } = setUp({
      credits: () =>
        new Promise((resolve) => {
          counted = resolve;
        }),
    });
    await flow.take(file);
    const started = flow.start();
    await jest.advanceTimersByTimeAsync(0);
    expect({ phase: phase(), steps }).toEqual({ phase: 'converting', steps: [] });
    counted({ status: 'ready', restoresAvailable: 1 });
    await started;
    expect(phase()).toBe('finishing');
  });

  test.each<[FileProblem, string]>([
    ['tooLarge', 'toast File too large | Please upload an image smaller than 25MB.'],
    ['wrongType', 'toast Unsupported file | Please choose a PNG or JPG photo.'],
    ['unreadable', 'toast Upload Failed | Failed to load image'],
  ])('%s: refused with a toast [spec 5.2, 8.10]', async (problem, expected) => {
    const { flow, steps, phase } = setUp({ check: async () => problem });
    await flow.take(file);
    expect(steps).toEqual([expected]);
    expect(phase()).toBe('empty');
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
    const { flow, steps, phase } = setUp(overrides);
    await flow.take(file);
    await flow.start();
    expect(steps.at(-1)).toBe(`toast Upload Failed | ${text}`);
    expect(phase()).toBe('preview');
  });

  test('cancelling stops the upload without a toast and keeps the photo', async () => {
    const { flow, steps, phase } = setUp({ upload: endless });
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
      const { flow, steps, phase } = setUp({ convert: () => converted.promise });
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
    const { flow, steps } = setUp({
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
    const upload = jest.fn<UploadFlowDeps['upload']>(endless);
    const { flow } = setUp({ upload });
    await flow.take(file);
    void flow.start();
    void flow.start();
    await flush();
    void flow.start();
    await flush();
    expect(upload).toHaveBeenCalledTimes(1);
  });

  test.each<[string, (held: Promise<never>) => Partial<UploadFlowDeps>]>([
    ['the session', (held) => ({ userId: () => held })],
    ['the balance', (held) => ({ credits: () => held })],
    ['the conversion', (held) => ({ convert: () => held })],
  ])('reset while waiting for %s: stays empty, uploads nothing, says nothing', async (_, hold) => {
    for (const answer of [null, { status: 'ready', restoresAvailable: 0 }, new Error('late')]) {
      const held = deferred<never>();
      const { flow, steps, phase } = setUp(hold(held.promise));
      await flow.take(file);
      const sending = flow.start();
      await flush();
      flow.reset();
      if (answer instanceof Error) held.reject(answer);
      else held.resolve(answer as never);
      await sending;
      expect([phase(), steps.filter((step) => step !== 'convert')]).toEqual(['empty', []]);
      expect(jest.getTimerCount()).toBe(0);
    }
  });

  test('reset at the end of the upload: the photo is sent, the dialog no longer waits for it', async () => {
    const stored = deferred<string>();
    const { flow, steps, phase } = setUp({ upload: () => stored.promise });
    await flow.take(file);
    const sending = flow.start();
    await flush();
    flow.reset();
    stored.resolve('https://storage/photo');
    await sending;
    expect(steps.slice(-3)).toEqual(['restore https://storage/photo deeprestore', 'show id1 deeprestore', 'poll']);
    expect([phase(), jest.getTimerCount()]).toEqual(['empty', 0]);
  });

  test('the restore is expected before the first byte is sent', async () => {
    const { flow, steps } = setUp({ upload: endless });
    await flow.take(file);
    void flow.start();
    await flush();
    expect(steps.at(-1)).toBe('expect id1');
  });

  test('of two files picked in sequence the later one counts, whichever check ends first', async () => {
    const checks = [deferred<FileProblem | null>(), deferred<FileProblem | null>()];
    const [first, second] = checks;
    const queue = [...checks];
    const { flow, steps } = setUp({ check: () => queue.shift()!.promise });
    const taking = [flow.take(file), flow.take(new File(['y'], 'other.jpg'))];
    second!.resolve(null);
    await flush();
    first!.resolve('tooLarge');
    await Promise.all(taking);
    expect(flow.store.get()).toMatchObject({ phase: 'preview', file: { name: 'other.jpg' } });
    expect(steps).toEqual([]);
  });

  test('a file still being checked when the upload starts is ignored', async () => {
    const check = deferred<null>();
    const checks = [Promise.resolve(null), check.promise];
    const { flow } = setUp({ check: () => checks.shift()!, upload: endless });
    await flow.take(file);
    const taking = flow.take(new File(['y'], 'other.jpg'));
    void flow.start();
    await flush();
    check.resolve(null);
    await taking;
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', file: { name: 'Grandma 1921.png' } });
  });

  test('after the upload neither cancel nor another tool has an effect', async () => {
    const { flow, phase } = setUp();
    await flow.take(file);
    await flow.start();
    flow.cancel();
    flow.chooseTool('colorize');
    expect([phase(), flow.store.get().toolId]).toEqual(['finishing', 'deeprestore']);
  });

  test('remove and close reset file, preview, tool and timers [spec 2.38, 2.39]', async () => {
    const { flow, steps } = setUp();
    await flow.take(file);
    flow.chooseTool('textremove');
    await flow.start();
    flow.reset();
    expect(flow.store.get()).toEqual({ phase: 'empty', toolId: 'deeprestore' });
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(steps).not.toContain('success');
  });

  test('a check that ends after the dialog closed brings nothing back', async () => {
    let answer: (problem: null) => void = () => undefined;
    const { flow, phase } = setUp({ check: () => new Promise((resolve) => (answer = resolve)) });
    const taking = flow.take(file);
    flow.reset();
    answer(null);
    await taking;
    expect(phase()).toBe('empty');
  });

  test('a second file replaces the first and keeps the tool; none is taken while sending', async () => {
    const { flow } = setUp({ upload: endless });
    await flow.take(file);
    flow.chooseTool('pureface');
    await flow.take(new File(['y'], 'other.jpg'));
    expect(flow.store.get()).toMatchObject({ toolId: 'pureface', previewUrl: 'blob:2', file: { name: 'other.jpg' } });
    expect(revoked).toHaveBeenCalledWith('blob:1');
    void flow.start();
    await jest.advanceTimersByTimeAsync(0);
    await flow.take(file);
    flow.chooseTool('colorize');
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', toolId: 'pureface', file: { name: 'other.jpg' } });
  });
});
