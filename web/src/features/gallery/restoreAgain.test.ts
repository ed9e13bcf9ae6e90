import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { creditsStore } from '../../lib/credits';
import { closeDialog, dialogStore } from '../../lib/dialogs';
import { subscribeToasts } from '../../lib/toast';

const call = jest.fn<(name: string, data: unknown) => Promise<unknown>>();
jest.mock('../../lib/callable', () => ({ callFunction: (name: string, data: unknown) => call(name, data) }));

const expectRestore = jest.fn<(photoId: string) => void>();
jest.mock('../../lib/photoFeed', () => ({
  expectRestore: (photoId: string) => expectRestore(photoId),
  triggerSmartPolling: () => undefined,
}));

// Imported after the mocks: with jest's explicit imports the transform does not move them above other imports.
let restoreAgain: typeof import('./restoreAgain').restoreAgain;
beforeAll(async () => {
  ({ restoreAgain } = await import('./restoreAgain'));
});

let titles: string[] = [];
subscribeToasts(({ title }) => titles.push(title));
const request = { photoId: 'p1', toolId: 'colorize', requestId: 'r1' } as const;

beforeEach(() => {
  titles = [];
  call.mockReset();
  expectRestore.mockReset();
  closeDialog();
  creditsStore.set({ status: 'ready', restoresAvailable: 2 });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('restoreAgain', () => {
  test('asks for another restore of the same photo', async () => {
    // A fast tool is done before the answer is here: the photo is expected by then.
    call.mockImplementation(async () => {
      expect(expectRestore).toHaveBeenCalledWith('r1');
      return { photoId: 'r1' };
    });
    expect(await restoreAgain(request)).toBe(true);
    expect(call).toHaveBeenCalledWith('restore-again', { photoId: 'p1', modelId: 'colorize', requestId: 'r1' });
    expect(titles).toEqual(['Restoring again...']);
  });

  test('without a restore left it asks nothing and opens the prices', async () => {
    creditsStore.set({ status: 'ready', restoresAvailable: 0 });
    expect(await restoreAgain(request)).toBe(true);
    expect(call).not.toHaveBeenCalled();
    expect(expectRestore).not.toHaveBeenCalled();
    expect(titles).toEqual(['No Restores Left!']);
    expect(dialogStore.get().open).toBe('pricing');
  });

  test('the server may know better', async () => {
    call.mockRejectedValue(Object.assign(new Error(), { details: { code: 'no_restores_left' } }));
    expect(await restoreAgain(request)).toBe(true);
    expect(dialogStore.get().open).toBe('pricing');
  });

  test('a failure keeps the dialog, to try again', async () => {
    call.mockRejectedValue(new Error('busy'));
    expect(await restoreAgain(request)).toBe(false);
    expect(titles).toEqual(['Restore Failed']);
  });
});
