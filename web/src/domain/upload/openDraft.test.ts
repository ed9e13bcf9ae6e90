import { describe, expect, jest, test } from '@jest/globals';
import { deferred, flush } from '../../test/deferred';
import { beginUploads, endless, fakeUpload, file, revoked, type UploadParts } from '../../test/fakeUpload';
import { DecoderLost } from '../prepare/decoderCode';
import type { FileProblem } from './checkFile';

beginUploads();

describe('opening a draft', () => {
  const REFUSED: [FileProblem, Awaited<ReturnType<UploadParts['foreignFormat']>>, string][] = [
    ['wrongType', null, 'There is no picture in this file. It may be damaged: please try another copy.'],
    ['wrongType', 'rawPhoto', 'This is a raw file from a camera. Save it as JPG or TIFF first.'],
    ['tooLarge', 'rawPhoto', 'This is a raw file from a camera. Save it as JPG or TIFF first.'],
    ['tooLarge', 'TIFF', 'Please upload an image smaller than 25MB.'],
    ['wrongType', 'unknownTiff', 'This TIFF is saved in a way that cannot be read here. Save it as JPG first.'],
    ['wrongType', 'unreadable', 'Failed to load image'],
  ];
  test.each(REFUSED)(
    'a file that is %s and %s is refused as what it is when it is chosen',
    async (problem, format, words) => {
      const { flow, steps, phase } = fakeUpload({ check: async () => problem, foreignFormat: async () => format });
      await flow.take(file);
      expect(phase()).toBe('empty');
      expect(steps).toEqual([expect.stringContaining(words)]);
    },
  );

  test('a damaged photo is shown; that a part is missing is said; one of which nothing is there is refused', async () => {
    const { promise, resolve } = deferred<'some' | 'none' | 'all'>();
    const first = fakeUpload({ inspect: async () => 'damaged', drawnPart: () => promise });
    await first.flow.take(file);
    expect(first.flow.store.get()).toMatchObject({ phase: 'preview', isPartMissing: false, found: null });
    resolve('some');
    await flush();
    expect(first.flow.store.get()).toMatchObject({ phase: 'preview', isPartMissing: true, found: null });
    const whole = fakeUpload({ inspect: async () => 'damaged', drawnPart: async () => 'all' });
    await whole.flow.take(file);
    await flush();
    expect(whole.flow.store.get()).toMatchObject({ phase: 'preview', isPartMissing: false, found: null });
    const empty = fakeUpload({ inspect: async () => 'damaged', drawnPart: async () => 'none' });
    await empty.flow.take(file);
    await flush();
    expect(empty.phase()).toBe('empty');
    expect(empty.steps).toEqual(['toast Upload Failed | Failed to load image']);
  });

  test('a converted photo that has fewer pixels than its file says so', async () => {
    const madeSmaller = { width: 4233, height: 3963 };
    const check = jest.fn<UploadParts['check']>().mockResolvedValueOnce('wrongType').mockResolvedValue(null);
    const { flow } = fakeUpload({
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
    const check = jest.fn<UploadParts['check']>().mockResolvedValueOnce('wrongType').mockResolvedValue(null);
    const { flow, phase } = fakeUpload({ check, foreignFormat: async () => format, drawsItself: async () => draws });
    await flow.take(file);
    expect(phase()).toBe(expected);
  });

  test('a photo whose decoder cannot be downloaded is not called broken: the person is asked again', async () => {
    const check = jest.fn<UploadParts['check']>().mockResolvedValueOnce('wrongType').mockResolvedValue(null);
    const convertForeign = jest
      .fn<UploadParts['convertForeign']>()
      .mockRejectedValueOnce(new DecoderLost('no decoder'))
      .mockResolvedValueOnce({ file, madeSmaller: null, scale: 1 });
    const { flow, steps } = fakeUpload({ check, foreignFormat: async () => 'HEIC', convertForeign });
    await flow.take(file);
    await flow.acceptConversion();
    expect(flow.store.get()).toMatchObject({ phase: 'foreign', isConverting: false });
    expect(steps).toEqual([expect.stringContaining('toast Could not connect')]);
    await flow.acceptConversion();
    expect(flow.store.get().phase).toBe('preview');
  });

  test('what is found about a photo late says nothing about the next one', async () => {
    const part = deferred<'none'>();
    const drawnPart = jest.fn<UploadParts['drawnPart']>().mockReturnValueOnce(part.promise).mockResolvedValue('all');
    const { flow, phase } = fakeUpload({ inspect: async () => 'damaged', drawnPart });
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
    const { flow } = fakeUpload();
    await flow.take(new File(['x'], 'a.bin', { type }));
    expect(flow.store.get()).toMatchObject({ file: expect.objectContaining({ name: 'a.bin', type: read }) });
  });

  test.each<[FileProblem, string]>([
    ['tooLarge', 'toast File too large | Please upload an image smaller than 25MB.'],
    ['wrongType', 'toast Unsupported file | Please choose a PNG or JPG photo.'],
    ['unreadable', 'toast Upload Failed | Failed to load image'],
  ])('%s: refused with a toast [spec 5.2, 8.10]', async (problem, expected) => {
    const { flow, steps, phase } = fakeUpload({ check: async () => problem });
    await flow.take(new File(['Dear Mary,'], 'letter.txt', { type: 'text/plain' }));
    expect(steps).toEqual([expected]);
    expect(phase()).toBe('empty');
  });

  test('of two files chosen in sequence the later one counts, whichever check ends first', async () => {
    const checks = [deferred<FileProblem | null>(), deferred<FileProblem | null>()];
    const [first, second] = checks;
    const queue = [...checks];
    const { flow, steps } = fakeUpload({ check: () => queue.shift()!.promise });
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
    const { flow } = fakeUpload({ check: () => checks.shift()!, upload: endless });
    await flow.take(file);
    const taking = flow.take(new File(['y'], 'other.jpg'));
    void flow.start();
    await flush();
    check.resolve(null);
    await taking;
    expect(flow.store.get()).toMatchObject({ phase: 'uploading', file: { name: 'Grandma 1921.png' } });
  });

  test('a check that ends after the dialog closed brings nothing back', async () => {
    let answer: (problem: null) => void = () => undefined;
    const { flow, phase } = fakeUpload({ check: () => new Promise((resolve) => (answer = resolve)) });
    const taking = flow.take(file);
    flow.reset();
    answer(null);
    await taking;
    expect(phase()).toBe('empty');
  });

  test('a second file replaces the first and keeps the tool; none is taken while sending', async () => {
    const { flow } = fakeUpload({ upload: endless });
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
