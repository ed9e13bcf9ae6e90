import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toChooseStore } from '../../domain/photos/lookAt';
import { type Photo, photosStore } from '../../domain/photos/photosStore';
import { sessionStore } from '../../domain/session/sessionStore';
import { connectivityStore } from '../../lib/connectivity';
import { pictureShownStore } from '../../lib/firstPicture';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed, rules } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import { chosenVersionsStore } from './chosenVersions';
import Gallery from './Gallery';

let toasts: Toast[] = [];
let stopToasts: () => void;
let fake: ReturnType<typeof fakeDomain>;

const day = (date: number) => new Date(2026, 10, date, 12);
const PHOTOS = ['a', 'b', 'c', 'd', 'e'].map((id, index) =>
  aPhoto({ id, created_at: day(20 - index), ...(id === 'e' && { status: 'failed', restored_url: null }) }),
);

const list = (photos: Photo[]) => act(() => photosStore.set({ status: 'ready', photos, hasMore: false }));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
/** A card that is leaving cannot be pressed any more. */
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox').filter((box) => !box.closest('[inert]'));
const chosen = () => boxes().flatMap(({ checked }, index) => (checked ? PHOTOS[index]!.id : []));
const deletions = () => fake.call.mock.calls.filter(([key]) => key === 'deletePhoto').map(([, request]) => request);

const startSelecting = async () => {
  await userEvent.click(button('Select'));
  await screen.findByRole('button', { name: 'Stop selecting' });
};

beforeEach(async () => {
  fake = fakeDomain();
  localStorage.clear();
  chosenVersionsStore.set({});
  pictureShownStore.set(false);
  sessionStore.set({ status: 'signedOut' });
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  await fake.domain.session.ensureAuth();
  act(() => fake.report(aUser()));
  list(PHOTOS);
  renderThemed(<Gallery />, fake.domain);
  await startSelecting();
});
afterEach(() => {
  stopToasts();
  jest.restoreAllMocks();
});

test('each photo has a checkbox of its own name, and its card rests meanwhile', async () => {
  expect(boxes().map((box) => box.getAttribute('aria-label'))).toEqual([
    ...['20', '19', '18', '17', '16'].map((date) => expect.stringMatching(`^Select Photo uploaded Nov ${date}, 2026`)),
  ]);
  for (const card of document.querySelectorAll('[data-photo]')) expect(card.closest('[inert]')).toBeTruthy();
  expect(document.activeElement).toBe(button('Stop selecting'));
  expect(screen.getByRole('status').textContent).toBe('0 selected');
  expect(button('Save photos').disabled).toBe(true);
  expect(button('Delete photos').disabled).toBe(true);
});

