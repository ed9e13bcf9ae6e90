import { setImmediate as nextTask } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { creditsStore } from '../../domain/account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../../domain/dialogs/dialogs';
import { clearQueue, pendingDraftStore } from '../../domain/draft/draft';
import { savedDraft } from '../../domain/draft/savedDraft';
import { lookAtStore } from '../../domain/photos/lookAt';
import { deliveringStore, photosStore } from '../../domain/photos/photosStore';
import type { Quad } from '../../domain/prepare/quad';
import type { Reason } from '../../domain/prepare/suggest/reasons';
import { sessionStore } from '../../domain/session/sessionStore';
import { addDrafts } from '../../domain/tray/addDrafts';
import { dispatchTray, trayStore } from '../../domain/tray/trayStore';
import { requestUpload } from '../../domain/upload/requestUpload';
import { connectivityStore } from '../../lib/connectivity';
import { subscribeToasts, type Toast } from '../../lib/toast';
import { deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { jpegBytes, pictureFile, pngBytes } from '../../test/pictureBytes';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import UploadDialog from './UploadDialog';

const onUploadSuccess = jest.fn();
let toasts: Toast[] = [];
let stopToasts: () => void;
let fake: ReturnType<typeof fakeDomain>;

const jpeg = new Blob(['jpeg'], { type: 'image/jpeg' });
/** What the browser's workers reply, by their file. The test says what is found in the picture. */
let found: Quad | null = null;
let reason: Reason | null = null;
/** What the worker that looks at pictures was asked. */
const inspections: unknown[] = [];
let convert = async (_: unknown): Promise<object> => ({ blob: jpeg });
class FakeWorker {
  onmessage: (event: { data: object | null }) => void = () => undefined;
  constructor(private readonly url: URL) {}
  postMessage(request: unknown) {
    const isLook = this.url.pathname.includes('inspectWorker');
    if (isLook) inspections.push(request);
    const reply = isLook ? Promise.resolve({ print: found, reason }) : convert(request);
    void reply.then((data) => this.onmessage({ data }));
  }
  terminate() {}
}
Object.assign(globalThis, { OffscreenCanvas: class {}, Worker: FakeWorker });
const [createObjectURL, revokeObjectURL] = [jest.fn((_: Blob) => 'blob:1'), jest.fn()];
Object.assign(URL, { createObjectURL, revokeObjectURL });

const photo = () => pictureFile(pngBytes(640, 480), 'grandma.png', 'image/png');
const picker = () => screen.getByLabelText<HTMLInputElement>(/Choose a photo$/);
const pick = async () => {
  await userEvent.upload(picker(), photo());
  await screen.findByAltText('Your photo, before the restore');
};
/** Passes fake time. Reading the file takes real time as well. */
async function passUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await nextTask();
    await act(() => jest.advanceTimersByTimeAsync(100));
  }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  found = null;
  reason = null;
  convert = async () => ({ blob: jpeg });
  fake = fakeDomain();
  toasts = [];
  stopToasts = subscribeToasts((message) => toasts.push(message));
  onUploadSuccess.mockReset();
  act(() => {
    deliveringStore.set(true);
    sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u1' }) });
    creditsStore.set({ status: 'ready', restoresAvailable: 1 });
    requestUpload();
  });
  renderThemed(<UploadDialog onUploadSuccess={onUploadSuccess} />, fake.domain);
});
afterEach(() => {
  stopToasts();
  act(clearQueue);
  jest.useRealTimers();
});

