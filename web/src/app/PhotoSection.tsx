import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Redrawn } from '../ui/ErrorBoundary';
import { GallerySkeleton } from './GallerySkeleton';
import { galleryCode } from './lazyCode';

const LazyGallery = lazy(galleryCode);
let Loaded: ComponentType | null = null;

/** Downloads the gallery before it is drawn for the first time. */
export async function loadGallery(): Promise<void> {
  Loaded = (await galleryCode()).default;
}

/** The user's photographs, or their outline until the code is here. React would show that for code it has, too. */
export function PhotoSection() {
  const [Gallery] = useState(() => Loaded ?? LazyGallery);
  return (
    <Redrawn>
      <Suspense fallback={<GallerySkeleton />}>
        <Gallery />
      </Suspense>
    </Redrawn>
  );
}
