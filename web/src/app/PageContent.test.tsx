import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { creditsStore } from '../domain/account/creditsStore';
import { type Photo, photosStore } from '../domain/photos/photosStore';
import { sessionStore } from '../domain/session/sessionStore';
import { still } from '../features/landing/Still';
import { renderThemed } from '../test/renderThemed';
import { aPhoto, aUser } from '../test/samples';
import { GallerySkeleton } from './GallerySkeleton';
import { galleryCode } from './lazyCode';
import { PageContent } from './PageContent';
import { SkipLink } from './SkipLink';

const marketing = () => screen.queryByText('Ready to Restore Your Memories') !== null;
const gallery = () => screen.queryByRole('region', { name: 'My Photos' }) !== null;

still.sections = '<h2>How it works</h2>';
// The gallery's code takes long to compile for the first time.
beforeAll(async () => void (await galleryCode()));
beforeEach(() => {
  sessionStore.set({ status: 'signedOut' });
  creditsStore.set(creditsStore.initial);
  photosStore.set(photosStore.initial);
});

describe('what the page shows below the hero', () => {
  test('signed out: the marketing sections, whatever photos are still remembered [spec 2.17, 6.1]', async () => {
    photosStore.set({ status: 'ready', photos: [aPhoto()], hasMore: false });
    renderThemed(<PageContent />);
    expect(marketing()).toBe(true);
    expect(gallery()).toBe(false);
    // Hidden while a session is expected.
    expect(screen.getByText('Ready to Restore Your Memories').closest('[data-visitor]')).not.toBeNull();
  });

  test('the skip link and a deleted card’s focus can go to it', () => {
    renderThemed(
      <>
        <SkipLink />
        <PageContent />
      </>,
    );
    const { hash } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Skip to content' });
    expect(hash).toBe(`#${screen.getByRole('main').id}`);
    act(() => screen.getByRole('main').focus());
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('until the gallery’s code is here, its place says that the photos are loading', () => {
    renderThemed(<GallerySkeleton />);
    expect(screen.getByRole('heading', { name: 'My Photos' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Loading your photos');
  });

  test('of a user who has just logged in nothing is known: the page stays as it is', () => {
    sessionStore.set({ status: 'signedIn', user: aUser() });
    renderThemed(<PageContent />);
    expect(marketing()).toBe(true);
  });

  test('photos that are remembered are shown before it is known whether the session still stands', async () => {
    sessionStore.set({ status: 'loading' });
    photosStore.set({ status: 'loading', photos: [aPhoto()], hasMore: false });
    renderThemed(<PageContent />);
    expect(await screen.findByRole('region', { name: 'My Photos' })).toBeTruthy();
  });

  test('the promo banner comes below the photos while one is restored, and stays there when it is done', () => {
    sessionStore.set({ status: 'signedIn', user: aUser() });
    creditsStore.set({ status: 'ready', restoresAvailable: 0 });
    const show = (...photos: ReturnType<typeof aPhoto>[]) =>
      photosStore.set({ status: 'ready', photos, hasMore: false });
    show(aPhoto());
    renderThemed(<PageContent />);
    const isAbove = () => {
      const banner = screen.getByRole('complementary');
      const photos = screen.getByRole('region', { name: 'My Photos' });
      return Boolean(banner.compareDocumentPosition(photos) & Node.DOCUMENT_POSITION_FOLLOWING);
    };
    expect(isAbove()).toBe(true);
    act(() => show(aPhoto({ id: 'p2', status: 'processing', restored_url: null }), aPhoto()));
    expect(isAbove()).toBe(false);
    act(() => show(aPhoto({ id: 'p2' }), aPhoto()));
    expect(isAbove()).toBe(false);
  });

  test('a page that opens without photos keeps its place and its focus', async () => {
    const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    sessionStore.set({ status: 'signedIn', user: aUser() });
    photosStore.set({ status: 'loading', photos: [], hasMore: false });
    renderThemed(<PageContent />);
    await act(async () => photosStore.set({ status: 'ready', photos: [], hasMore: false }));
    expect(document.activeElement).toBe(document.body);
    expect(scrolled).not.toHaveBeenCalled();
    scrolled.mockRestore();
  });

  test('without the last photo the page is at its top, with the focus; logging out moves nothing', async () => {
    const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const show = (photos: Photo[]) => act(() => photosStore.set({ status: 'ready', photos, hasMore: false }));
    sessionStore.set({ status: 'signedIn', user: aUser() });
    show([aPhoto()]);
    renderThemed(<PageContent />);
    expect(await screen.findByRole('region', { name: 'My Photos' })).toBeTruthy();
    show([]);
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(scroll).toHaveBeenCalledWith(0, 0);
    show([aPhoto()]);
    act(() => sessionStore.set({ status: 'signedOut' }));
    expect(scroll).toHaveBeenCalledTimes(1);
    scroll.mockRestore();
  });

  test('signed in without photos: the marketing sections and the call to action [spec 2.17]', () => {
    sessionStore.set({ status: 'signedIn', user: aUser() });
    photosStore.set({ status: 'ready', photos: [], hasMore: false });
    renderThemed(<PageContent />);
    expect(marketing()).toBe(true);
  });

  test.each([
    ['with photos', { status: 'ready', photos: [aPhoto()], hasMore: false } as const],
    ['while they load', { status: 'loading', photos: [], hasMore: false } as const],
    ['when they could not be loaded', { status: 'error', photos: [], hasMore: false } as const],
  ])('signed in, %s: the gallery in their place [spec 2.15]', async (_when, feed) => {
    sessionStore.set({ status: 'signedIn', user: aUser() });
    photosStore.set({ ...feed, photos: [...feed.photos] });
    renderThemed(<PageContent />);
    expect(await screen.findByRole('region', { name: 'My Photos' })).toBeTruthy();
    expect(marketing()).toBe(false);
  });
});
