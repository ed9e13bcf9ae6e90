import type { Photo } from '../../domain/photos/photosStore';
import { copy } from '../../lib/copy';
import { toast } from '../../lib/toast';
import { type Platform, platformOf } from './platform';

type RestoredPhoto = Pick<Photo, 'id' | 'restored_url'>;

const INSTRUCTIONS: Record<Exclude<Platform, 'desktop'>, string> = {
  ios: copy.imageOpened.ios,
  android: copy.imageOpened.android,
  otherMobile: copy.imageOpened.other,
};

const REVOKE_AFTER_MS = 60_000;

async function download(url: string, name: string): Promise<void> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The restored picture could not be fetched: HTTP ${response.status}`);
    const objectUrl = URL.createObjectURL(await response.blob());
    Object.assign(document.createElement('a'), { href: objectUrl, download: name }).click();
    // Some browsers start reading only after the click has been handled.
    setTimeout(() => URL.revokeObjectURL(objectUrl), REVOKE_AFTER_MS);
    toast(copy.toasts.downloadStarted);
  } catch (error) {
    console.error('The download failed', error);
    toast(copy.toasts.downloadFailed);
  }
}

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

/** Saves the restored picture: as a file on a desktop; on a phone it opens a tab and says how to save it. */
export async function savePhoto({ id, restored_url }: RestoredPhoto): Promise<void> {
  if (!restored_url) {
    toast(copy.toasts.downloadFailed);
    return;
  }
  const platform = platformOf(navigator.userAgent);
  if (platform === 'desktop') await download(restored_url, `restored-${id}.png`);
  else openInTab(restored_url, INSTRUCTIONS[platform]);
}
