import { copy } from '../../copy/copy';
import { isOffline } from '../../lib/connectivity';
import { plainMessage, sdkCode } from '../../lib/errorText';
import { toast } from '../../lib/toast';
import { isUnread } from './feed';
import { photosStore } from './photosStore';

/**
 * Says why the photos could not be read. If none are on the page, the page offers to try again. Without a network the
 * page has said so already.
 */
export function tellUnavailable(error: unknown): void {
  if (isOffline()) return;
  // Only the provider's own message is shown, never that of the browser or of a failed download of our code.
  const description = sdkCode(error) && plainMessage(error);
  toast(description === '' ? copy.toasts.photosFailed : { title: copy.failed.photos, description, destructive: true });
  const { photos, hasMore } = photosStore.get();
  if (isUnread()) photosStore.set({ status: 'error', photos, hasMore });
}
