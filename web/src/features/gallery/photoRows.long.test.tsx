import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Domain } from '../../domain/domain';
import { PHOTO_PAGE_SIZE, type Photo, type Photos, photosStore } from '../../domain/photos/photosStore';
import { pictureShownStore } from '../../lib/firstPicture';
import { flush } from '../../test/deferred';
import { fakeDomain } from '../../test/fakeDomain';
import { renderThemed } from '../../test/renderThemed';
import { aPhoto, aUser } from '../../test/samples';
import { WIDEST_PX } from '../../theme/tokens';
import Gallery from './Gallery';

/** What the gallery asks of the domain. */
const deletePhoto = jest.fn<Domain['photos']['deletePhoto']>();
const { domain } = fakeDomain();
const asked = { ...domain, photos: { ...domain.photos, deletePhoto } };

/** A first page, and the rest once what is downloaded after the first picture is here. */
const show = async (
  { photos, hasMore = false }: Partial<Photos> & Pick<Photos, 'photos'>,
  gallery = <Gallery />,
  by: Domain = asked,
) => {
  const first = photos.slice(0, PHOTO_PAGE_SIZE);
  act(() => photosStore.set({ status: 'ready', photos: first, hasMore: hasMore || photos.length > first.length }));
  const shown = renderThemed(gallery, by);
  await act(flush);
  if (photos.length > first.length) act(() => photosStore.set({ status: 'ready', photos, hasMore }));
  return shown;
};

const photos = (count: number) => Array.from({ length: count }, (_, index) => aPhoto({ id: `p${index}` }));
/** The restore of one of them has failed: deleting it asks nothing, and is work that its card does. */
const withFailed = (all: ReturnType<typeof photos>, failedId: string) =>
  all.map((photo) => (photo.id === failedId ? { ...photo, status: 'failed' as const, restored_url: null } : photo));
/** What a row is thought to take, with its gap, before it was in the page. */
const GUESSED_PX = 600 + 24;
/** jsdom scrolls nothing by itself. */
const scrollTo = (top: number) =>
  act(() => {
    window.scrollY = top;
    window.dispatchEvent(new Event('scroll'));
  });

/** Too short for a card to be seen leaving, long enough for one that is only scrolled past. */
const aMoment = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 50)));

/** Returns a function that makes the window as narrow as a phone. Another card moves every later one to another row. */
function inThreeColumns(): () => Promise<void> {
  const { matchMedia } = window;
  const told = new Set<() => void>();
  let wide = true;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    get matches() {
      return wide && query !== `(min-width: ${WIDEST_PX / 16}em)`;
    },
    addEventListener: (_: string, tell: unknown) => void told.add(tell as () => void),
  }));
  return () => {
    wide = false;
    act(() => {
      for (const tell of told) tell();
    });
    return aMoment();
  };
}

beforeEach(() => {
  jest.restoreAllMocks();
  jest.resetAllMocks();
  // jsdom lays nothing out; rows without a height would all be near the window.
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(500);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1_000_000);
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  window.scrollY = 0;
  pictureShownStore.set(true);
});

/**
 * More photos than one page: only the rows near the window are in the page. jsdom has no layout, so these tests make
 * one up; e2e/tests/galleryStates.spec.ts looks at a real one.
 */
