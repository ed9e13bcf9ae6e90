import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Domain } from '../../domain/domain';
import { noteChange } from '../../domain/photos/changes';
import { lookAt } from '../../domain/photos/lookAt';
import { type Photo, photosStore } from '../../domain/photos/photosStore';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto } from '../../test/samples';
import Gallery from './Gallery';

const searchPhotos = jest.fn<Domain['photos']['searchPhotos']>();
const [a, b, old] = [aPhoto({ id: 'a' }), aPhoto({ id: 'b' }), aPhoto({ id: 'old' })];
const list = (photos: Photo[], hasMore = false) => act(() => photosStore.set({ status: 'ready', photos, hasMore }));
const shown = () => [...document.querySelectorAll<HTMLElement>('[data-photo]')].map(({ dataset }) => dataset.photo);
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search your photos' });
const status = () => screen.queryByRole('status')?.textContent;
/** Typing has paused. */
const pause = () => act(() => jest.advanceTimersByTimeAsync(300));
let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  jest.useFakeTimers();
  user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  searchPhotos.mockReset();
  const { domain } = fakeDomain();
  list([a, b], true);
  renderThemed(<Gallery />, { ...domain, photos: { ...domain.photos, searchPhotos } });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('asks once typing pauses, announces what it found, and ends with an empty text', async () => {
  searchPhotos.mockResolvedValue([b, old]);
  await user.type(field(), ' rosa ');
  expect(searchPhotos).not.toHaveBeenCalled();
  expect(status()).toBe('Searching...');
  await pause();
  expect(searchPhotos.mock.calls).toEqual([['rosa']]);
  expect(shown()).toEqual(['b', 'old']);
  expect(status()).toBe('2 photos found');
  expect(screen.queryByRole('button', { name: 'Show More Photos' })).toBeNull();

  // One that is deleted goes, one that was never on the page stays.
  list([a]);
  expect(shown()).toEqual(['old']);
  await user.keyboard('{Escape}');
  expect([field().value, shown(), status()]).toEqual(['', ['a'], undefined]);
});

test('Full Screen goes through what was found, on the page or not, and each can be adjusted', async () => {
  searchPhotos.mockResolvedValue([b, { ...old, name: 'Rosa' }]);
  await user.type(field(), 'rosa');
  await pause();
  await user.click(screen.getAllByRole('button', { name: /^Full Screen/ })[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  await user.keyboard('{PageDown}');
  expect(dialog.getByRole('status').textContent).toBe('Rosa, 2 of 2');
  expect(dialog.getByRole('button', { name: 'Adjust' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Try Another Tool' }));
  expect(await screen.findByRole('dialog', { name: 'Restore With Another Tool' })).toBeTruthy();
});

test('what is changed or deleted here shows at once, on the page or not; a photo to go to ends the search', async () => {
  searchPhotos.mockResolvedValue([b, old]);
  await user.type(field(), 'rosa');
  await pause();
  searchPhotos.mockResolvedValue([{ ...b, name: 'Rosa' }]);
  await act(async () => noteChange());
  expect(shown()).toEqual(['b']);
  expect(screen.getByRole('heading', { name: 'Rosa' })).toBeTruthy();
  Element.prototype.scrollIntoView = jest.fn();
  await act(async () => lookAt('a'));
  expect([field().value, shown()]).toEqual(['', ['a', 'b']]);
  expect(document.activeElement?.getAttribute('data-photo')).toBe('a');
});

test('says when nothing matches, and shows all photos again with one press', async () => {
  searchPhotos.mockResolvedValue([]);
  await user.type(field(), 'zeppelin');
  await pause();
  expect(status()).toBe('No photo matches “zeppelin”');
  expect(shown()).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Select' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Clear Search' }));
  expect(shown()).toEqual(['a', 'b']);
});

test('an answer to an older text does not count', async () => {
  const first = deferred<Photo[]>();
  searchPhotos.mockReturnValueOnce(first.promise).mockResolvedValueOnce([b]);
  await user.type(field(), 'ro');
  await pause();
  await user.type(field(), 'sa');
  await pause();
  expect(shown()).toEqual(['b']);
  await act(async () => first.resolve([a]));
  expect(shown()).toEqual(['b']);
});

test('a failure says so, and keeps what is shown', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  searchPhotos.mockRejectedValue(new Error('lost'));
  await user.type(field(), 'rosa');
  await pause();
  expect(status()).toBe('Your photos could not be searched. Please try again.');
  expect(shown()).toEqual(['a', 'b']);
});
