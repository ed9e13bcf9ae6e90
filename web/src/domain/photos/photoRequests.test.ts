import { RESTORE_COST } from '@heirlight/contract/limits';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { connectivityStore } from '../../lib/connectivity';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred, flush } from '../../test/deferred';
import { fakeFirebase } from '../../test/fakeDomain';
import { aPhoto } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { closeDialog, dialogStore } from '../dialogs/dialogs';
import { changesStore } from './changes';
import { lookAtStore } from './lookAt';
import { createPhotoRequests, otherTool } from './photoRequests';
import { deliveringStore } from './photosStore';

let toasts: Toast[] = [];
const titles = () => toasts.map(({ title }) => title);
let stopToasts: () => void;
let log: jest.Spied<typeof console.error>;
beforeEach(() => {
  jest.useFakeTimers();
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  closeDialog();
  creditsStore.set({ status: 'ready', restoresAvailable: RESTORE_COST });
  deliveringStore.set(true);
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  stopToasts();
  log.mockRestore();
  jest.useRealTimers();
});

function setUp() {
  const firebase = fakeFirebase();
  /** What the flow does to the rest of the domain, in order. */
  const steps: string[] = [];
  const requests = createPhotoRequests({
    firebase: firebase.load,
    session: { ensureAuth: async () => void steps.push('auth') },
    credits: { refetchCredits: async () => void steps.push('refetch') },
    feed: {
      forget: (id) => steps.push(`forget ${id}`),
      expectRestore: (id) => steps.push(`expect ${id}`),
      triggerPolling: () => steps.push('poll'),
    },
    older: {
      forget: () => undefined,
      refresh: (id) => steps.push(`refresh ${id}`),
    },
  });
  return { ...firebase, ...requests, steps };
}

test('without a network deleting and restoring again say what they need, and ask for nothing', async () => {
  connectivityStore.set('offline');
  const { deletePhoto, restoreAgain, call, steps } = setUp();
  expect(await deletePhoto('p1')).toBe(false);
  expect(await restoreAgain({ photoId: 'p1', toolId: 'colorize', requestId: 'r1' })).toBe(false);
  expect(toasts).toMatchObject([
    { title: 'You are offline', description: 'Deleting needs a connection. Your photo is still here.' },
    { title: 'You are offline', description: 'A restore needs a connection. None was used.' },
  ]);
  expect([call.mock.calls, steps]).toEqual([[], []]);
  connectivityStore.set('online');
});

describe('deletePhoto', () => {
  test('a failed photo refunds its credit: balance after 500 ms [spec 7.6, 7.14, 8.17, 8.24, 9.5]', async () => {
    const { deletePhoto, call, steps } = setUp();
    call.mockResolvedValue({ creditRefunded: true, deletedFiles: ['a'] });
    expect(await deletePhoto('p1')).toBe(true);
    expect(call).toHaveBeenCalledWith('deletePhoto', { photoId: 'p1' });
    expect(toasts).toEqual([
      {
        title: 'Photo Deleted & Credit Refunded!',
        description: 'Failed photo deleted and 1 credit has been refunded to your account.',
      },
    ]);
    jest.advanceTimersByTime(499);
    expect(steps).toEqual(['auth', 'forget p1', 'poll']);
    jest.advanceTimersByTime(1);
    expect(steps).toEqual(['auth', 'forget p1', 'poll', 'refetch']);
  });

  test('any other photo: counts its files, fetches no balance [spec 8.18, 8.24]', async () => {
    const { deletePhoto, call, steps } = setUp();
    call.mockResolvedValue({ creditRefunded: false, deletedFiles: ['a', 'b', 'c'] });
    await deletePhoto('p1');
    jest.advanceTimersByTime(1000);
    expect(toasts).toEqual([
      { title: 'Photo Deleted', description: 'Photo and 3 associated files have been removed.' },
    ]);
    expect(steps).toEqual(['auth', 'forget p1', 'poll']);
  });

  test('the photo stays until the server has deleted it, and nothing is polled before', async () => {
    const { deletePhoto, call, steps } = setUp();
    const response = deferred<unknown>();
    call.mockReturnValue(response.promise);
    const done = deletePhoto('p1');
    await flush();
    expect([steps, toasts]).toEqual([['auth'], []]);
    response.resolve({ deletedFiles: [] });
    await done;
    expect(steps).toEqual(['auth', 'forget p1', 'poll']);
  });

  test.each([
    ['the function’s error first', () => Promise.reject(new Error('The photo is locked')), 'The photo is locked'],
    ['then the response’s', async () => ({ error: 'Still in use' }), 'Still in use'],
    ['then the general one', () => Promise.reject({}), 'An unexpected error occurred.'],
  ])('Delete Failed says %s, and the photo stays [spec 8.16, 8.24]', async (_, answer, description) => {
    const { deletePhoto, call, steps } = setUp();
    call.mockImplementation(answer);
    expect(await deletePhoto('p1')).toBe(false);
    expect(toasts).toEqual([{ title: 'Delete Failed', description, destructive: true }]);
    expect(steps).toEqual(['auth', 'poll']);
  });
});