describe('upload dialog', () => {
  test('the upload code starts to load when the dialog opens', () => {
    expect(fake.load.storage).toHaveBeenCalledTimes(1);
    expect(fake.load.functions).toHaveBeenCalledTimes(1);
  });

  test('starts with a drop zone for PNG and JPG up to 25MB [spec 2.37, 9.2]', () => {
    expect(screen.getByRole('dialog', { name: 'Upload & Restore' })).toBeTruthy();
    expect(screen.getByText('PNG, JPG up to 25MB')).toBeTruthy();
    expect(picker().accept).toBe(
      'image/png,image/jpeg,image/heic,image/heif,image/tiff,image/webp,.png,.jpg,.jpeg,.heic,.heif,.tif,.tiff,.webp',
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Upload & Restore' })).toBeTruthy();
  });

  test('after a choice the focus is on the tool, and on the picker after its removal; both are announced', async () => {
    await pick();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'DeepRestore' }));
    expect(screen.getAllByRole('status')[0]?.textContent).toBe(
      'Your photo is here. Choose a tool, then press Restore Photo.',
    );
    await press('Remove photo');
    expect(document.activeElement).toBe(picker());
  });

  test('arrows move between tools in four directions, and each tool says what it does', async () => {
    await pick();
    const columns = jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return Math.floor(screen.getAllByRole('tab').indexOf(this) / 3) * 60;
    });
    const chosen = () => screen.getByRole('tab', { selected: true });
    for (const [key, name] of [
      ['ArrowDown', 'PureFace'],
      ['ArrowRight', 'LowRez-Fix'],
      ['ArrowUp', 'Colorize'],
      ['ArrowUp', 'Colorize'],
      ['ArrowLeft', 'DeepRestore'],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      expect(chosen().textContent).toBe(name);
    }
    const described = document.getElementById(chosen().getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toMatch(/^Revives badly damaged photos/);
    columns.mockRestore();
  });

  test('the drop zone says so while a photo is over it', () => {
    expect(fireEvent.dragOver(picker())).toBe(false);
    expect(screen.getByText('Let go to add this photo')).toBeTruthy();
    fireEvent.dragLeave(picker());
    expect(screen.queryByText('Let go to add this photo')).toBeNull();
    fireEvent.dragOver(picker());
    expect(fireEvent.drop(picker(), { dataTransfer: { files: [] } })).toBe(false);
    expect(screen.queryByText('Let go to add this photo')).toBeNull();
  });

  test('picking nothing after all changes nothing', () => {
    createObjectURL.mockClear();
    fireEvent.change(picker(), { target: { files: [] } });
    expect(createObjectURL).not.toHaveBeenCalled();
    expect(toasts).toEqual([]);
  });

  test('a refused file is let go, so that it can be picked again once it is mended', async () => {
    await userEvent.upload(picker(), new File(['no picture'], 'grandma.png', { type: 'image/png' }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(picker().files).toHaveLength(0);
  });

  test('shows the photo, six tools and the purpose of the default one [spec 2.37, 3.8, 3.14, 3.15]', async () => {
    await pick();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'DeepRestore',
      'Colorize',
      'PhotoScaler',
      'PureFace',
      'LowRez-Fix',
      'Text-Remove',
    ]);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('DeepRestore');
    const panel = screen.getByRole('tabpanel');
    expect(panel.textContent).toContain('badly damaged');
    const tools = within(screen.getByRole('tablist', { name: 'Restore tool' })).getAllByRole('tab');
    for (const tool of tools) expect(tool.getAttribute('aria-controls')).toBe(panel.id);
    await userEvent.click(screen.getByRole('tab', { name: 'Text-Remove' }));
    expect(screen.getByRole('tabpanel').textContent).toContain('Removes watermarks and text.');
  });

  test('fetches what the tools show when it opens, unless data is saved', async () => {
    const asked: string[] = [];
    const image = jest.spyOn(window, 'Image').mockImplementation(() => {
      const made = document.createElement('img');
      Object.defineProperty(made, 'src', { set: (url: string) => void asked.push(url) });
      return made;
    });
    const reopen = async () => {
      act(() => closeDialog());
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      act(() => openDialog('upload'));
    };
    await reopen();
    expect(asked).toHaveLength(2 * 6);
    expect(asked).toContain('/demo/sizes/tool-textremove-after-360.avif');
    asked.length = 0;
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    await reopen();
    expect(asked).toEqual([]);
    Reflect.deleteProperty(navigator, 'connection');
    image.mockRestore();
  });

  test('says that the first restore is free to who has that one and no photo; else what it costs', async () => {
    await pick();
    expect(screen.getByText('Your first restore is free')).toBeTruthy();
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 6 }));
    expect(screen.getByText('Uses 1 restore')).toBeTruthy();
    act(() => {
      creditsStore.set({ status: 'ready', restoresAvailable: 1 });
      photosStore.set({ status: 'ready', photos: [aPhoto()], hasMore: false });
    });
    expect(screen.getByText('Uses 1 restore')).toBeTruthy();
    act(() => photosStore.set(photosStore.initial));
  });

  describe('several photos', () => {
    const three = () => ['a.png', 'b.png', 'c.png'].map((name) => pictureFile(pngBytes(640, 480), name, 'image/png'));
    const drop = (files: File[]) => fireEvent.drop(picker(), { dataTransfer: { files } });
    const isHere = (words: string) => screen.findByText(words);

    /** One is open in the dialog, and the others are dropped on the page. */
    const openFirstOf = async ([first, ...others]: File[]) => {
      drop([first as File]);
      await screen.findByAltText('Your photo, before the restore');
      await act(() => addDrafts(others));
    };

    test('can be chosen at once: they go to the tray', async () => {
      expect(picker().multiple).toBe(true);
      await userEvent.upload(picker(), three());
      await waitFor(() => expect(dialogStore.get().open).toBe('tray'));
      expect(trayStore.get().rows.map(({ file }) => file.name)).toEqual(['a.png', 'b.png', 'c.png']);
      act(() => dispatchTray({ type: 'cleared' }));
    });

    test('that come while one is open wait, and the next is one press away when it is removed', async () => {
      await openFirstOf(three());
      await isHere('a.png is here. 2 more photos wait for their turn.');
      await press('Remove photo');
      await press('Next photo: b.png (1 more)');
      await isHere('b.png is here. 1 more photo waits for its turn.');
      await press('Remove photo');
      await press('Next photo: c.png');
      await screen.findByAltText('Your photo, before the restore');
      expect(screen.queryByText(/is here\. \d/)).toBeNull();
    });

    test('one that is refused is told, and the next one takes its place', async () => {
      drop([new File(['x'], 'notes.txt', { type: 'text/plain' }), ...three().slice(0, 1)]);
      await screen.findByAltText('Your photo, before the restore');
      expect(toasts.map(({ title }) => title)).toEqual(['Unsupported file']);
    });

    test('one that comes while another is here waits for its turn', async () => {
      await pick();
      await act(() => addDrafts([photo()]));
      await isHere('grandma.png is here. 1 more photo waits for its turn.');
    });

    test('two drops, one right after the other, lose none', async () => {
      drop([photo()]);
      drop([photo()]);
      await isHere('grandma.png is here. 1 more photo waits for its turn.');
    });

    test('after the dialog has closed the next one is one press away', async () => {
      await openFirstOf(three());
      await isHere('a.png is here. 2 more photos wait for their turn.');
      await press('Close');
      const [{ title, action }] = toasts as [Toast];
      expect([title, action?.label]).toEqual(['2 more photos wait', 'Next photo: b.png (1 more)']);
      act(() => action?.run());
      await isHere('b.png is here. 1 more photo waits for its turn.');
    });

    test('after an upload the next one is one press away', async () => {
      await openFirstOf(three());
      await isHere('a.png is here. 2 more photos wait for their turn.');
      jest.useFakeTimers();
      fireEvent.click(screen.getByRole('button', { name: 'Restore Photo' }));
      await passUntil(() => dialogStore.get().open === null);
      expect(toasts.at(-1)?.action?.label).toBe('Next photo: b.png (1 more)');
    });
  });

  test('a tool that fits the photo is suggested with its reason; the default stays until it is tapped', async () => {
    reason = 'grey';
    await pick();
    const words = 'Suggested: Colorize. It is black and white.';
    const suggestion = await screen.findByRole('button', { name: words });
    expect(suggestion.closest('[role=status]')?.textContent).toBe(words);
    const tab = (name: string) => screen.getByRole('tab', { name });
    expect(tab('DeepRestore').getAttribute('aria-selected')).toBe('true');
    await userEvent.click(suggestion);
    expect(tab('Colorize').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tab('Colorize'));
    // Another photo has not been looked at yet.
    reason = null;
    await press('Remove photo');
    await pick();
    expect(screen.queryByText(/^Suggested/)).toBeNull();
  });

  test('nothing is suggested where data is saved: it would be a download', async () => {
    Object.assign(navigator, { connection: { saveData: true } });
    try {
      await pick();
      expect(inspections.at(-1)).toMatchObject({ suggests: false });
    } finally {
      Object.assign(navigator, { connection: undefined });
    }
    await press('Remove photo');
    await pick();
    expect(inspections.at(-1)).toMatchObject({ suggests: true });
  });

  describe('a snapshot of a print', () => {
    const corners: Quad = [
      { x: 0.2, y: 0.1 },
      { x: 0.8, y: 0.2 },
      { x: 0.8, y: 0.9 },
      { x: 0.2, y: 0.8 },
    ];

    test('is offered straightened; the straightened picture is what is uploaded, and can be undone', async () => {
      found = corners;
      const straight = new Blob(['straight'], { type: 'image/jpeg' });
      const asked = jest.fn(async (_: unknown) => ({ blob: straight }));
      convert = asked;
      await pick();
      expect((await screen.findByText(/^A print was found/)).getAttribute('role')).toBe('status');
      expect(asked).not.toHaveBeenCalled();
      await press('Straighten');
      expect(await screen.findByText('This is what will be restored.')).toBeTruthy();
      expect(asked).toHaveBeenCalledWith({ file: expect.any(File), edit: { corners, quarters: 0 } });
      expect(createObjectURL).toHaveBeenLastCalledWith(straight);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adjust' }));
      await press('Undo');
      await screen.findByRole('button', { name: 'Straighten or turn' });
      expect(createObjectURL).toHaveBeenLastCalledWith(expect.any(File));
      await press('Straighten or turn');
      await userEvent.click(await screen.findByRole('button', { name: 'Turn right' }));
      await press('Done');
      await screen.findByText('This is what will be restored.');
      asked.mockClear();
      await press('Restore Photo');
      await waitFor(() => expect(fake.storage.uploadPhoto.mock.lastCall?.[0].jpeg).toBe(straight));
      expect(asked).not.toHaveBeenCalled();
    });

    test('stays as it is if the person says so', async () => {
      found = corners;
      await pick();
      await userEvent.click(await screen.findByRole('button', { name: 'Use as it is' }));
      expect(screen.queryByText(/^A print was found/)).toBeNull();
      expect(screen.getByRole('button', { name: 'Straighten or turn' })).toBeTruthy();
    });

    test('can be corrected first: the corners start where they were found; Cancel changes nothing', async () => {
      found = corners;
      await pick();
      await userEvent.click(await screen.findByRole('button', { name: 'Adjust' }));
      const corner = await screen.findByRole('button', { name: 'Top left corner' });
      expect(document.activeElement).toBe(corner);
      expect([corner.style.left, corner.style.top]).toEqual(['20%', '10%']);
      await press('Cancel');
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Straighten' }));
    });

    test('that cannot be straightened is told, and stays', async () => {
      found = corners;
      convert = async () => ({ problem: 'convert' });
      await pick();
      await userEvent.click(await screen.findByRole('button', { name: 'Straighten' }));
      await waitFor(() =>
        expect(toasts.at(-1)).toEqual({
          title: 'Could Not Prepare Your Photo',
          description: 'Failed to convert image to JPG',
          destructive: true,
        }),
      );
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restore Photo' }).disabled).toBe(false);
    });
  });

  describe('a HEIC photo', () => {
    const heic = () => pictureFile(new TextEncoder().encode('....ftypheic....mif1'), 'IMG 1921.HEIC', 'image/heic');
    const take = async () => {
      fireEvent.drop(picker(), { dataTransfer: { files: [heic()] } });
      await screen.findByText('This is a HEIC photo. Convert it to JPG on this device?');
    };

    test('becomes a JPG when the person agrees', async () => {
      convert = async () => ({ blob: new Blob([jpegBytes(640, 480)], { type: 'image/jpeg' }) });
      await take();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Convert to JPG' }));
      await press('Convert to JPG');
      await screen.findByAltText('Your photo, before the restore');
      expect(createObjectURL).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'IMG 1921.jpg' }));
      expect(toasts).toEqual([]);
    });

    test('that has more pixels than this device can send says how many are left', async () => {
      const blob = new Blob([jpegBytes(4233, 3963)], { type: 'image/jpeg' });
      convert = async () => ({ blob, madeSmaller: { width: 4233, height: 3963 } });
      await take();
      await press('Convert to JPG');
      await screen.findByText('Your photo was made smaller, to 4233 x 3963 pixels. This device cannot send more.');
    });

    test('that is broken is told, and another can be chosen', async () => {
      const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      convert = async () => ({ problem: 'load' });
      await take();
      await press('Convert to JPG');
      await waitFor(() =>
        expect(toasts).toEqual([{ title: 'Upload Failed', description: 'Failed to load image', destructive: true }]),
      );
      await take();
      await press('Choose another');
      expect(document.activeElement).toBe(picker());
      log.mockRestore();
    });
  });

  test('a broken picture is told when it is chosen', async () => {
    await pick();
    fireEvent.error(screen.getByAltText('Your photo, before the restore'));
    expect(toasts).toEqual([{ title: 'Upload Failed', description: 'Failed to load image', destructive: true }]);
    expect(picker()).toBeTruthy();
  });

  test('Remove photo returns to the drop zone and the default tool [spec 2.38]', async () => {
    await pick();
    await userEvent.click(screen.getByRole('tab', { name: 'Colorize' }));
    await press('Remove photo');
    await pick();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('DeepRestore');
  });

  test('the open draft is saved until it is removed, sent or the dialog is closed; the prices only come between', async () => {
    const saved = async () => (await savedDraft.claimFor(aUser({ id: 'u1' })))?.file.name;
    await pick();
    expect(await saved()).toBe('grandma.png');
    await press('Remove photo');
    expect(await saved()).toBeUndefined();

    await pick();
    await userEvent.click(screen.getByRole('tab', { name: 'Colorize' }));
    act(() => openDialog('pricing'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await savedDraft.claimFor(aUser({ id: 'u1' }))).toMatchObject({ toolId: 'colorize' });

    act(() => requestUpload({ file: photo() }));
    await screen.findByAltText('Your photo, before the restore');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await saved()).toBeUndefined();

    act(() => requestUpload({ file: photo() }));
    await screen.findByAltText('Your photo, before the restore');
    await press('Restore Photo');
    await screen.findByText(/^Your photo is in/);
    expect(await saved()).toBeUndefined();
  });

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
    expect(leave()).toBe(true);
    expect(screen.queryByRole('button', { name: 'Cancel upload' })).toBeNull();
    act(() => connectivityStore.set('offline'));
    expect(screen.getByText(/^Waiting for the connection/).getAttribute('role')).toBe('status');
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
    await press('Restore Photo');
    expect(screen.getByText('Preparing your photo...').getAttribute('role')).toBe('status');
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
    fake.storage.uploadPhoto.mockResolvedValue('https://storage/photo');
    await pick();
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Restore Photo' }));
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

  test('a session that becomes known while the dialog is open keeps the photo', async () => {
    const session = sessionStore.get();
    cleanup();
    act(() => sessionStore.set({ status: 'loading' }));
    renderThemed(<UploadDialog />, fake.domain);
    await pick();
    act(() => sessionStore.set(session));
    expect(screen.getByAltText('Your photo, before the restore')).toBeTruthy();
  });

  test('a user who became known while it was open: the photo is cleared on a switch, too', async () => {
    act(() => sessionStore.set({ status: 'loading' }));
    await pick();
    act(() => sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u2' }) }));
    expect(screen.getByAltText('Your photo, before the restore')).toBeTruthy();
    act(() => sessionStore.set({ status: 'signedIn', user: aUser({ id: 'u3' }) }));
    expect(picker()).toBeTruthy();
  });

  test('closing it stops the upload and revokes the preview', async () => {
    const sent = deferred<AbortSignal>();
    fake.storage.uploadPhoto.mockImplementation(({ signal }) => {
      sent.resolve(signal);
      return deferred<string>().promise;
    });
    await pick();
    revokeObjectURL.mockClear();
    await press('Restore Photo');
    const signal = await sent.promise;
    expect(signal.aborted).toBe(false);
    await press('Close');
    await waitFor(() => expect(signal.aborted).toBe(true));
    expect(revokeObjectURL).toHaveBeenCalledWith('blob:1');
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

  test('closing clears the photo [spec 2.39]', async () => {
    await pick();
    await press('Close');
    expect(dialogStore.get().open).toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => requestUpload());
    expect(picker()).toBeTruthy();
  });

  test('opens with a photo that was dropped on the page', async () => {
    act(() => requestUpload({ file: photo() }));
    expect(await screen.findByAltText('Your photo, before the restore')).toBeTruthy();
    expect(pendingDraftStore.get()).toBeNull();
  });
});
