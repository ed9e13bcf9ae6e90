import { beforeEach, expect, test } from '@jest/globals';
import { subscribeToasts } from '../../lib/toast';
import { jpegBytes, pictureFile } from '../../test/pictureBytes';
import { aUser } from '../../test/samples';
import { creditsStore } from '../account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../dialogs/dialogs';
import { clearQueue, openDraftStore, pendingDraftStore, queuedDraftsStore } from '../draft/draft';
import { sessionStore } from '../session/sessionStore';
import { addDrafts } from './addDrafts';
import { dispatchTray, trayStore } from './trayStore';

const photo = (name: string) => pictureFile(jpegBytes(640, 480), name);
const notes = new File(['milk, bread'], 'notes.txt', { type: 'text/plain' });
const rows = () => trayStore.get().rows.map(({ file, state }) => `${file.name} ${state.phase}`);

const toasts: string[] = [];
subscribeToasts(({ title }) => toasts.push(title));

beforeEach(() => {
  sessionStore.set({ status: 'signedIn', user: aUser() });
  creditsStore.set({ status: 'ready', restoresAvailable: 0 });
  pendingDraftStore.set(null);
  openDraftStore.set(null);
  clearQueue();
  closeDialog();
  dispatchTray({ type: 'cleared' });
  toasts.length = 0;
});

test('several photos open the tray, whatever the balance; what cannot be taken says so in its row', async () => {
  await addDrafts([notes, photo('a.jpg'), photo('b.jpg')]);
  expect(dialogStore.get().open).toBe('tray');
  expect(rows()).toEqual(['notes.txt refused', 'a.jpg chosen', 'b.jpg chosen']);
  expect(new Set(trayStore.get().rows.map(({ photoId }) => photoId)).size).toBe(3);
  expect(toasts).toEqual([]);

  // The open tray takes one more; what is refused among them has its row there too.
  await addDrafts([photo('c.jpg')]);
  expect(rows().at(-1)).toBe('c.jpg chosen');
});

test('one photo opens the dialog, also if it is chosen with a file that is none', async () => {
  creditsStore.set({ status: 'ready', restoresAvailable: 1 });
  await addDrafts([notes, photo('a.jpg')]);
  expect(dialogStore.get().open).toBe('upload');
  expect(pendingDraftStore.get()?.file.name).toBe('a.jpg');
  expect(toasts).toEqual(['Unsupported file']);
  expect(rows()).toEqual([]);
});

test('an empty upload dialog gives way to the tray; beside an open draft they wait for their turn', async () => {
  openDialog('upload');
  await addDrafts([photo('a.jpg'), photo('b.jpg')]);
  expect(dialogStore.get().open).toBe('tray');
  dispatchTray({ type: 'cleared' });
  openDialog('upload');
  openDraftStore.set({ file: photo('open.jpg'), toolId: 'colorize', isSending: false });
  await addDrafts([photo('a.jpg'), photo('b.jpg')]);
  expect(queuedDraftsStore.get()).toHaveLength(2);
  expect(rows()).toEqual([]);
});

test('a dialog that is opened meanwhile keeps them out of the tray', async () => {
  const taking = addDrafts([photo('a.jpg'), photo('b.jpg')]);
  openDialog('pricing');
  await taking;
  expect(dialogStore.get().open).toBe('pricing');
  expect(rows()).toEqual([]);
});
