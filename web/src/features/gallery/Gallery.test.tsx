import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Domain } from '../../domain/domain';
import { type Photos, photosStore } from '../../domain/photos/photosStore';
import { sessionStore } from '../../domain/session/sessionStore';
import { pictureShownStore } from '../../lib/firstPicture';
import { type Deferred, deferred } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, shownAt } from '../../test/samples';
import { FullScreenDialog } from './FullScreenDialog';
import Gallery from './Gallery';

/** What the gallery asks of the domain. */
const deletePhoto = jest.fn<Domain['photos']['deletePhoto']>();
const restoreAgain = jest.fn<Domain['photos']['restoreAgain']>();
const retry = jest.fn();
const loadMore = jest.fn();
const { domain } = fakeDomain();
const asked = { ...domain, photos: { ...domain.photos, deletePhoto, restoreAgain, retry, loadMore } };

const show = (feed: Partial<Photos>) => {
  act(() => photosStore.set({ status: 'ready', photos: [], hasMore: false, ...feed }));
  return renderThemed(<Gallery />, asked);
};
/** A button by its label; one of a card also says which photo it is about. */
const labelled = (label: string) => new RegExp(`^${label}(,|$)`);
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: labelled(label) }));
/** Presses a button of a card, or an entry of its menu, and returns the dialog that it opens. */
const openBy = async (button: string, ...more: [] | ['menu']) => {
  if (more.length === 0) await press(button);
  else {
    await press('More');
    await userEvent.click(await screen.findByRole('menuitem', { name: button }));
  }
  return screen.findByRole('dialog');
};
/** Presses a button of the question before a restored photo is deleted. */
const confirm = async (button = 'Delete') =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }));

/** A network that holds a picture, and no configuration. */
const withoutConfig =
  (picture: Promise<Response>): typeof fetch =>
  async (url) => {
    if (url === '/config.json') throw new TypeError('Failed to fetch');
    return picture;
  };

const photos = (count: number) => Array.from({ length: count }, (_, index) => aPhoto({ id: `p${index}` }));
beforeAll(() => {
  let ids = 0;
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: () => `r${++ids}`, configurable: true });
});
beforeEach(() => {
  jest.restoreAllMocks();
  jest.resetAllMocks();
});

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
    const dialog = (open: boolean) => (
      <main tabIndex={-1}>
        <FullScreenDialog
          photo={{ ...aPhoto(), restored_url: 'https://storage/a.png' }}
          open={open}
          onClose={jest.fn()}
          onAsk={jest.fn()}
        />
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
