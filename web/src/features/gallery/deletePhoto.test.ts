import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { subscribeToasts, type Toast } from '../../lib/toast';

const call = jest.fn<(name: string, data: unknown) => Promise<unknown>>();
const refetchCredits = jest.fn(async () => undefined);
const triggerSmartPolling = jest.fn();
const forgetPhoto = jest.fn();
jest.mock('../../lib/callable', () => ({ callFunction: (name: string, data: unknown) => call(name, data) }));
jest.mock('../../lib/credits', () => ({ refetchCredits: () => refetchCredits() }));
jest.mock('../../lib/photoFeed', () => ({
  triggerSmartPolling: () => triggerSmartPolling(),
  forgetPhoto: (id: string) => forgetPhoto(id),
}));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let deletePhoto: typeof import('./deletePhoto').deletePhoto;
beforeAll(async () => {
  ({ deletePhoto } = await import('./deletePhoto'));
});

let toasts: Toast[] = [];
subscribeToasts((message) => toasts.push(message));

beforeEach(() => {
  toasts = [];
  jest.clearAllMocks();
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('deletePhoto', () => {
  test('a failed photo gives its credit back: the balance is fetched 500 ms later [spec 7.6, 7.14, 8.17, 8.24, 9.5]', async () => {
    call.mockResolvedValue({ creditRefunded: true, deletedFiles: ['a'] });
    await deletePhoto('p1');
    expect(call).toHaveBeenCalledWith('delete-photo', { photoId: 'p1' });
    expect(toasts).toEqual([
      {
        title: 'Photo Deleted & Credit Refunded!',
        description: 'Failed photo deleted and 1 credit has been refunded to your account.',
      },
    ]);
    jest.advanceTimersByTime(499);
    expect(refetchCredits).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(refetchCredits).toHaveBeenCalledTimes(1);
    expect(forgetPhoto).toHaveBeenCalledWith('p1');
    expect(triggerSmartPolling).toHaveBeenCalledTimes(1);
  });

  test('any other photo: counts its files, fetches no balance [spec 8.18, 8.24]', async () => {
    call.mockResolvedValue({ creditRefunded: false, deletedFiles: ['a', 'b', 'c'] });
    await deletePhoto('p1');
    jest.advanceTimersByTime(1000);
    expect(toasts).toEqual([
      { title: 'Photo Deleted', description: 'Photo and 3 associated files have been removed.' },
    ]);
    expect(refetchCredits).not.toHaveBeenCalled();
    expect(triggerSmartPolling).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the function’s error first', () => Promise.reject(new Error('The photo is locked')), 'The photo is locked'],
    ['then the response’s', async () => ({ error: 'Still in use' }), 'Still in use'],
    ['then the general one', () => Promise.reject({}), 'An unexpected error occurred.'],
  ])('Delete Failed says %s [spec 8.16, 8.24]', async (_, answer, description) => {
    call.mockImplementation(answer);
    await deletePhoto('p1');
    expect(toasts).toEqual([{ title: 'Delete Failed', description, destructive: true }]);
    expect(forgetPhoto).not.toHaveBeenCalled();
    expect(triggerSmartPolling).toHaveBeenCalledTimes(1);
  });
});
