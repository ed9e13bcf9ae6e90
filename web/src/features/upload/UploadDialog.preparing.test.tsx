import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialogStore } from '../../domain/dialogs/dialogs';
import type { Quad } from '../../domain/prepare/quad';
import { prepareCopy } from '../../domain/upload/prepareCopy';
import {
  beginUploadDialog,
  createObjectURL,
  device,
  fake,
  inspections,
  pick,
  picker,
  press,
  toasts,
} from '../../test/fakeUploadDialog';
import { jpegBytes, pictureFile } from '../../test/pictureBytes';

beginUploadDialog();

describe('upload dialog, the photo before it is sent', () => {
  test('a tool that fits the photo is suggested with its reason; the default stays until it is tapped', async () => {
    device.reason = 'grey';
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
    device.reason = null;
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
      device.print = corners;
      const straight = new Blob(['straight'], { type: 'image/jpeg' });
      const asked = jest.fn(async (_: unknown) => ({ blob: straight }));
      device.convert = asked;
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
      device.print = corners;
      await pick();
      await userEvent.click(await screen.findByRole('button', { name: 'Use as it is' }));
      expect(screen.queryByText(/^A print was found/)).toBeNull();
      expect(screen.getByRole('button', { name: 'Straighten or turn' })).toBeTruthy();
    });

    test('can be corrected first: the corners start where they were found; Cancel changes nothing', async () => {
      device.print = corners;
      await pick();
      await userEvent.click(await screen.findByRole('button', { name: 'Adjust' }));
      const corner = await screen.findByRole('button', { name: 'Top left corner' });
      expect(document.activeElement).toBe(corner);
      expect([corner.style.left, corner.style.top]).toEqual(['20%', '10%']);
      await press('Cancel');
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Straighten' }));
    });

    test('can be left alone: Escape and Back of the browser leave its corners, and the photo stays', async () => {
      await pick();
      for (const leave of [() => userEvent.keyboard('{Escape}'), async () => history.back()]) {
        await userEvent.click(await screen.findByRole('button', { name: 'Straighten or turn' }));
        await screen.findByRole('button', { name: 'Top left corner' });
        await act(async () => leave());
        await waitFor(() => expect(screen.queryByRole('button', { name: 'Top left corner' })).toBeNull());
        expect(dialogStore.get().open).toBe('upload');
        expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Straighten or turn' }));
      }
    });

    test('is used as it is with one press, and the focus goes to what can still be done', async () => {
      device.print = corners;
      await pick();
      await userEvent.click(await screen.findByRole('button', { name: 'Use as it is' }));
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Straighten or turn' }));
    });

    test('that cannot be straightened is told, and stays', async () => {
      device.print = corners;
      device.convert = async () => ({ problem: 'convert' });
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
      device.convert = async () => ({ blob: new Blob([jpegBytes(640, 480)], { type: 'image/jpeg' }) });
      await take();
      const description = 'This is a HEIC photo. Convert it to JPG on this device?';
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Convert to JPG', description }));
      const regions = screen.getAllByRole('status');
      fireEvent.click(screen.getByRole('button', { name: 'Convert to JPG' }));
      expect(regions.includes(screen.getByText(prepareCopy.converting))).toBe(true);
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Convert to JPG', busy: true }));
      await screen.findByAltText('Your photo, before the restore');
      expect(createObjectURL).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'IMG 1921.jpg' }));
      expect(toasts).toEqual([]);
    });

    test('that has more pixels than this device can send says how many are left', async () => {
      const blob = new Blob([jpegBytes(4233, 3963)], { type: 'image/jpeg' });
      device.convert = async () => ({ blob, madeSmaller: { width: 4233, height: 3963 } });
      await take();
      await press('Convert to JPG');
      await screen.findByText('Your photo was made smaller, to 4233 x 3963 pixels. This device cannot send more.');
    });

    test('that is broken is told, and another can be chosen', async () => {
      const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      device.convert = async () => ({ problem: 'load' });
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
});