describe('more photos than one page', () => {
  test('with more than one page, only rows near the window are rendered', async () => {
    const { container } = await show({ photos: photos(300) });
    const shown = container.querySelectorAll('article').length;
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(30);
  });

  test('a selected card that is scrolled far out of the page is shared as it was seen, and shows the same again', async () => {
    const version = (id: string, tool: Photo['tool']) => aPhoto({ id, group_id: 'a', name: 'Rosa', tool });
    const fake = fakeDomain();
    const all = [version('b', 'colorize'), version('a', 'deeprestore'), ...photos(300)];
    const { container } = await show({ photos: all }, <Gallery />, fake.domain);
    await fake.domain.session.ensureAuth();
    act(() => fake.report(aUser()));
    const rosa = () => container.querySelector<HTMLElement>('[data-group="a"]');
    await userEvent.click(within(rosa()!).getByRole('button', { name: 'DeepRestore' }));
    expect(rosa()!.dataset.photo).toBe('a');
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Rosa/ }));
    scrollTo(20 * (500 + 24));
    await waitFor(() => expect(rosa()).toBeNull());
    fake.call.mockImplementation(async (key) => (key === 'sharePhoto' ? { token: 'own' } : 0));
    // Another photo is chosen there.
    await userEvent.click(screen.getAllByRole('checkbox').at(-1)!);
    await userEvent.click(screen.getAllByRole('checkbox').at(-1)!);
    await userEvent.click(screen.getByRole('button', { name: 'Share 1 photo' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create Link' }));
    await waitFor(() => expect(fake.call).toHaveBeenCalledWith('sharePhoto', { photoId: 'a', shared: true }));
    await userEvent.keyboard('{Escape}{Escape}');
    scrollTo(0);
    await waitFor(() => expect(rosa()?.dataset.photo).toBe('a'));
  });

  test('a card keeps its dialog and pending work when another card is added before it', async () => {
    inThreeColumns();
    const all = withFailed(photos(30), 'p2');
    const { container } = await show({ photos: all });
    const card = (id: string) => within(container.querySelector<HTMLElement>(`[data-photo="${id}"]`)!);
    deletePhoto.mockReturnValue(new Promise(() => undefined));
    await userEvent.click(card('p2').getByRole('button', { name: /^Failed - Click to Delete/ }));
    await userEvent.click(card('p1').getByRole('button', { name: /^Full Screen/ }));
    await screen.findByRole('dialog', { name: /Full Screen$/ });
    act(() => photosStore.set({ status: 'ready', photos: [aPhoto({ id: 'new' }), ...all], hasMore: false }));
    expect(screen.getByRole('dialog', { name: /Full Screen$/ })).toBeTruthy();
    expect(card('p2').getByText('Deleting...')).toBeTruthy();
  });

  describe('turning the phone or narrowing the window', () => {
    const far = async () => {
      const narrow = inThreeColumns();
      const gallery = (
        <main tabIndex={-1}>
          <Gallery />
        </main>
      );
      const shown = await show({ photos: photos(300) }, gallery);
      scrollTo(20 * (500 + 24));
      const last = [...shown.container.querySelectorAll<HTMLElement>('[data-photo]')].at(-1)!;
      return { ...shown, narrow, last, card: within(last) };
    };

    const open = async (card: ReturnType<typeof within>, label: string) => {
      const button = card.queryByRole('button', { name: new RegExp(`^${label}`) });
      await userEvent.click(button ?? card.getByRole('button', { name: /^More/ }));
      if (!button) await userEvent.click(await screen.findByRole('menuitem', { name: label }));
      await screen.findByRole('dialog');
    };

    test.each([
      ['Full Screen', /Full Screen$/],
      ['Try Another Tool', 'Restore With Another Tool'],
    ])('%s stays open when its card leaves the page', async (button, name) => {
      const { card, last, narrow } = await far();
      await open(card, button);
      await narrow();
      expect(last.isConnected).toBe(false);
      expect(screen.getByRole('dialog', { name })).toBeTruthy();
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      // Neither its button nor its card is there to take the focus.
      expect(document.activeElement).toBe(screen.getByRole('main'));
    });

    test('the dialog belongs to the photo, and closes with it', async () => {
      const { card, narrow } = await far();
      await open(card, 'Try Another Tool');
      await narrow();
      act(() => photosStore.set({ status: 'ready', photos: photos(5), hasMore: false }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      act(() => photosStore.set({ status: 'ready', photos: photos(300), hasMore: false }));
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('no row keeps an old height', async () => {
      const narrow = inThreeColumns();
      const { container } = await show({ photos: photos(300) });
      // So that rows outside the new window are known by their old height.
      for (const row of [3, 6, 9, 12, 15, 18]) scrollTo(row * (500 + 24));
      // As high as is guessed, so that it matters only whether the old heights are gone.
      jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
      await narrow();
      const above = Number.parseFloat(container.querySelector('ul')!.style.paddingTop);
      const entries = [...container.querySelectorAll<HTMLElement>('[data-photo]')];
      const before = Number(entries[0]!.dataset.photo!.slice(1));
      expect(before).toBeGreaterThan(3);
      expect(above).toBe(before * GUESSED_PX);
    });
  });

  describe('a second page', () => {
    const list = (container: HTMLElement) => container.querySelector<HTMLElement>('ul')!;
    const entry = (container: HTMLElement, id: string) =>
      container.querySelector(`[data-photo="${id}"]`)?.closest('li') ?? null;

    test('leaves the height above the reader unchanged', async () => {
      const all = photos(48);
      const { container } = await show({ photos: all.slice(0, 24), hasMore: true });
      expect(list(container).style.paddingTop).toBe('0px');
      scrollTo(20 * (500 + 24));
      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      await aMoment();
      const first = container.querySelector<HTMLElement>('[data-photo]')!.dataset.photo!;
      const before = all.findIndex(({ id }) => id === first);
      expect(before).toBeGreaterThan(10);
      expect(list(container).style.paddingTop).toBe(`${before * (500 + 24)}px`);
    });

    test('keeps that height when a new photo changes all rows', async () => {
      inThreeColumns();
      const all = photos(48);
      const { container } = await show({ photos: all.slice(0, 24), hasMore: true });
      scrollTo(6 * (500 + 24));
      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      act(() => photosStore.set({ status: 'ready', photos: [aPhoto({ id: 'new' }), ...all], hasMore: false }));
      const above = Number.parseFloat(list(container).style.paddingTop);
      expect(above).toBeGreaterThan(0);
      expect(above % (500 + 24)).toBe(0);
    });

    test('can load and unload without closing a dialog or losing pending work', async () => {
      const all = withFailed(photos(25), 'p1');
      const { container } = await show({ photos: all.slice(0, 24) });
      const card = (id: string) => within(container.querySelector<HTMLElement>(`[data-photo="${id}"]`)!);
      deletePhoto.mockReturnValue(new Promise(() => undefined));
      await userEvent.click(card('p1').getByRole('button', { name: /^Failed - Click to Delete/ }));
      await userEvent.click(card('p0').getByRole('button', { name: /^Full Screen/ }));
      await screen.findByRole('dialog', { name: /Full Screen$/ });
      const stays = () => {
        expect(screen.getByRole('dialog', { name: /Full Screen$/ })).toBeTruthy();
        expect(card('p1').getByText('Deleting...')).toBeTruthy();
      };
      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      stays();
      act(() => photosStore.set({ status: 'ready', photos: all.slice(0, 24), hasMore: false }));
      stays();
    });

    test('animates a new and a deleted card, but none that is only scrolled past [spec 2.16]', async () => {
      const all = photos(40);
      const { container } = await show({ photos: all });
      act(() => photosStore.set({ status: 'ready', photos: [aPhoto({ id: 'new' }), ...all], hasMore: false }));
      expect(entry(container, 'new')?.style.opacity).toBe('0');
      await waitFor(() => expect(entry(container, 'new')?.style.opacity).toBe('1'));

      act(() => photosStore.set({ status: 'ready', photos: all, hasMore: false }));
      expect(entry(container, 'new')).not.toBeNull();
      await waitFor(() => expect(Number(entry(container, 'new')?.style.opacity)).toBeLessThan(1));
      await waitFor(() => expect(entry(container, 'new')).toBeNull());

      expect(entry(container, 'p30')).toBeNull();
      // The first page is measured, the rest guessed.
      scrollTo(24 * (500 + 24) + 6 * GUESSED_PX);
      expect(entry(container, 'p30')?.style.opacity).toBe('1');
      const { opacity } = entry(container, 'p28')!.style;
      scrollTo(0);
      await aMoment();
      expect(opacity).toBe('1');
      expect(entry(container, 'p30')).toBeNull();
    });
  });
});
