import { useState } from 'react';
import { copy } from '../../copy/copy';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { platformOf } from '../../lib/platform';
import { savePhoto } from './savePhoto';

/**
 * The Save of a photo's card and of the viewer: what its button says, and what it does.
 *
 * @param onNeedsPress called when the user must press once more (savePhoto.ts)
 */
export function useSave(photo: Photo, onNeedsPress: () => void) {
  const domain = useDomain();
  const [isBusy, setBusy] = useState(false);
  const onClick = async () => {
    if (isBusy) return;
    setBusy(true);
    const result = await savePhoto(photo, domain);
    setBusy(false);
    if (result === 'needsPress') onNeedsPress();
  };
  const { saving, save, saveMobile } = copy.gallery;
  const idle = platformOf(navigator.userAgent) === 'desktop' ? save : saveMobile;
  return { label: isBusy ? saving : idle, isBusy, onClick: () => void onClick() };
}