describe('versions', () => {
  const version = aPhoto({ id: 'b', group_id: 'a' });

  test('deleting all of them forgets each, and names every credit that came back', async () => {
    const { deletePhoto, call, steps } = setUp();
    call.mockResolvedValue({ creditRefunded: true, creditsRefunded: 2, deletedFiles: [] });
    expect(await deletePhoto('b', ['b', 'a'])).toBe(true);
    expect(call).toHaveBeenCalledWith('deletePhoto', { photoId: 'b', group: true });
    expect(steps).toEqual(['auth', 'forget b', 'forget a', 'poll']);
    expect(toasts[0]?.description).toBe('Failed photo deleted and 2 credits have been refunded to your account.');
  });

  test('a favourite is stored, and its photo’s older versions are read again', async () => {
    const { chooseFavourite, call, steps } = setUp();
    await chooseFavourite(version, true);
    expect(call).toHaveBeenCalledWith('chooseFavourite', { photoId: 'b', isFavourite: true });
    expect(steps).toEqual(['auth', 'refresh a']);
    deliveringStore.set(false);
    call.mockRejectedValueOnce(new Error('busy'));
    await chooseFavourite(version, false);
    expect(titles()).toEqual(['Favorite Not Changed']);
    await chooseFavourite(version, false);
    expect(steps).toEqual(['auth', 'refresh a', 'auth', 'auth', 'refresh a', 'poll']);
  });

  test('details are stored; a failure keeps the dialog', async () => {
    const { describePhoto, call } = setUp();
    const details = { name: 'Rosa', dateText: 'about 1943', caption: '' };
    expect(await describePhoto(version, details)).toBe(true);
    expect(call).toHaveBeenCalledWith('describePhoto', { photoId: 'b', ...details });
    call.mockRejectedValue(Object.assign(new Error(), { details: { code: 'photo_not_found' } }));
    expect(await describePhoto(version, details)).toBe(false);
    expect(titles()).toEqual(['Details Saved', 'Details Not Saved']);
  });
});

test('a search that is shown is told of each change, and of none that failed', async () => {
  const { chooseFavourite, describePhoto, deletePhoto, call } = setUp();
  const change = jest.fn();
  const stop = changesStore.subscribe(change);
  const ask = async () => {
    await chooseFavourite(aPhoto(), true);
    await describePhoto(aPhoto(), { name: 'Rosa', dateText: '', caption: '' });
    await deletePhoto('p1');
  };
  await ask();
  expect(change).toHaveBeenCalledTimes(3);
  call.mockRejectedValue(new Error('lost'));
  await ask();
  expect(change).toHaveBeenCalledTimes(3);
  stop();
});

