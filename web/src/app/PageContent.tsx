import { lazy, Suspense } from 'react';
import { type Photos, photosStore } from '../domain/photos/photosStore';
import { sessionStore } from '../domain/session/sessionStore';
import { Hero } from '../features/landing/Hero';
import { Marketing } from '../features/landing/Marketing';
import { PromoBanner } from '../features/landing/PromoBanner';
import { useStore } from '../lib/store';
import { GallerySkeleton } from './GallerySkeleton';
import { galleryCode } from './lazyCode';
import { MAIN_ID } from './SkipLink';

const Gallery = lazy(galleryCode);

/** Returns whether to show the user's photographs: also while they load, and if they could not be loaded. */
function showsGallery(signedIn: boolean, feed: Pick<Photos, 'status' | 'photos'>): boolean {
  return signedIn && (feed.status !== 'ready' || feed.photos.length > 0);
}

export function PageContent() {
  const signedIn = useStore(sessionStore, (session) => session.status === 'signedIn');
  const gallery = useStore(photosStore, (feed) => showsGallery(signedIn, feed));
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      <Hero compact={gallery} />
      <PromoBanner />
      {gallery ? (
        <Suspense fallback={<GallerySkeleton />}>
          <Gallery />
        </Suspense>
      ) : (
        <div data-visitor="">
          <Marketing />
        </div>
      )}
    </main>
  );
}
