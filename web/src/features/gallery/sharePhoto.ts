import { copy } from '../../lib/copy';
import { toast } from '../../lib/toast';

/** Returns whether the browser has a share sheet; without one the link is copied. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the share sheet with the restored picture's link, or copies the link. Closing the sheet says nothing. */
export async function sharePhoto(url: string): Promise<void> {
  try {
    if (canShare()) {
      await navigator.share({ title: copy.gallery.shareTitle, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    toast(copy.toasts.linkCopied);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast(copy.toasts.shareFailed);
  }
}
