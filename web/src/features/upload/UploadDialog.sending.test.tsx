import { describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { creditsStore } from '../../domain/account/creditsStore';
import { dialogStore, openDialog } from '../../domain/dialogs/dialogs';
import { lookAtStore } from '../../domain/photos/lookAt';
import { deliveringStore } from '../../domain/photos/photosStore';
import { sessionStore } from '../../domain/session/sessionStore';
import { connectivityStore } from '../../lib/connectivity';
import { deferred } from '../../test/deferred';
import {
  beginUploadDialog,
  fake,
  onUploadSuccess,
  passUntil,
  pick,
  picker,
  press,
  revokeObjectURL,
  toasts,
} from '../../test/fakeUploadDialog';
import { renderThemed } from '../../test/renderThemed';
import { aUser } from '../../test/samples';
import UploadDialog from './UploadDialog';

beginUploadDialog();

describe('upload dialog, an upload', () => {
  test('uploads with progress and can be cancelled', async () => {
    fake.storage.uploadPhoto.mockImplementation(
      ({ onProgress, signal }) =>
        new Promise((_, reject) => {
          onProgress(37);
          signal.addEventListener('abort', () => reject(new Error('canceled')));
        }),
    );
    await pick();
    await press('Restore Photo');
    // Not a status: a screen reader would read out every step.
    expect((await screen.findByText('Uploading 37%')).getAttribute('role')).toBeNull();
    expect(screen.getByRole('progressbar', { name: 'Upload progress' }).getAttribute('aria-valuenow')).toBe('37');
    expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('tab', { name: 'Colorize' }).disabled).toBe(true);
    await press('Cancel upload');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Straighten or turn' }));
    expect(await screen.findByRole('button', { name: 'Restore Photo' })).toBeTruthy();
  });

  test('while offline the dialog says so, and leaving the page needs a confirmation', async () => {
    const stored = deferred<string>();
    fake.storage.uploadPhoto.mockImplementation(({ onProgress }) => {
      onProgress(100);
      return stored.promise;
    });
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await pick();
    expect(leave()).toBe(false);
    await press('Restore Photo');
    await screen.findByText('Uploading 100%');
    const regions = screen.getAllByRole('status');
    expect(leave()).toBe(true);
    expect(screen.queryByRole('button', { name: 'Cancel upload' })).toBeNull();
    act(() => connectivityStore.set('offline'));
    expect(regions.includes(screen.getByText(/^Waiting for the connection/))).toBe(true);
    expect(screen.queryByText(/100%/)).toBeNull();
    act(() => connectivityStore.set('back'));
    expect(screen.getByText('Uploading 100%')).toBeTruthy();
    act(() => connectivityStore.set('online'));
    stored.resolve('https://storage/photo');
    await screen.findByText(/Your photo is in/);
    expect(leave()).toBe(false);
  });

  test('a balance that is still loading is waited for', async () => {
    act(() => creditsStore.set(creditsStore.initial));
    await pick();
    // What reads it out is there before its words.
    const regions = screen.getAllByRole('status');
    await press('Restore Photo');
    expect(regions.includes(screen.getByText('Preparing your photo...'))).toBe(true);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    expect(toasts).toEqual([]);
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 1 }));
    await waitFor(() => expect(fake.storage.uploadPhoto).toHaveBeenCalledTimes(1));
  });

  test('a failure leads back to the preview [spec 2.37, 4.26]', async () => {
    fake.storage.uploadPhoto.mockRejectedValue(new Error('The disk is full'));
    await pick();
    await press('Restore Photo');
    await waitFor(() =>
      expect(toasts.at(-1)).toEqual({ title: 'Upload Failed', description: 'The disk is full', destructive: true }),
    );
    expect(screen.getByRole('button', { name: 'Restore Photo' })).toBeTruthy();
  });

  test('the browser’s message about a failed download is not shown', async () => {
    fake.storage.uploadPhoto.mockRejectedValue(
      new TypeError('Failed to fetch dynamically imported module: https://a/b.js'),
    );
    await pick();
    await press('Restore Photo');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Upload Failed'));
    expect(toasts.at(-1)?.description).toBe('The connection was lost during the upload. Please try again.');
  });

  test('5 seconds after the upload it closes by itself and runs the success callback [spec 4.24, 9.4]', async () => {
    const stored = deferred<string>();
    fake.storage.uploadPhoto.mockReturnValue(stored.promise);
    await pick();
    await press('Restore Photo');
    await waitFor(() => expect(fake.storage.uploadPhoto).toHaveBeenCalledTimes(1));
    jest.useFakeTimers();
    stored.resolve('https://storage/photo');
    await act(() => jest.advanceTimersByTimeAsync(4999));
    expect(screen.getByText(/Your photo is in/)).toBeTruthy();
    expect(onUploadSuccess).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(onUploadSuccess).toHaveBeenCalledTimes(1);
    expect(dialogStore.get().open).toBeNull();
    // While it fades out it shows what it showed, not an empty drop zone.
    expect(screen.getByText(/Your photo is in/)).toBeTruthy();
    expect(screen.queryByLabelText(/Choose a photo$/)).toBeNull();
  });

  test('a switch to another user stops the upload and clears the photo', async () => {
    let stopped = false;
    fake.storage.uploadPhoto.mockImplementation(
      ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (stopped = true))),
    );
    await pick();
    await press('Restore Photo');
    await waitFor(() => expect(fake.storage.uploadPhoto).toHaveBeenCalledTimes(1));
    act(() => sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u2' }) }));
    expect(stopped).toBe(true);
    expect(picker()).toBeTruthy();
  });

  /** Sends a photo whose answer does not come until it is asked for. */
  const sending = async () => {
    const [sent, stored] = [deferred<AbortSignal>(), deferred<string>()];
    fake.storage.uploadPhoto.mockImplementation(({ signal }) => {
      sent.resolve(signal);
      return stored.promise;
    });
    await pick();
    revokeObjectURL.mockClear();
    await press('Restore Photo');
    return { signal: await sent.promise, stored };
  };
  const question = () => screen.queryByRole('dialog', { name: 'Stop Sending?' });

  test.each([
    ['Close', () => press('Close')],
    [
      'Escape',
      async () => fireEvent.keyDown(screen.getByRole('dialog', { name: 'Upload & Restore' }), { key: 'Escape' }),
    ],
  ])('%s asks before it stops the upload, which goes on meanwhile', async (_, close) => {
    const { signal } = await sending();
    await close();
    await waitFor(() => expect(question()).toBeTruthy());
    await press('Keep Sending');
    await waitFor(() => expect(question()).toBeNull());
    expect(dialogStore.get().open).toBe('upload');
    expect(signal.aborted).toBe(false);
    await close();
    await waitFor(() => expect(question()).toBeTruthy());
    expect(signal.aborted).toBe(false);
    await press('Stop Sending');
    await waitFor(() => expect(signal.aborted).toBe(true));
    expect(dialogStore.get().open).toBeNull();
    expect(revokeObjectURL).toHaveBeenCalledWith('blob:1');
  });

  test('the question goes when the photo has arrived', async () => {
    const { signal, stored } = await sending();
    await press('Close');
    await waitFor(() => expect(question()).toBeTruthy());
    stored.resolve('https://storage/photo');
    await waitFor(() => expect(question()).toBeNull());
    expect(await screen.findByText('Your photo is in. The restore is starting...')).toBeTruthy();
    expect(signal.aborted).toBe(false);
  });

  test.each([
    [true, 0],
    [false, 1],
  ])('afterwards, with a live connection: %s, the balance is asked for %i times', async (delivering, times) => {
    // It does not report anybody else than who is here.
    fake.auth.watchUser.mockResolvedValue(() => undefined);
    act(() => deliveringStore.set(delivering));
    await pick();
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Restore Photo' }));
    await passUntil(() => dialogStore.get().open === null);
    expect(fake.call.mock.calls.filter(([key]) => key === 'fetchCredits')).toHaveLength(times);
  });

  test('by default it goes to the new photo afterwards', async () => {
    cleanup();
    renderThemed(<UploadDialog />, fake.domain);
    await pick();
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Restore Photo' }));
    await passUntil(() => lookAtStore.get() !== null);
    expect(lookAtStore.get()).toBe(fake.storage.uploadPhoto.mock.calls[0]?.[0].photoId);
  });

  test('after 5 seconds it closes itself, but no dialog opened in between', async () => {
    fake.storage.uploadPhoto.mockResolvedValue('https://storage/photo');
    await pick();
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Restore Photo' }));
    await act(() => jest.advanceTimersByTimeAsync(4990));
    act(() => openDialog('pricing'));
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(dialogStore.get().open).toBe('pricing');
  });
});
