import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { creditsStore } from '../domain/account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../domain/dialogs/dialogs';
import { clearQueue, pendingDraftStore, queuedDraftsStore } from '../domain/draft/draft';
import { sessionStore } from '../domain/session/sessionStore';
import { addDrafts } from '../domain/tray/addDrafts';
import { whenStore } from '../lib/store';
import { subscribeToasts } from '../lib/toast';
import { jpegBytes, pictureFile } from '../test/pictureBytes';
import { aUser } from '../test/samples';
import { acceptOfferedFiles } from './offeredFiles';

const photo = pictureFile(jpegBytes(640, 480), 'wedding.jpg');
const attic = pictureFile(jpegBytes(640, 480), 'attic.jpg');
const notes = new File(['milk, bread'], 'notes.txt', { type: 'text/plain' });

const toasts: string[] = [];
subscribeToasts(({ title }) => toasts.push(title));
const opened = () => whenStore(dialogStore, ({ open }) => open !== null);
/** Longer than any check of a small file takes. */
const nothingFollows = () => new Promise((resolve) => setTimeout(resolve, 50));

/**
 * Returns whether the browser's own action stays. jsdom has no DataTransfer, so the event carries what the page reads.
 */
function fire(name: 'drop' | 'paste' | 'dragover', files: File[], type = files.length > 0 ? 'Files' : 'text/plain') {
  const transfer = { files, types: [type] };
  const event = new Event(name, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: transfer, clipboardData: transfer });
  return document.body.dispatchEvent(event);
}

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  acceptOfferedFiles((files) => void addDrafts(files), stop.signal);
  sessionStore.set({ status: 'signedIn', user: aUser() });
  creditsStore.set({ status: 'ready', restoresAvailable: 1 });
  pendingDraftStore.set(null);
  clearQueue();
  toasts.length = 0;
  closeDialog();
});
afterEach(() => stop.abort());

describe('a file offered to the page', () => {
  test.each(['drop', 'paste'] as const)('by %s opens the upload dialog with it', async (name) => {
    expect(fire(name, [photo])).toBe(false);
    await opened();
    expect(dialogStore.get().open).toBe('upload');
    expect(pendingDraftStore.get()?.file).toBe(photo);
  });

  test('chosen with a field of the page opens it too, and can be chosen again', async () => {
    const field = Object.assign(document.createElement('input'), { type: 'file' });
    Object.defineProperty(field, 'files', { value: [photo] });
    const emptied = jest.spyOn(field, 'value', 'set');
    document.body.append(field);
    field.dispatchEvent(new Event('change', { bubbles: true, cancelable: true }));
    field.remove();
    await opened();
    expect(pendingDraftStore.get()?.file).toBe(photo);
    expect(emptied).toHaveBeenCalledWith('');
  });

  test('can be dropped: the drag is accepted', () => {
    expect(fire('dragover', [photo])).toBe(false);
    expect(fire('dragover', [])).toBe(true);
  });

  test('passes the same checks as the upload button', async () => {
    sessionStore.set({ status: 'signedOut' });
    fire('drop', [photo]);
    await opened();
    expect(dialogStore.get().open).toBe('login');
  });

  test('is not taken while another dialog is open, which is said, and the browser stays on the page', async () => {
    openDialog('pricing');
    expect(fire('drop', [photo])).toBe(false);
    expect(dialogStore.get().open).toBe('pricing');
    expect(toasts).toEqual(['Your photo was not taken']);
  });

  test('of a set the first good one is taken, and the others wait; what is refused is said', async () => {
    sessionStore.set({ status: 'signedOut' });
    fire('drop', [notes, photo, attic]);
    await opened();
    expect(toasts).toEqual(['Unsupported file', 'Please log in first! 🔐']);
    expect(pendingDraftStore.get()).toEqual({ file: photo, others: [attic] });
    // One more, while the login is asked for.
    fire('drop', [photo]);
    expect(pendingDraftStore.get()).toEqual({ file: photo, others: [attic, photo] });
    expect(toasts).toHaveLength(2);
  });

  test('that cannot be restored opens no dialog', async () => {
    const folder = new File([], 'Photos');
    jest.spyOn(folder, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('not found')) } as never);
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    sessionStore.set({ status: 'signedOut' });
    fire('drop', [notes, folder]);
    await waitFor(() => expect(toasts).toEqual(['Unsupported file', 'This is a folder']));
    expect(dialogStore.get().open).toBeNull();
    log.mockRestore();
  });

  test('that the browser cannot hand over is told', () => {
    expect(fire('drop', [], 'Files')).toBe(false);
    expect(toasts).toEqual(['No photo arrived']);
  });

  test('does not open the dialog again that its visitor closes meanwhile', async () => {
    sessionStore.set({ status: 'signedOut' });
    fire('drop', [photo]);
    closeDialog();
    await nothingFollows();
    expect(dialogStore.get().open).toBeNull();
  });

  test('goes to the dialog that was opened meanwhile', async () => {
    fire('drop', [photo]);
    openDialog('upload');
    await whenStore(queuedDraftsStore, ({ length }) => length > 0);
    expect(queuedDraftsStore.get()).toEqual([{ file: photo }]);
  });

  test('is left to whoever has taken it already, such as a dialog that fades out', async () => {
    const take = (event: Event) => event.preventDefault();
    document.body.addEventListener('drop', take);
    fire('drop', [photo]);
    document.body.removeEventListener('drop', take);
    await nothingFollows();
    expect(dialogStore.get().open).toBeNull();
  });

  test.each(['drop', 'paste', 'dragover'] as const)('is left to the browser once stopped: %s', async (name) => {
    stop.abort();
    expect(fire(name, [photo])).toBe(true);
    await nothingFollows();
    expect(dialogStore.get().open).toBeNull();
  });

  test('leaves dragged text to the browser', async () => {
    expect(fire('paste', [])).toBe(true);
    await nothingFollows();
    expect(toasts).toEqual([]);
    expect(dialogStore.get().open).toBeNull();
  });
});
