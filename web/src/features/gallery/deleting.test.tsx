import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { photosStore } from '../../domain/photos/photosStore';
import { pictureShownStore } from '../../lib/firstPicture';
import { deferred } from '../../test/deferred';
import { asked, beginGallery, confirm, deletePhoto, labelled, press, show } from '../../test/fakeGallery';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto } from '../../test/samples';
import Gallery from './Gallery';

beginGallery();

describe('deleting a photo', () => {
  test('a deletion that is refused keeps the question; one that is done takes the card', async () => {
    let deletion = deferred<boolean>();
    deletePhoto.mockImplementation(() => {
      deletion = deferred();
      return deletion.promise;
    });
    show({ photos: [aPhoto()] });
    await press('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this restored photo?' }));
    expect(dialog.getByText(/The original goes too/)).toBeTruthy();
    await confirm();
    expect(dialog.getByRole('button', { name: 'Deleting...', busy: true })).toBeTruthy();
    await confirm('Deleting...');
    expect(deletePhoto).toHaveBeenCalledTimes(1);
    await act(async () => deletion.resolve(false));
    await confirm();
    act(() => photosStore.set({ status: 'ready', photos: [], hasMore: false }));
    await act(async () => deletion.resolve(true));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('who deletes a photo that is shared reads that its link ends, also where another version is shared', async () => {
    const shared_at = new Date();
    const [first, other] = ['a', 'b'].map((id) => aPhoto({ id, group_id: 'a', ...(id === 'b' && { shared_at }) }));
    show({ photos: [aPhoto({ id: 'single', shared_at })] });
    await press('Delete');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('The original goes too. This cannot be undone. Its shared link ends.')).toBeTruthy();
    act(() => photosStore.set({ status: 'ready', photos: [first!, other!], hasMore: false }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Delete');
    const both = within(await screen.findByRole('dialog'));
    expect(both.getByText(/^This removes the version/).textContent).not.toContain('link');
    expect(both.getByText(/^With all versions/).textContent).toContain('Shared links end.');
  });

  test('whoever keeps the photo deletes nothing', async () => {
    show({ photos: [aPhoto()] });
    await press('Delete');
    await confirm('Keep It');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deletePhoto).not.toHaveBeenCalled();
  });

  test('deleting a card moves the focus to the next one', async () => {
    let deletion = deferred<boolean>();
    deletePhoto.mockImplementation(() => {
      deletion = deferred();
      return deletion.promise;
    });
    const { container } = show({ photos: ['a', 'b', 'c'].map((id) => aPhoto({ id })) });
    const card = (id: string) => container.querySelector<HTMLElement>(`[data-photo="${id}"]`)!;
    const remove = async (id: string) => {
      await userEvent.click(within(card(id)).getByRole('button', { name: labelled('Delete') }));
      await confirm();
      await act(async () => deletion.resolve(true));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await remove('a');
    expect(document.activeElement).toBe(card('b'));
    await remove('c');
    expect(document.activeElement).toBe(card('b'));
  });

  test('a failed card is deleted at once, and leaves the focus where the user has moved it', async () => {
    const deletion = deferred<boolean>();
    deletePhoto.mockReturnValue(deletion.promise);
    const { container } = show({
      photos: [aPhoto({ id: 'a' }), aPhoto({ id: 'b', status: 'failed', restored_url: null })],
    });
    await press('Failed - Click to Delete');
    const slider = within(container.querySelector<HTMLElement>('[data-photo="a"]')!).getByRole('slider');
    act(() => slider.focus());
    await act(async () => deletion.resolve(true));
    expect(document.activeElement).toBe(slider);
    // Still there while it leaves, and not to be pressed once more.
    await press('Deleting...');
    expect(deletePhoto).toHaveBeenCalledTimes(1);
  });

  test('the focus goes to no card that is leaving', async () => {
    pictureShownStore.set(true);
    const photos = ['a', 'b', 'c'].map((id) =>
      aPhoto({ id, ...(id === 'b' && { status: 'failed', restored_url: null }) }),
    );
    const { container } = show({ photos });
    await act(() => import('./motionFeatures'));
    deletePhoto.mockImplementation(async () => true);
    act(() => photosStore.set({ status: 'ready', photos: photos.slice(0, 2), hasMore: false }));
    expect(container.querySelector('[data-photo="c"]')?.closest('li[inert]')).toBeTruthy();
    await press('Failed - Click to Delete');
    await waitFor(() => expect(document.activeElement).toBe(container.querySelector('[data-photo="a"]')));
  });

  test('deleting the last photo moves the focus to the page’s content', async () => {
    deletePhoto.mockImplementation(async () => {
      act(() => photosStore.set({ status: 'ready', photos: [], hasMore: false }));
      return true;
    });
    act(() => photosStore.set({ status: 'ready', photos: [aPhoto()], hasMore: false }));
    renderThemed(
      <main tabIndex={-1}>
        <Gallery />
      </main>,
      asked,
    );
    await press('Delete');
    await confirm();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });
});
