import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { creditsStore } from '../domain/account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../domain/dialogs/dialogs';
import { sessionStore } from '../domain/session/sessionStore';
import { offeredPhotoStore, offerPhoto } from '../domain/upload/requestUpload';
import { aUser } from '../test/samples';
import { acceptOfferedFiles } from './offeredFiles';

const photo = new File(['x'], 'wedding.jpg', { type: 'image/jpeg' });

/**
 * Returns whether the browser's own action stays. jsdom has no DataTransfer, so the event carries what the page reads.
 */
function fire(name: 'drop' | 'paste' | 'dragover', files: File[]): boolean {
  const transfer = { files, types: files.length > 0 ? ['Files'] : ['text/plain'] };
  const event = new Event(name, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: transfer, clipboardData: transfer });
  return document.body.dispatchEvent(event);
}

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  acceptOfferedFiles(offerPhoto, stop.signal);
  sessionStore.set({ status: 'signedIn', user: aUser() });
  creditsStore.set({ status: 'ready', restoresAvailable: 1 });
  offeredPhotoStore.set(null);
  closeDialog();
});
afterEach(() => stop.abort());

describe('a file offered to the page', () => {
  test.each(['drop', 'paste'] as const)('by %s opens the upload dialog with it', (name) => {
    expect(fire(name, [photo])).toBe(false);
    expect(dialogStore.get().open).toBe('upload');
    expect(offeredPhotoStore.get()?.file).toBe(photo);
  });

  test('chosen with a field of the page opens it too, and can be chosen again', () => {
    const field = Object.assign(document.createElement('input'), { type: 'file' });
    Object.defineProperty(field, 'files', { value: [photo] });
    const emptied = jest.spyOn(field, 'value', 'set');
    document.body.append(field);
    field.dispatchEvent(new Event('change', { bubbles: true, cancelable: true }));
    field.remove();
    expect(offeredPhotoStore.get()?.file).toBe(photo);
    expect(emptied).toHaveBeenCalledWith('');
  });

  test('can be dropped: the drag is accepted', () => {
    expect(fire('dragover', [photo])).toBe(false);
    expect(fire('dragover', [])).toBe(true);
  });

  test('passes the same checks as the upload button', () => {
    sessionStore.set({ status: 'signedOut' });
    fire('drop', [photo]);
    expect(dialogStore.get().open).toBe('login');
  });

  test('changes nothing while a dialog is open, and the browser stays on the page', () => {
    openDialog('pricing');
    expect(fire('drop', [photo])).toBe(false);
    expect(dialogStore.get().open).toBe('pricing');
  });

  test('is left to whoever has taken it already, such as a dialog that fades out', () => {
    const take = (event: Event) => event.preventDefault();
    document.body.addEventListener('drop', take);
    fire('drop', [photo]);
    document.body.removeEventListener('drop', take);
    expect(dialogStore.get().open).toBeNull();
  });

  test.each(['drop', 'paste', 'dragover'] as const)('is left to the browser once stopped: %s', (name) => {
    stop.abort();
    expect(fire(name, [photo])).toBe(true);
    expect(dialogStore.get().open).toBeNull();
  });

  test('leaves dragged text to the browser', () => {
    expect(fire('paste', [])).toBe(true);
    expect(dialogStore.get().open).toBeNull();
  });
});
