import { type Photos, photosStore } from '../domain/photos/photosStore';
import { isSomebodys, sessionStore } from '../domain/session/sessionStore';
import { Hero } from '../features/landing/Hero';
import { Marketing } from '../features/landing/Marketing';
import { PromoBanner } from '../features/landing/PromoBanner';
import { useStore } from '../lib/store';
import { PhotoSection } from './PhotoSection';
import { MAIN_ID } from './SkipLink';

/** Returns whether to show the user's photographs: also while they load, and if they could not be loaded. */
function showsGallery({ status, photos }: Photos): boolean {
  return photos.length > 0 || status === 'loading' || status === 'error';
}

export function PageContent() {
  const signedIn = useStore(sessionStore, isSomebodys);
  const gallery = useStore(photosStore, showsGallery) && signedIn;
  return (
    <main id={MAIN_ID} tabIndex={-1}>
      <Hero compact={gallery} />
      <PromoBanner />
      {gallery ? (
        <PhotoSection />
      ) : (
        <div data-visitor="">
          <Marketing />
        </div>
      )}
    </main>
  );
}
