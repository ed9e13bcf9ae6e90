import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { flush } from '../../test/deferred';
import { aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../dialogs/dialogs';
import { sessionStore } from '../session/sessionStore';
import type { KeptPhoto } from './keptPhoto';
import { pickedPhotoStore } from './pickedPhoto';
import { offeredPhotoStore } from './requestUpload';
import { returnPhoto } from './returnPhoto';
import { addWaiting, waitingStore } from './waitingFiles';

const file = new File(['x'], 'grandmother.jpg');
const takeFor = jest.fn<KeptPhoto['takeFor']>();
const signIn = () => sessionStore.set({ status: 'signedIn', user: aUser() });
const restores = (restoresAvailable: number) => creditsStore.set({ status: 'ready', restoresAvailable });
const lookAtPage = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
async function expectPhoto(isThere: boolean) {
  await flush();
  expect(dialogStore.get().open).toBe(isThere ? 'upload' : null);
  expect(offeredPhotoStore.get()?.file).toBe(isThere ? file : undefined);
}

let stop = () => {};
beforeEach(() => {
  takeFor.mockReset().mockResolvedValue({ file });
  sessionStore.set({ status: 'signedOut' });
  creditsStore.set(creditsStore.initial);
  offeredPhotoStore.set(null);
  pickedPhotoStore.set(null);
  closeDialog();
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

test('after a login the dialog opens with the photo, once the login dialog is gone', async () => {
  stop = returnPhoto({ takeFor });
  openDialog('login');
  signIn();
  await flush();
  expect(takeFor).not.toHaveBeenCalled();
  closeDialog();
  await expectPhoto(true);

  // Closing it does not bring it back.
  offeredPhotoStore.set(null);
  closeDialog();
  await expectPhoto(false);
});

test('whoever has no photo here sees no dialog, and nothing is left of another’s', async () => {
  stop = returnPhoto({ takeFor: takeFor.mockResolvedValue(null) });
  offeredPhotoStore.set({ file });
  signIn();
  await expectPhoto(false);
});

test('a visit that begins signed in waits until there is a restore for it', async () => {
  sessionStore.set({ status: 'loading' });
  stop = returnPhoto({ takeFor });
  signIn();
  await flush();
  restores(0);
  await expectPhoto(false);
  restores(5);
  await expectPhoto(true);
});

test('what waits behind it survives the login, and goes with its user', async () => {
  stop = returnPhoto({ takeFor });
  addWaiting([file]);
  signIn();
  await expectPhoto(true);
  expect(waitingStore.get()).toEqual([file]);
  sessionStore.set({ status: 'signedOut' });
  expect(waitingStore.get()).toEqual([]);
});

test('a page that nobody looks at leaves it to another', async () => {
  stop = returnPhoto({ takeFor });
  lookAtPage('hidden');
  signIn();
  await expectPhoto(false);
  expect(takeFor).not.toHaveBeenCalled();
  lookAtPage('visible');
  await expectPhoto(true);
});

test('an empty upload dialog takes it, and one with another photo does not', async () => {
  stop = returnPhoto({ takeFor });
  openDialog('upload');
  signIn();
  await expectPhoto(true);

  offeredPhotoStore.set(null);
  pickedPhotoStore.set({ file: new File([], 'other.jpg'), toolId: 'colorize', isSending: false });
  restores(1);
  await flush();
  expect(offeredPhotoStore.get()).toBeNull();
});

test('logging out forgets it', async () => {
  signIn();
  stop = returnPhoto({ takeFor });
  await flush();
  takeFor.mockClear();
  sessionStore.set({ status: 'signedOut' });
  expect(takeFor.mock.calls).toEqual([[null]]);
});
