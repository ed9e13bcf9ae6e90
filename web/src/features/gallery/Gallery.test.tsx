import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { photosStore } from '../../domain/photos/photosStore';
import { sessionStore } from '../../domain/session/sessionStore';
import { pictureShownStore } from '../../lib/firstPicture';
import { deferred } from '../../test/deferred';
import {
  beginGallery,
  confirm,
  deletePhoto,
  labelled,
  loadMore,
  openBy,
  press,
  restoreAgain,
  retry,
  show,
} from '../../test/fakeGallery';
import { aPhoto, shownAt } from '../../test/samples';

/** A network that holds a picture, and no configuration. */
const withoutConfig =
  (picture: Promise<Response>): typeof fetch =>
  async (url) => {
    if (url === '/config.json') throw new TypeError('Failed to fetch');
    return picture;
  };

const photos = (count: number) => Array.from({ length: count }, (_, index) => aPhoto({ id: `p${index}` }));
beginGallery();

describe('gallery', () => {
  test('shows loading, a failure, and more photos', async () => {
    show({ status: 'loading' });
    expect(screen.getByRole('heading', { name: 'My Photos' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Loading your photos');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    act(() => photosStore.set({ status: 'error', photos: [], hasMore: false }));
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
    await press('Try Again');
    expect(retry).toHaveBeenCalledTimes(1);
    act(() => photosStore.set({ status: 'ready', photos: [aPhoto()], hasMore: true }));
    await press('Show More Photos');
    expect(loadMore).toHaveBeenCalledTimes(1);
  });

  test('before the session is known the cards in the window come first, and the others with the first picture', async () => {
    const cards = () => screen.getAllByRole('article').length;
    sessionStore.set({ status: 'loading' });
    pictureShownStore.set(false);
    // A window of 768 px, two rows of one.
    const { unmount } = show({ status: 'loading', photos: photos(5) });
    expect(cards()).toBe(2);
    fireEvent.load(screen.getAllByAltText(/^After/)[0]!);
    await waitFor(() => expect(cards()).toBe(5));
    unmount();

    // Else a page that was scrolled would be too short for its place.
    Object.assign(window, { scrollY: 900 });
    pictureShownStore.set(false);
    show({ status: 'loading', photos: photos(5) });
    expect(cards()).toBe(5);
    Object.assign(window, { scrollY: 0 });
    sessionStore.set({ status: 'signedOut' });
  });

  test('a retry with photos on the page keeps them and shows no placeholders', () => {
    const { container } = show({ status: 'loading', photos: photos(1) });
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.queryByText('Loading your photos')).toBeNull();
    expect(container.querySelectorAll('ul')).toHaveLength(1);
    act(() => photosStore.set({ status: 'error', photos: photos(1), hasMore: false }));
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  test('a restored photo: compare slider on thumbnails, upload date, actions [spec 2.19, 2.23]', async () => {
    const [before, after] = ['https://storage/small-before.webp', 'https://storage/small-after.webp'];
    const files = shownAt({ original: { thumbnail: before }, restored: { thumbnail: after } });
    show({ photos: [aPhoto({ files })] });
    expect(screen.getByRole('article', { name: /^Photo uploaded .*2026/ })).toBeTruthy();
    expect(screen.getByAltText(/^After/).getAttribute('src')).toBe(after);
    expect(screen.getByRole('slider')).toBeTruthy();
    expect(screen.getByAltText(/^Before/).getAttribute('src')).toBe('https://storage/small-before.webp');
    expect(screen.getByText(/^Uploaded: .*2026/)).toBeTruthy();
    globalThis.fetch = jest.fn<typeof fetch>(withoutConfig(deferred<Response>().promise));
    await press('Save');
    await waitFor(() => expect(fetch).toHaveBeenCalledWith('https://storage/restored.png'));
    await press('Delete');
    await confirm();
    expect(deletePhoto).toHaveBeenCalledWith('p1', undefined);
  });

  test('saving shows its progress, and runs once however often it is pressed', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const picture = deferred<Response>();
    const fetching = jest.fn<typeof fetch>(withoutConfig(picture.promise));
    globalThis.fetch = fetching;
    const pictures = () => fetching.mock.calls.filter(([url]) => url === 'https://storage/restored.png');
    show({ photos: [aPhoto()] });
    await press('Save');
    expect(screen.getByRole('button', { name: labelled('Saving...'), busy: true })).toBeTruthy();
    await press('Saving...');
    await waitFor(() => expect(pictures()).toHaveLength(1));
    await act(async () => picture.reject(new TypeError('Failed to fetch')));
    await press('Save');
    await waitFor(() => expect(pictures()).toHaveLength(2));
  });

  test('a succeeded photo without a restored picture still has the overlay [spec 2.19, 2.20]', () => {
    show({ photos: [aPhoto({ restored_url: null })] });
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.getByText('Processing...')).toBeTruthy();
  });

  test('a failed photo says why, can be deleted, and tried again [spec 2.22, 4.3]', async () => {
    restoreAgain.mockResolvedValue(true);
    const thumbnail = 'https://storage/small-before.webp';
    const error = { code: 'provider_rejected', detail: 'x' } as const;
    show({
      photos: [aPhoto({ status: 'failed', restored_url: null, files: shownAt({ original: { thumbnail } }), error })],
    });
    expect(screen.getByAltText(/^Photo uploaded/).getAttribute('src')).toBe(thumbnail);
    expect(screen.getByText(/This tool could not work with this photo/)).toBeTruthy();
    deletePhoto.mockReturnValue(deferred<boolean>().promise);
    await press('Failed - Click to Delete');
    expect(deletePhoto).toHaveBeenCalledWith('p1');
    expect(screen.getByRole('button', { name: labelled('Deleting...'), busy: true })).toBeTruthy();
    await openBy('Try Again');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('DeepRestore');
    await userEvent.click(screen.getByRole('tab', { name: 'PureFace' }));
    await press('Restore Photo');
    const requestId = expect.stringMatching(/^r\d+$/);
    expect(restoreAgain).toHaveBeenCalledWith({ photoId: 'p1', toolId: 'pureface', requestId, isFree: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('when Show More Photos disappears, the focus moves to the first new photo', async () => {
    const all = photos(5);
    const { container } = show({ photos: all.slice(0, 3), hasMore: true });
    await press('Show More Photos');
    act(() => photosStore.set({ status: 'ready', photos: all.slice(0, 3), hasMore: true }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show More Photos' }));
    act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
    expect(document.activeElement).toBe(container.querySelector('[data-photo="p3"]'));
  });

  describe('Show More Photos moves the focus only if the button had it', () => {
    const all = photos(5);
    const pressed = async () => {
      const shown = show({ photos: all.slice(0, 3), hasMore: true });
      await press('Show More Photos');
      return shown;
    };

    test('to the first new photo, even if another was added in between', async () => {
      const { container } = await pressed();
      const more = [aPhoto({ id: 'new' }), ...all];
      act(() => photosStore.set({ status: 'ready', photos: more, hasMore: false }));
      const first = container.querySelector<HTMLElement>('[data-photo="p3"]');
      expect(document.activeElement).toBe(first);
      // Once: with a later list it stays where it is.
      act(() => first?.blur());
      act(() => photosStore.set({ status: 'ready', photos: [...more], hasMore: false }));
      expect(document.activeElement).toBe(document.body);
    });

    test('to no photo if the last one shown has gone in between', async () => {
      await pressed();
      act(() => photosStore.set({ status: 'ready', photos: [...all.slice(0, 2), ...all.slice(3)], hasMore: false }));
      expect(document.activeElement).toBe(document.body);
    });

    test('not if the focus has left the button', async () => {
      await pressed();
      await userEvent.tab({ shift: true });
      act(() => (document.activeElement as HTMLElement).blur());
      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      expect(document.activeElement).toBe(document.body);
    });

    test('also after the browser window lost and regained focus', async () => {
      const { container } = await pressed();
      fireEvent.focusOut(screen.getByRole('button', { name: 'Show More Photos' }));
      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      expect(document.activeElement).toBe(container.querySelector('[data-photo="p3"]'));
    });

    test('not if the button never had it, as after a click in Safari', () => {
      show({ photos: all.slice(0, 3), hasMore: true });
      fireEvent.click(screen.getByRole('button', { name: 'Show More Photos' }));
      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      expect(document.activeElement).toBe(document.body);
    });

    test('not with a later list if the photos could not be read', async () => {
      await pressed();
      act(() => photosStore.set({ status: 'error', photos: all.slice(0, 3), hasMore: true }));
      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      expect(document.activeElement).toBe(document.body);
    });
  });

  test('on a phone the save button says Save to Photos [spec 2.23, 7.16]', () => {
    const agent = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone Mobile');
    show({ photos: [aPhoto()] });
    expect(screen.getByRole('button', { name: labelled('Save to Photos') }).textContent).toBe('Save to Photos');
    agent.mockRestore();
  });
});
