import { copy } from '../../copy/copy';
import { adjustmentOf } from '../../domain/photos/adjustments';
import type { Photo } from '../../domain/photos/photosStore';
import { formatHere, handOver, sharesFiles } from '../../domain/saving/handOver';
import type { ShareDeps } from '../../domain/saving/shareLink';
import { type Platform, platformOf } from '../../lib/platform';
import { toast } from '../../lib/toast';

const INSTRUCTIONS: Record<Exclude<Platform, 'desktop'>, string> = {
  ios: copy.imageOpened.ios,
  android: copy.imageOpened.android,
  otherMobile: copy.imageOpened.other,
};

/** In one place: each has a list of what is downloaded with it. */
export const filesCode = () => import('../../domain/saving/fileForSaving');

/** Without `noopener`, which returns null whether or not a tab opened; the opener is removed afterwards instead. */
function openInTab(url: string, instructions: string): void {
  const opened = window.open(url, '_blank');
  if (!opened) {
    toast(copy.toasts.allowPopups);
    return;
  }
  opened.opener = null;
  toast({ title: copy.imageOpened.title, description: instructions });
}

/**
 * Saves the restored picture: as restored-{id}.png on a desktop, by the share sheet on a phone that has one for files.
 * On other phones it opens a tab and says how to save it; what is adjusted by hand is no stored file, and is downloaded.
 * Returns whether the user must press once more, because the file took too long for the sheet. Never rejects.
 */
export async function savePhoto(photo: Photo, deps: ShareDeps): Promise<'done' | 'needsPress'> {
  const platform = platformOf(navigator.userAgent);
  const url = photo.restored_url;
  if (url && platform !== 'desktop' && !sharesFiles() && !adjustmentOf(photo)) {
    openInTab(url, INSTRUCTIONS[platform]);
    return 'done';
  }
  try {
    const code = await filesCode();
    const result = await handOver(await code.fileForSaving(photo, formatHere(), deps));
    if (result === 'downloaded') toast(copy.toasts.downloadStarted);
    return result === 'needsPress' ? 'needsPress' : 'done';
  } catch (error) {
    console.error('The photo could not be saved', error);
    toast(copy.toasts.downloadFailed);
    return 'done';
  }
}
