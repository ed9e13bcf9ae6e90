import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { whenStore } from '../../lib/store';
import { deferred, flush } from '../../test/deferred';
import { jpegBytes, pictureFile } from '../../test/pictureBytes';
import { aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../dialogs/dialogs';
import { openDraftStore, pendingDraftStore, queueDrafts, queuedDraftsStore } from '../draft/draft';
import type { SavedDraft } from '../draft/savedDraft';
import { sessionStore } from '../session/sessionStore';
import { resumeDraft } from './resumeDraft';
import { trayStore } from './trayStore';

const file = new File(['x'], 'grandmother.jpg');
const claimFor = jest.fn<SavedDraft['claimFor']>();
const signIn = () => sessionStore.set({ status: 'signedIn', user: aUser() });
const restores = (restoresAvailable: number) => creditsStore.set({ status: 'ready', restoresAvailable });
const lookAtPage = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
async function expectPhoto(isThere: boolean) {
  await flush();
  expect(dialogStore.get().open).toBe(isThere ? 'upload' : null);
  expect(pendingDraftStore.get()?.file).toBe(isThere ? file : undefined);
}

let stop = () => {};
beforeEach(() => {
  claimFor.mockReset().mockResolvedValue({ file });
  sessionStore.set({ status: 'signedOut' });
  creditsStore.set(creditsStore.initial);
  pendingDraftStore.set(null);
  openDraftStore.set(null);
  closeDialog();
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

test('after a login the dialog opens with the photo, once the login dialog is gone', async () => {
  stop = resumeDraft({ claimFor });
  openDialog('login');
  signIn();
  await flush();
  expect(claimFor).not.toHaveBeenCalled();
  closeDialog();
  await expectPhoto(true);

  // Closing it does not bring it back.
  pendingDraftStore.set(null);
  closeDialog();
  await expectPhoto(false);
});

test('whoever has no photo here sees no dialog, and nothing is left of another’s', async () => {
  stop = resumeDraft({ claimFor: claimFor.mockResolvedValue(null) });
  pendingDraftStore.set({ file });
  signIn();
  await expectPhoto(false);
});

test('a visit that begins signed in waits until there is a restore for it', async () => {
  sessionStore.set({ status: 'loading' });
  stop = resumeDraft({ claimFor });
  signIn();
  await flush();
  restores(0);
  await expectPhoto(false);
  restores(5);
  await expectPhoto(true);
});

test('several that were chosen before the login go to the tray', async () => {
  const [first, second] = ['a.jpg', 'b.jpg'].map((name) => pictureFile(jpegBytes(640, 480), name));
  stop = resumeDraft({ claimFor: claimFor.mockResolvedValue({ file: first as File, others: [second as File] }) });
  const opened: unknown[] = [];
  const stopListening = dialogStore.subscribe(() => opened.push(dialogStore.get().open));
  signIn();
  await flush();
  // The balance comes while they are looked at, and the login dialog is closed once more.
  restores(1);
  closeDialog();
  await whenStore(dialogStore, ({ open }) => open === 'tray');
  stopListening();
  expect(opened).toEqual([null, 'tray']);
  expect(trayStore.get().rows.map(({ file: { name } }) => name)).toEqual(['a.jpg', 'b.jpg']);
  expect(queuedDraftsStore.get()).toEqual([]);
});

test('what waits behind one whose tool is chosen survives a login, and goes with its user', async () => {
  stop = resumeDraft({ claimFor: claimFor.mockResolvedValue({ file, toolId: 'colorize' }) });
  queueDrafts([file]);
  signIn();
  await expectPhoto(true);
  expect(queuedDraftsStore.get()).toEqual([{ file }]);
  sessionStore.set({ status: 'signedOut' });
  expect(queuedDraftsStore.get()).toEqual([]);
});

test('a page that nobody looks at leaves it to another', async () => {
  stop = resumeDraft({ claimFor });
  lookAtPage('hidden');
  signIn();
  await expectPhoto(false);
  expect(claimFor).not.toHaveBeenCalled();
  lookAtPage('visible');
  await expectPhoto(true);
});

test('an empty upload dialog takes it, and one with another photo does not', async () => {
  stop = resumeDraft({ claimFor });
  openDialog('upload');
  signIn();
  await expectPhoto(true);

  pendingDraftStore.set(null);
  openDraftStore.set({ file: new File([], 'other.jpg'), toolId: 'colorize', isSending: false });
  restores(1);
  await flush();
  expect(pendingDraftStore.get()).toBeNull();
});

test('a dialog that is about to show a photo is not asked for it again: who closes it would see it once more', async () => {
  stop = resumeDraft({ claimFor });
  pendingDraftStore.set({ file });
  openDialog('upload');
  signIn();
  await flush();
  expect(claimFor).not.toHaveBeenCalled();
  expect(pendingDraftStore.get()).toEqual({ file });
});

test('a photo that was shown and closed while the device looked for it is not shown again', async () => {
  stop = resumeDraft({ claimFor });
  const found = deferred<{ file: File }>();
  claimFor.mockReturnValue(found.promise);
  signIn();
  await flush();
  openDialog('upload');
  closeDialog();
  found.resolve({ file });
  await expectPhoto(false);
});

test('nor one that an open dialog has shown meanwhile', async () => {
  stop = resumeDraft({ claimFor });
  const found = deferred<{ file: File }>();
  claimFor.mockReturnValue(found.promise);
  openDialog('upload');
  signIn();
  await flush();
  openDraftStore.set({ file, toolId: 'colorize', isSending: false });
  found.resolve({ file });
  await flush();
  expect(pendingDraftStore.get()).toBeNull();
});

test('logging out forgets it', async () => {
  signIn();
  stop = resumeDraft({ claimFor });
  await flush();
  claimFor.mockClear();
  sessionStore.set({ status: 'signedOut' });
  expect(claimFor.mock.calls).toEqual([[null]]);
});
