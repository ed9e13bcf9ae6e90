import { describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { creditsStore } from '../../domain/account/creditsStore';
import { closeDialog, dialogStore, openDialog } from '../../domain/dialogs/dialogs';
import { clearQueue, pendingDraftStore } from '../../domain/draft/draft';
import { savedDraft } from '../../domain/draft/savedDraft';
import { photosStore } from '../../domain/photos/photosStore';
import { sessionStore } from '../../domain/session/sessionStore';
import { addDrafts } from '../../domain/tray/addDrafts';
import { dispatchTray, trayStore } from '../../domain/tray/trayStore';
import { requestUpload } from '../../domain/upload/requestUpload';
import type { Toast } from '../../lib/toast';
import {
  beginUploadDialog,
  createObjectURL,
  fake,
  passUntil,
  photo,
  pick,
  picker,
  press,
  toasts,
} from '../../test/fakeUploadDialog';
import { pictureFile, pngBytes } from '../../test/pictureBytes';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import UploadDialog from './UploadDialog';

beginUploadDialog();

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

  test('without restores a photo can be looked at: the button says what is missing, and opens the prices', async () => {
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 0 }));
    await pick();
    expect(screen.queryByRole('button', { name: 'Restore Photo' })).toBeNull();
    expect(screen.queryByText('Uses 1 restore')).toBeNull();
    expect(screen.getByText('Please purchase a credit pack to continue.')).toBeTruthy();
    expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/^Your photo is here\. You can look at it/);
    expect(screen.getByRole('button', { name: /by hand, free/ })).toBeTruthy();
    // Bought in another tab, and used there.
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 5 }));
    expect(screen.getByRole('button', { name: 'Restore Photo' })).toBeTruthy();
    act(() => creditsStore.set({ status: 'ready', restoresAvailable: 0 }));
    await press('No Restores Left!');
    await waitFor(() => expect(dialogStore.get().open).toBe('pricing'));
    expect(toasts).toEqual([{ title: 'No Restores Left!', description: 'Please purchase a credit pack to continue.' }]);
    expect(fake.storage.uploadPhoto).not.toHaveBeenCalled();
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

  test('Remove photo returns to the drop zone and the default tool [spec 2.38]', async () => {
    await pick();
    await userEvent.click(screen.getByRole('tab', { name: 'Colorize' }));
    await press('Remove photo');
    await pick();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('DeepRestore');
  });

  test('the open draft and its tool are saved until it is removed, sent or the dialog is closed; the prices only come between', async () => {
    const saved = async () => (await savedDraft.claimFor(aUser({ id: 'u1' })))?.file.name;
    await pick();
    expect(await saved()).toBe('grandma.png');
    await press('Remove photo');
    expect(await saved()).toBeUndefined();

    await pick();
    await userEvent.click(screen.getByRole('tab', { name: 'PhotoScaler' }));
    expect(await savedDraft.claimFor(aUser({ id: 'u1' }))).toMatchObject({ toolId: 'photoscaler' });
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

  test('what waits behind the open draft is saved with it, also while the prices come between', async () => {
    const named = (name: string) => new File([photo()], name, { type: 'image/png' });
    const saved = async () => {
      const draft = await savedDraft.claimFor(aUser({ id: 'u1' }));
      return [draft?.file, ...(draft?.others ?? [])].map((file) => file?.name);
    };
    await pick();
    await act(() => addDrafts([named('b.png'), named('c.png')]));
    await waitFor(async () => expect(await saved()).toEqual(['grandma.png', 'b.png', 'c.png']));
    await userEvent.click(screen.getByRole('tab', { name: 'PhotoScaler' }));
    expect(await saved()).toEqual(['grandma.png', 'b.png', 'c.png']);
    act(() => openDialog('pricing'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await saved()).toEqual(['grandma.png', 'b.png', 'c.png']);
    // Whoever leaves takes the queue along, and what was saved stays for them.
    act(clearQueue);
    expect(await saved()).toEqual(['grandma.png', 'b.png', 'c.png']);
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
