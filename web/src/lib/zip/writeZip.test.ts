/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { deferred } from '../../test/deferred';
import type { ChosenFile } from './saveTarget';
import { writeZip, type ZippedFile } from './writeZip';

const file = (stem: string, more: Partial<ZippedFile> = {}): ZippedFile => ({
  stem,
  date: new Date(2026, 10, 20),
  load: async () => ({ bytes: new TextEncoder().encode(`bytes of ${stem}`), extension: 'png' }),
  ...more,
});
const broken = (stem: string) => file(stem, { load: () => Promise.reject(new Error('lost')) });

/** A file on a disk in memory. */
function chosenFile() {
  const chunks: Uint8Array[] = [];
  const disk = { isClosed: false, isAborted: false, isRemoved: false, bytes: () => Buffer.concat(chunks), chunks };
  const handle: ChosenFile = {
    createWritable: async () =>
      new WritableStream<Uint8Array>({
        write: (chunk) => void chunks.push(chunk),
        close: () => {
          disk.isClosed = true;
        },
        abort: () => {
          disk.isAborted = true;
        },
      }) as FileSystemWritableFileStream,
    remove: async () => {
      disk.isRemoved = true;
    },
  };
  return { handle, disk };
}

/** The content of each file of a zip, as another program reads it. */
const read = (zip: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));

const order = (
  files: Iterable<ZippedFile>,
  target: ChosenFile | 'downloads',
  signal = new AbortController().signal,
) => ({
  ...{ target, name: 'photos.zip', files, signal },
  onFile: jest.fn(),
});

let log: jest.Spied<typeof console.error>;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('another program reads every file, by names of which none comes twice', async () => {
  const { handle, disk } = chosenFile();
  const wanted = order([file('Ada'), file('ada', { folder: 'Originals' }), file('Ada')], handle);
  expect(await writeZip(wanted)).toEqual({ saved: 3, failed: [] });
  expect(read(disk.bytes())).toEqual({
    'Ada.png': 'bytes of Ada',
    'Originals/ada.png': 'bytes of ada',
    'Ada (2).png': 'bytes of Ada',
  });
  expect(wanted.onFile).toHaveBeenCalledTimes(3);
  expect(disk.isClosed).toBe(true);
});

test('one file after the other: the second is asked for when the first is on the disk', async () => {
  const { handle, disk } = chosenFile();
  const second = deferred<Awaited<ReturnType<ZippedFile['load']>>>();
  const asked = deferred<void>();
  const load = () => {
    asked.resolve();
    return second.promise;
  };
  const done = writeZip(order([file('first'), file('second', { load })], handle));
  await asked.promise;
  expect(disk.bytes().toString()).toContain('bytes of first');
  second.resolve({ bytes: new TextEncoder().encode('two'), extension: 'jpg' });
  expect(await done).toEqual({ saved: 2, failed: [] });
  expect(read(disk.bytes())).toMatchObject({ 'second.jpg': 'two' });
});

test('a file that cannot be loaded is named, and the rest is kept', async () => {
  const { handle, disk } = chosenFile();
  expect(await writeZip(order([file('a'), broken('b'), file('c')], handle))).toEqual({ saved: 2, failed: ['b'] });
  expect(Object.keys(read(disk.bytes()))).toEqual(['a.png', 'c.png']);
  expect(log).toHaveBeenCalledTimes(1);
});

test('without a single file there is no zip', async () => {
  const { handle, disk } = chosenFile();
  await expect(writeZip(order([broken('a'), broken('b')], handle))).rejects.toThrow('No file could be loaded');
  expect([disk.isClosed, disk.isAborted, disk.isRemoved]).toEqual([false, true, true]);
});

test('cancelled in the middle, it leaves nothing behind', async () => {
  const { handle, disk } = chosenFile();
  const controller = new AbortController();
  // As `fetch` does.
  const load: ZippedFile['load'] = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      controller.abort();
    });
  const files = [file('a'), file('b', { load })];
  await expect(writeZip(order(files, handle, controller.signal))).rejects.toMatchObject({ name: 'AbortError' });
  expect([disk.isClosed, disk.isAborted, disk.isRemoved]).toEqual([false, true, true]);
});

test('a browser that does not ask where to put it downloads it', async () => {
  const click = jest.fn();
  const anchor = { click, href: '', download: '' };
  Object.assign(globalThis, { document: { createElement: () => anchor } });
  let saved: Blob | undefined;
  jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob;
    return 'blob:zip';
  });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const revoke = jest.spyOn(URL, 'revokeObjectURL');
  await writeZip(order([file('a')], 'downloads'));
  expect(anchor).toMatchObject({ href: 'blob:zip', download: 'photos.zip' });
  expect(click).toHaveBeenCalledTimes(1);
  expect(read(new Uint8Array(await saved!.arrayBuffer()))).toEqual({ 'a.png': 'bytes of a' });
  jest.advanceTimersByTime(60_000);
  expect(revoke).toHaveBeenCalledWith('blob:zip');
  jest.useRealTimers();
});
