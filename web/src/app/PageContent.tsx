import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Photos, photosStore } from '../domain/photos/photosStore';
import { isSomebodys, sessionStore, signedInUser } from '../domain/session/sessionStore';
import { Hero } from '../features/landing/Hero';
import { Marketing } from '../features/landing/Marketing';
import { PromoBanner } from '../features/landing/PromoBanner';
import { useStore } from '../lib/store';
import { TRAY_SLOT_ID } from '../ui/traySlot';
import { PhotoSection } from './PhotoSection';
import { MAIN_ID } from './SkipLink';

/** Returns whether to show the user's photographs: also while they load, and if they could not be loaded. */
function showsGallery({ status, photos }: Photos): boolean {
  return photos.length > 0 || status === 'loading' || status === 'error';
}

const isRestoring = ({ photos }: Photos): boolean => photos.some(({ status }) => status === 'processing');

/**
 * While a picture is awaited, no offer comes before it; and when it arrives, the banner must not push it away: it stays
 * below for the rest of the visit.
 */
function useBannerBelow(): boolean {
  const restoring = useStore(photosStore, isRestoring);
  const [below, setBelow] = useState(restoring);
  if (restoring && !below) setBelow(true);
  return below;
}

/** Without its last photo the page is another one, and begins at its top. What had the focus is gone. */
function useTopAfterLastPhoto(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const hasPhotos = useStore(photosStore, ({ photos }) => photos.length > 0);
  const had = useRef(hasPhotos);
  useEffect(() => {
    const isOver = had.current && !hasPhotos && signedInUser();
    had.current = hasPhotos;
    if (!isOver) return;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [hasPhotos]);
  return main;
}

export function PageContent() {
  const bannerBelow = useBannerBelow();
  const signedIn = useStore(sessionStore, isSomebodys);
  const gallery = useStore(photosStore, showsGallery) && signedIn;
  const main = useTopAfterLastPhoto();
  return (
    <main ref={main} id={MAIN_ID} tabIndex={-1}>
      <Hero compact={gallery} />
      {!bannerBelow && <PromoBanner />}
      <div id={TRAY_SLOT_ID} />
      {gallery ? (
        <PhotoSection />
      ) : (
        <div data-visitor="">
          <Marketing />
        </div>
      )}
      {bannerBelow && <PromoBanner />}
    </main>
  );
}