test('the words on a failed photo begin below the box in its corner', () => {
  const overlay = screen.getByText('Try Again').closest('button')?.parentElement;
  const own = overlay?.className.split(' ').flatMap((name) => rules.filter((rule) => rule.startsWith(`.${name}{`)));
  // The box ends 36 px below the photo's edge.
  expect(own?.join()).toMatch(/padding:calc\(5 \* /);
});

test('Shift chooses all from the last photo to this one, in both directions, and takes them out again', async () => {
  const user = userEvent.setup();
  await user.click(boxes()[1]!);
  await user.keyboard('{Shift>}');
  await user.click(boxes()[3]!);
  expect(chosen()).toEqual(['b', 'c', 'd']);
  await user.click(boxes()[0]!);
  expect(chosen()).toEqual(['a', 'b', 'c', 'd']);
  await user.click(boxes()[2]!);
  expect(chosen()).toEqual(['d']);
  await user.keyboard('{/Shift}');
  await user.click(boxes()[4]!);
  expect(chosen()).toEqual(['d', 'e']);
  expect(screen.getByRole('status').textContent).toBe('2 selected');
});

test('all shown photos are chosen with one press, and none with another; a photo that goes is not counted', async () => {
  await userEvent.click(button('Select All'));
  expect(chosen()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(button('Save 4 photos').disabled).toBe(false);
  list(PHOTOS.slice(0, 3));
  expect(screen.getByRole('status').textContent).toBe('3 selected');
  await userEvent.click(button('Select None'));
  expect(chosen()).toEqual([]);
});

test('what is saved and shared is the version that the card shows, also where that is not the favourite', async () => {
  await userEvent.keyboard('{Escape}');
  const version = (id: string, fields: Partial<Photo>) => aPhoto({ id, group_id: 'a', name: 'Rosa', ...fields });
  list([
    version('b', { created_at: day(21), tool: 'colorize' }),
    version('a', { created_at: day(20), is_favourite: true }),
  ]);
  await userEvent.click(button('Colorize'));
  await startSelecting();
  await userEvent.click(boxes()[0]!);
  fake.call.mockImplementation(async (key) => (key === 'sharePhoto' ? { token: 'own' } : 0));
  await userEvent.click(button('Share 1 photo'));
  await userEvent.click(await screen.findByRole('button', { name: 'Create Link' }));
  await screen.findByRole('textbox', { name: 'Link' });
  expect(fake.call).toHaveBeenCalledWith('sharePhoto', { photoId: 'b', shared: true });
});

test('while older photos are not listed, it is said that they are not selected', async () => {
  await userEvent.click(button('Select All'));
  expect(toasts).toEqual([]);
  act(() => photosStore.set({ status: 'ready', photos: PHOTOS, hasMore: true }));
  await userEvent.click(button('Select None'));
  expect(toasts).toEqual([]);
  await userEvent.click(button('Select All'));
  expect(toasts).toEqual([
    {
      title: 'Older Photos Left Out',
      description: 'Only the photos that are shown are selected. “Show More Photos” brings the older ones.',
    },
  ]);
});

test('a photo that leaves the list cannot be chosen while its card fades', async () => {
  pictureShownStore.set(true);
  await act(() => import('./motionFeatures'));
  list(PHOTOS.slice(0, 3));
  expect(screen.getAllByRole('checkbox')).toHaveLength(5);
  expect(boxes()).toHaveLength(3);
});

test('photos that something else chooses are chosen, also when nothing was', async () => {
  await userEvent.keyboard('{Escape}');
  act(() => toChooseStore.set(['b', 'd', 'gone']));
  expect((await screen.findByText('2 selected')).getAttribute('role')).toBe('status');
  expect(chosen()).toEqual(['b', 'd']);
  expect(toChooseStore.get()).toEqual([]);
  await userEvent.click(boxes()[1]!);
  expect(chosen()).toEqual(['d']);
});

test('Escape ends it, and the button that began it has the focus', async () => {
  await userEvent.click(boxes()[1]!);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(document.activeElement).toBe(button('Select'));
  await startSelecting();
  expect(chosen()).toEqual([]);
});

test('a set is shared by one link, which is there when the same photos are chosen again; what cannot be is said', async () => {
  const sharedAt = '2026-11-20T14:05:00.000Z';
  // Another set, of which one photo is left.
  let sets = [{ token: 'another', photoIds: ['a'], sharedAt }];
  fake.call.mockImplementation(async (key, request) => {
    if (key !== 'shareSet') return 0;
    const { photoIds, takeBack } = request as { photoIds?: string[]; takeBack?: string };
    if (photoIds) sets = [{ token: 'a-token', photoIds: photoIds.toReversed(), sharedAt }];
    if (takeBack) sets = sets.filter(({ token }) => token !== takeBack);
    return { token: photoIds ? 'a-token' : null, sets };
  });
  const requests = () => fake.call.mock.calls.flatMap(([key, request]) => (key === 'shareSet' ? [request] : []));
  await userEvent.click(boxes()[4]!);
  expect(button('Share photos').disabled).toBe(true);
  for (const index of [0, 3]) await userEvent.click(boxes()[index]!);
  await userEvent.click(button('Share 2 photos'));
  const dialog = await screen.findByRole('dialog', { name: 'Share 2 photos' });
  const own = within(dialog);
  expect(own.getByText(/^1 of the photos you selected is left out/)).toBeTruthy();
  await userEvent.click(await own.findByRole('button', { name: 'Create Link' }));
  const link = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value;
  expect(await link()).toBe('http://localhost/?shared=a-token');
  expect(requests()).toEqual([{}, { photoIds: ['a', 'd'] }]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(button('Share 2 photos'));
  expect(await link()).toBe('http://localhost/?shared=a-token');
  await userEvent.click(button('Stop Sharing'));
  await screen.findByRole('button', { name: 'Create Link' });
  expect(requests().slice(2)).toEqual([{}, { takeBack: 'a-token' }]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(chosen()).toEqual(['a', 'd', 'e']);
});

test('a photo that is selected alone is shared by its own link, as from its card', async () => {
  fake.call.mockImplementation(async (key) => (key === 'sharePhoto' ? { token: 'own' } : 0));
  for (const index of [1, 4]) await userEvent.click(boxes()[index]!);
  await userEvent.click(button('Share 1 photo'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share This Photo' }));
  expect(dialog.getByText(/^1 of the photos you selected is left out/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Create Link' }));
  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value).toMatch(/shared=own$/);
  expect(fake.call.mock.calls.filter(([key]) => /^share/.test(key))).toEqual([
    ['sharePhoto', { photoId: 'b', shared: true }],
  ]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(chosen()).toEqual(['b', 'e']);
});

test('failed photos are tried again together, each for nothing; the others stay as they are', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  list([...PHOTOS, ...['f', 'g'].map((id) => aPhoto({ id, status: 'failed', restored_url: null, tool: 'colorize' }))]);
  expect(screen.queryByRole('button', { name: /again$/ })).toBeNull();
  fake.call.mockImplementation(async (key, request) => {
    if (key !== 'restoreAgain') return 0;
    const { photoId, requestId } = request as { photoId: string; requestId: string };
    if (photoId === 'f') throw new Error('lost');
    return { photoId: requestId, replaces: photoId };
  });
  for (const index of [0, 4, 5, 6]) await userEvent.click(boxes()[index]!);
  await userEvent.click(button('Try 3 photos again'));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Restore Failed', destructive: true }]));
  expect(toasts[0]?.description).toMatch(/^1 of 3 photos could not be tried again: /);
  const asked = fake.call.mock.calls.flatMap(([key, request]) => (key === 'restoreAgain' ? [request] : []));
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(asked).toEqual([
    { photoId: 'e', modelId: aPhoto().tool, requestId },
    { photoId: 'f', modelId: 'colorize', requestId },
    { photoId: 'g', modelId: 'colorize', requestId },
  ]);
  expect(photosStore.get().photos.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'f']);

  await startSelecting();
  await userEvent.click(boxes()[4]!);
  fake.call.mockResolvedValue({ photoId: 'new', replaces: 'f' });
  await userEvent.click(button('Try 1 photo again'));
  await waitFor(() => expect(toasts[1]?.title).toBe('Trying again...'));
});

test('deleting asks once with the number; Escape closes the question alone', async () => {
  await userEvent.click(button('Select All'));
  await userEvent.click(button('Delete 5 photos'));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 5 photos?' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dialog.isConnected).toBe(false);
  expect(chosen()).toHaveLength(5);
  expect(deletions()).toEqual([]);
});

test('each photo is deleted by its own request, and one toast says what came of all', async () => {
  const last = deferred<unknown>();
  fake.call.mockImplementation(async (key, request) => {
    if (key !== 'deletePhoto') return 0;
    const { photoId } = request as { photoId: string };
    if (photoId === 'd') return last.promise;
    return { creditRefunded: photoId === 'e', deletedFiles: ['x', 'y'] };
  });
  const user = userEvent.setup();
  await user.click(boxes()[2]!);
  await user.keyboard('{Shift>}');
  await user.click(boxes()[4]!);
  await user.keyboard('{/Shift}');
  await user.click(button('Delete 3 photos'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete 3 photos' }));
  await screen.findByText('Deleting 3 of 3');
  expect(toasts).toEqual([]);
  await act(async () => last.resolve({ deletedFiles: ['z'] }));
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        title: 'Photos Deleted',
        description:
          '3 photos can be brought back for 24 hours, in Your Account. 1 credit has been refunded to your account.',
        action: { label: 'Undo', run: expect.any(Function) },
      },
    ]),
  );
  const [{ setId } = { setId: '' }] = deletions() as { setId: string }[];
  expect(setId).toMatch(/^[0-9a-f-]{36}$/);
  expect(deletions()).toEqual(['c', 'd', 'e'].map((photoId) => ({ photoId, setId })));
  fake.call.mockResolvedValue({ photos: 3 });
  toasts[0]?.action?.run();
  await waitFor(() =>
    expect(toasts[1]).toEqual({
      title: 'Photos Are Back',
      description:
        '3 photos and everything made of them are in your gallery again. ' +
        'If they were shared, the links no longer show them. You can share them again.',
    }),
  );
  expect(fake.call).toHaveBeenCalledWith('undoDeletion', { setId });
  expect(photosStore.get().photos.map(({ id }) => id)).toEqual(['a', 'b']);
  // Once the leaving cards are gone.
  await waitFor(() => expect(screen.queryAllByRole('checkbox')).toEqual([]));
  await waitFor(() => expect(fake.call).toHaveBeenCalledWith('fetchCredits', expect.anything()), { timeout: 2_000 });
});

test('a photo that cannot be deleted stays, and the toast says why', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fake.call.mockImplementation(async (key, request) => {
    const { photoId } = request as { photoId?: string };
    if (key === 'deletePhoto' && photoId === 'b') return { error: 'This photo is still being restored.' };
    if (key === 'deletePhoto' && photoId === 'c') throw new Error('lost');
    return { deletedFiles: [] };
  });
  await userEvent.click(button('Select All'));
  await userEvent.click(button('Delete 5 photos'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 5 photos' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        title: 'Delete Failed',
        description: '2 of 5 photos could not be deleted: This photo is still being restored.',
        destructive: true,
        // For the three that went.
        action: { label: 'Undo', run: expect.any(Function) },
      },
    ]),
  );
  expect(photosStore.get().photos.map(({ id }) => id)).toEqual(['b', 'c']);
});

test('without a network several photos are not asked for, as one is not', async () => {
  connectivityStore.set('offline');
  await userEvent.click(button('Select All'));
  await userEvent.click(button('Delete 5 photos'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 5 photos' }));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'You are offline' }]));
  expect(deletions()).toEqual([]);
  connectivityStore.set('online');
});

test('one photo is deleted with the words of the specification', async () => {
  fake.call.mockResolvedValue({ creditRefunded: false, deletedFiles: ['x', 'y'] });
  await userEvent.click(boxes()[0]!);
  await userEvent.click(button('Delete 1 photo'));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1 Photo for Good' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { title: 'Photo Deleted', description: 'Photo and 2 associated files have been removed.' },
    ]),
  );
});
