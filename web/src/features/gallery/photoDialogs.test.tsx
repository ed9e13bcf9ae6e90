import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { groupsOf } from '../../domain/photos/photoGroups';
import { photosStore } from '../../domain/photos/photosStore';
import { type Deferred, deferred } from '../../test/deferred';
import { beginGallery, labelled, openBy, press, restoreAgain, show } from '../../test/fakeGallery';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto } from '../../test/samples';
import { FullScreenDialog } from './FullScreenDialog';

beginGallery();

describe('the dialogs of a photo', () => {
  test('Full Screen is named by its photo, has its slider and closes with Escape [spec 2.24, 2.26]', async () => {
    show({ photos: [aPhoto({ name: 'Aunt Ida' })] });
    const dialog = within(await openBy('Full Screen'));
    expect(screen.getByRole('dialog', { name: 'Aunt Ida, Full Screen' })).toBeTruthy();
    expect(dialog.getByRole('slider').getAttribute('aria-valuenow')).toBe('50');
    expect(dialog.getByText(/^DeepRestore · 1000 × 800 · .*2026/)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: labelled('Full Screen') }));
  });

  test('Full Screen goes to the other restored photos, and does with each what its card does', async () => {
    const all = [
      aPhoto({ id: 'a' }),
      aPhoto({ id: 'b', status: 'failed', restored_url: null }),
      aPhoto({ id: 'c', tool: 'colorize' }),
    ];
    show({ photos: all });
    fireEvent.click(screen.getAllByRole('button', { name: labelled('Full Screen') })[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.keyboard('{PageUp}');
    expect(dialog.getByText(/^DeepRestore/)).toBeTruthy();
    await userEvent.keyboard('{PageDown}');
    expect(dialog.getByText(/^Colorize/)).toBeTruthy();
    expect(dialog.getByRole('status').textContent).toMatch(/2 of 2$/);
    await userEvent.click(dialog.getByRole('button', { name: 'Next photo' }));
    expect(dialog.getByText(/^Colorize/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Try Another Tool' }));
    expect(await screen.findByRole('tab', { selected: true, name: 'DeepRestore' })).toBeTruthy();
  });

  test('Full Screen of a photo that is deleted elsewhere gives way to the one that was opened, in its place', async () => {
    const all = [aPhoto({ id: 'a' }), aPhoto({ id: 'b', tool: 'colorize' }), aPhoto({ id: 'c', tool: 'pureface' })];
    show({ photos: all });
    fireEvent.click(screen.getAllByRole('button', { name: labelled('Full Screen') })[1]!);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.keyboard('{PageDown}');
    expect(dialog.getByText(/^PureFace/)).toBeTruthy();
    act(() => photosStore.set({ status: 'ready', photos: all.slice(0, 2), hasMore: false }));
    expect(dialog.getByText(/^Colorize/)).toBeTruthy();
    expect(dialog.getByRole('status').textContent).toMatch(/2 of 2$/);
    await userEvent.keyboard('{PageUp}');
    expect(dialog.getByText(/^DeepRestore/)).toBeTruthy();
  });

  test('Full Screen stays when the photo that it was opened from is deleted elsewhere; one that is seen gives way to the next', async () => {
    const all = [aPhoto({ id: 'a' }), aPhoto({ id: 'b', tool: 'colorize' }), aPhoto({ id: 'c', tool: 'pureface' })];
    show({ photos: all });
    const list = (photos: typeof all) => act(() => photosStore.set({ status: 'ready', photos, hasMore: false }));
    fireEvent.click(screen.getAllByRole('button', { name: labelled('Full Screen') })[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.keyboard('{PageDown}');
    list(all.slice(1));
    expect(dialog.getByText(/^Colorize/)).toBeTruthy();
    expect(dialog.getByRole('status').textContent).toMatch(/1 of 2$/);
    list(all.slice(2));
    expect(dialog.getByText(/^PureFace/)).toBeTruthy();
    // A new photo does not change which one is seen.
    list([aPhoto({ id: 'd' }), ...all.slice(2)]);
    expect(dialog.getByText(/^PureFace/)).toBeTruthy();
    expect(dialog.getByRole('status').textContent).toMatch(/2 of 2$/);
  });

  test('Full Screen calls a version as the strip does', async () => {
    const version = (id: string, created_at: Date) => aPhoto({ id, group_id: 'a', created_at });
    show({ photos: [version('b', new Date(2026, 10, 21)), version('a', new Date(2026, 10, 20))] });
    const dialog = within(await openBy('Full Screen'));
    expect(dialog.getByText(/^DeepRestore 2 ·/)).toBeTruthy();
    await userEvent.keyboard('{PageDown}');
    expect(dialog.getByText(/^DeepRestore ·/)).toBeTruthy();
  });

  test('Full Screen says of a picture that a tool redrew, and of no other, that it may differ', async () => {
    show({ photos: [aPhoto({ id: 'a', tool: 'pureface' }), aPhoto({ id: 'b', tool: 'photoscaler' })] });
    fireEvent.click(screen.getAllByRole('button', { name: labelled('Full Screen') })[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    const said = () => dialog.queryByText('What AI redraws may differ from what was there.');
    expect(said()).toBeTruthy();
    await userEvent.keyboard('{PageDown}');
    expect(dialog.getByText(/^PhotoScaler/)).toBeTruthy();
    expect(said()).toBeNull();
  });

  test('what opens the dialog of a photo that is shared says so, in the menu and on the whole screen', async () => {
    show({ photos: [aPhoto({ shared_at: new Date() })] });
    await press('More');
    expect(await screen.findByRole('menuitem', { name: 'Manage Sharing' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    const dialog = within(await openBy('Full Screen'));
    expect(dialog.getByRole('button', { name: 'Manage Sharing' }).textContent).toBe('Sharing');
  });

  test('a dialog goes with its photo, and does not come back with it', async () => {
    const all = [aPhoto({ id: 'a' }), aPhoto({ id: 'b', status: 'processing', restored_url: null })];
    show({ photos: all });
    await openBy('Full Screen');
    act(() => photosStore.set({ status: 'ready', photos: all.slice(1), hasMore: false }));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('Full Screen whose card has left the page gives the focus to the page’s content', async () => {
    const photo = { ...aPhoto(), restored_url: 'https://storage/a.png' };
    const dialog = (open: boolean) => (
      <main tabIndex={-1}>
        <FullScreenDialog photo={photo} groups={groupsOf([photo])} open={open} onClose={jest.fn()} onAsk={jest.fn()} />
      </main>
    );
    const { rerender } = renderThemed(dialog(true));
    rerender(dialog(false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  test('another restore, closed when the button that opened it is gone, gives the focus to the card', async () => {
    const { container } = show({ photos: [aPhoto({ status: 'failed', restored_url: null })] });
    await openBy('Try Again');
    act(() => photosStore.set({ status: 'ready', photos: [aPhoto()], hasMore: false }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(container.querySelector('[data-photo="p1"]')));
  });

  test('another restore, opened while that of another photo fades out, starts anew', async () => {
    show({ photos: [aPhoto({ id: 'a', tool: 'deeprestore' }), aPhoto({ id: 'b', tool: 'colorize' })] });
    const again = async (index: number) => {
      fireEvent.click(screen.getAllByRole('button', { name: labelled('More'), hidden: true })[index]!);
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Try Another Tool' }));
    };
    await again(0);
    await screen.findByRole('dialog');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Colorize');
    await userEvent.keyboard('{Escape}');
    await again(1);
    await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('DeepRestore'));
  });

  test('Full Screen closes by clicking outside [spec 2.24]', async () => {
    show({ photos: [aPhoto()] });
    // jsdom lays nothing out.
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
    const dialog = await openBy('Full Screen');
    const stage = within(dialog).getByRole('img').parentElement!;
    stage.getBoundingClientRect = () => new DOMRect(0, 40, 1000, 500);
    const tap = (clientX: number) => {
      fireEvent.pointerDown(stage, { clientX, clientY: 290, button: 0, pointerId: 1 });
      fireEvent.pointerUp(stage, { clientX, clientY: 290, pointerId: 1 });
      fireEvent.click(stage, { clientX, clientY: 290 });
    };
    // The photo is 625 px wide.
    tap(200);
    expect(screen.getByRole('dialog')).toBe(dialog);
    tap(100);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('another restore: a second press repeats the request; another tool makes a new one', async () => {
    const answers: Deferred<boolean>[] = [];
    restoreAgain.mockImplementation(() => {
      answers.push(deferred());
      return answers.at(-1)!.promise;
    });
    show({ photos: [aPhoto()] });
    await openBy('Try Another Tool', 'menu');
    await press('Restore Photo');
    await press('One moment...');
    expect(restoreAgain).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'One moment...', busy: true })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('tab', { name: 'PureFace' }).disabled).toBe(true);
    await act(async () => answers[0]!.resolve(false));
    // It does not even begin to fade out.
    expect(screen.getByRole('dialog').parentElement?.style.opacity).toBe('1');
    await press('Restore Photo');
    await act(async () => answers[1]!.resolve(false));
    await userEvent.click(screen.getByRole('tab', { name: 'PureFace' }));
    await press('Restore Photo');
    const [first, second, third] = restoreAgain.mock.calls.map(([{ requestId }]) => requestId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
