import { PLAIN_RESULT } from '@heirlight/contract/adjustment';
import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SharedPhoto } from '../../domain/saving/shareLink';
import { deferred } from '../../test/deferred';
import { renderThemed } from '../../test/renderThemed';
import SharedPage from './SharedPage';

const PHOTO: SharedPhoto = {
  name: 'Mary',
  dateText: 'about 1943',
  caption: 'At the lake.\nWith Emil.',
  tool: 'colorize',
  beforeUrl: 'https://storage/before',
  afterUrl: 'https://storage/after',
  width: 1000,
  height: 800,
  adjusted: null,
};
const show = (read: () => Promise<SharedPhoto[]>) => renderThemed(<SharedPage read={read} />);

test('shows the photo before and after, what its owner wrote, and that AI restored it; search engines stay away', async () => {
  show(async () => [PHOTO]);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Mary');
  expect(screen.getByRole('slider', { name: /Mary/ })).toBeTruthy();
  expect(screen.getByText(/^Restored by AI/)).toBeTruthy();
  expect(screen.getByText('about 1943')).toBeTruthy();
  expect(screen.getByText(/^At the lake/).textContent).toBe('At the lake.\nWith Emil.');
  expect(document.title).toBe('Mary · Restored with Heirlight');
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(screen.getByRole('link', { name: 'Restore Your Own Photo' }).getAttribute('href')).toBe('/');
});

test('a set shows its photos in their order, each with its own words, slider and way to be saved', async () => {
  const other = (name: string | null, url: string) => ({
    ...PHOTO,
    name,
    caption: null,
    dateText: '1950',
    afterUrl: url,
  });
  show(async () => [PHOTO, other('Emil', 'https://storage/2'), other(null, 'https://storage/3')]);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('3 photos, before and after');
  expect(document.title).toBe('3 photos, before and after · Restored with Heirlight');
  const shown = screen.getAllByRole('listitem');
  const names = ['Mary', 'Emil', 'Photo 3'];
  expect(shown.map((one) => within(one).getByRole('heading', { level: 2 }).textContent)).toEqual(names);
  for (const [index, name] of names.entries()) {
    const own = within(shown[index]!);
    expect(own.getByRole('slider', { name: new RegExp(name) })).toBeTruthy();
    expect(own.getByRole('button', { name: `Save Photo, ${name}` })).toBeTruthy();
    expect(own.getByText(index === 0 ? 'about 1943' : '1950')).toBeTruthy();
    // The first pictures are seen at once, the others when they are scrolled to.
    const loading = own.getAllByRole('img').map((picture) => picture.getAttribute('loading'));
    expect(new Set(loading)).toEqual(new Set([index === 0 ? 'eager' : 'lazy']));
  }
});

test('whoever closes the browser’s question where the zip goes, wants nothing saved', async () => {
  globalThis.fetch = jest.fn<typeof fetch>();
  Object.assign(window, {
    showSaveFilePicker: jest.fn<() => Promise<null>>().mockRejectedValue(new DOMException('', 'AbortError')),
  });
  show(async () => [PHOTO, { ...PHOTO, name: null, afterUrl: 'https://storage/2' }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Save All 2 Photos' }));
  expect(fetch).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('');
  Object.assign(window, { showSaveFilePicker: undefined });
});

test('of an adjusted photo one sees the picture before until it is made, reads that it is, and sees the result where it cannot be', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const loading = deferred<Response>();
  globalThis.fetch = jest.fn<typeof fetch>().mockReturnValue(loading.promise);
  show(async () => [{ ...PHOTO, adjusted: { adjustment: { ...PLAIN_RESULT, colour: 0 }, faces: [] } }]);
  const after = () => screen.getByAltText(/^After/).getAttribute('src');
  await screen.findByRole('slider');
  expect(after()).toBe(PHOTO.beforeUrl);
  expect(screen.getByText('Making the restored photo...')).toBeTruthy();
  loading.reject(new TypeError('no network'));
  await waitFor(() => expect(after()).toBe(PHOTO.afterUrl));
  expect(screen.queryByText(/^Making/)).toBeNull();
  log.mockRestore();
});

test.each([1, 2])('of %s photos one whose picture does not arrive says so, until it has', async (count) => {
  const photos = [PHOTO, { ...PHOTO, name: 'Emil', afterUrl: 'https://storage/2' }].slice(0, count);
  show(async () => photos);
  const [, after] = await screen.findAllByRole('img');
  const arrive = (type: 'error' | 'load', naturalWidth: number) => {
    Object.defineProperties(after!, {
      complete: { value: true, configurable: true },
      naturalWidth: { value: naturalWidth, configurable: true },
    });
    fireEvent(after!, new Event(type));
  };
  const lost = () => screen.queryAllByText('The photo could not be loaded');
  expect(lost()).toEqual([]);
  arrive('error', 0);
  expect(lost()).toHaveLength(1);
  arrive('load', 1000);
  expect(lost()).toEqual([]);
});

test('a link that is taken back, or never was, shows a calm word and no picture', async () => {
  show(async () => []);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This is not shared any more');
  expect(screen.queryByRole('img')).toBeNull();
});

test('without a connection one can try again', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const read = jest
    .fn<() => Promise<SharedPhoto[]>>()
    .mockRejectedValueOnce(new TypeError('x'))
    .mockResolvedValue([PHOTO]);
  show(read);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Mary');
  log.mockRestore();
});