describe('restoreAgain', () => {
  const request = { photoId: 'p1', toolId: 'colorize', requestId: 'r1' } as const;

  test('asks for another restore of the same photo, which is expected before the request is sent', async () => {
    const { restoreAgain, call, steps } = setUp();
    const response = deferred<unknown>();
    call.mockReturnValue(response.promise);
    const done = restoreAgain(request);
    expect(steps).toEqual(['expect r1', 'auth']);
    await flush();
    expect(call).toHaveBeenCalledWith('restoreAgain', { photoId: 'p1', modelId: 'colorize', requestId: 'r1' });
    expect(titles()).toEqual([]);
    response.resolve({ photoId: 'r1' });
    expect(await done).toBe(true);
    expect(titles()).toEqual(['Restoring again...']);
    expect(steps).toEqual(['expect r1', 'auth', 'poll']);
  });

  test('asks for the balance only while nothing is delivered live', async () => {
    const { restoreAgain, steps } = setUp();
    deliveringStore.set(false);
    await restoreAgain(request);
    expect(steps).toEqual(['expect r1', 'auth', 'poll', 'refetch']);
  });

  test('without a restore left it asks nothing and opens the prices', async () => {
    creditsStore.set({ status: 'ready', restoresAvailable: 0 });
    const { restoreAgain, call, steps } = setUp();
    expect(await restoreAgain(request)).toBe(true);
    expect(call).not.toHaveBeenCalled();
    expect(steps).toEqual([]);
    expect(titles()).toEqual(['No Restores Left!']);
    expect(dialogStore.get().open).toBe('pricing');
  });

  test('after a failure it is free: asked for at a balance of 0, and the failed photo goes', async () => {
    creditsStore.set({ status: 'ready', restoresAvailable: 0 });
    const { restoreAgain, call, steps } = setUp();
    call.mockResolvedValue({ photoId: 'r1', replaces: 'p1' });
    expect(await restoreAgain({ ...request, isFree: true })).toBe(true);
    expect(steps).toEqual(['expect r1', 'auth', 'forget p1', 'poll']);
    expect(titles()).toEqual(['Trying again...']);
    expect(lookAtStore.get()).toBe('r1');
  });

  test('can begin with the restored picture', async () => {
    const { restoreAgain, call } = setUp();
    await restoreAgain({ ...request, version: 'restored' });
    expect(call).toHaveBeenCalledWith('restoreAgain', {
      ...{ photoId: 'p1', modelId: 'colorize', requestId: 'r1', version: 'restored' },
    });
  });

  test('while the balance is loading it asks: the server knows', async () => {
    creditsStore.set({ status: 'loading', restoresAvailable: 0 });
    const { restoreAgain, call } = setUp();
    await restoreAgain(request);
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('a rejection by the server is shown', async () => {
    const { restoreAgain, call } = setUp();
    call.mockRejectedValue(Object.assign(new Error(), { details: { code: 'no_restores_left' } }));
    expect(await restoreAgain(request)).toBe(true);
    expect(titles()).toEqual(['No Restores Left!']);
    expect(dialogStore.get().open).toBe('pricing');
  });

  test('a failure keeps the dialog, to try again', async () => {
    const { restoreAgain, call } = setUp();
    call.mockRejectedValue(new Error('busy'));
    expect(await restoreAgain(request)).toBe(false);
    expect(titles()).toEqual(['Restore Failed']);
  });
});

test('an upload’s restore is asked for with the tool’s model', async () => {
  const { startRestore, call } = setUp();
  await startRestore({ imageUrl: 'https://storage/photo', toolId: 'colorize' });
  expect(call).toHaveBeenCalledWith('restore', {
    imageUrl: 'https://storage/photo',
    model: expect.stringContaining('/'),
    modelId: 'colorize',
  });
});

test('offers the first tool that was not used', () => {
  expect(otherTool('deeprestore')).toBe('colorize');
  expect(otherTool('colorize')).toBe('deeprestore');
});
