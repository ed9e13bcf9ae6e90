import { copy } from '../../copy/copy';
import { createStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { closeDialog } from '../dialogs/dialogs';
import { noteArrival } from './arrivals';
import { lookAt } from './lookAt';
import { notify } from './notifications';
import { photosCopy } from './photosCopy';
import { isToldTogether } from './sentSet';
import type { StatusChange } from './statusChanges';

/** What the tab says of a restore that has ended while nobody looked, until somebody does; null else. */
export const unseenEndStore = createStore<string | null>(null);

/** An action for a toast: closes what is open, and shows the photo in the gallery. */
const viewOf = (photoId: string) => ({
  label: copy.gallery.view,
  run: () => {
    closeDialog();
    lookAt(photoId);
  },
});

/** Tells how one photo's restore has ended. To those in another tab the tab says so and, if wanted, a notification. */
export function toastEnded({ id, to }: StatusChange): void {
  const isFailed = to === 'failed';
  const { restoreFailed, restoreDone } = copy.toasts;
  toast(isFailed ? restoreFailed : { ...restoreDone, action: viewOf(id) });
  if (!document.hidden) return;
  unseenEndStore.set(isFailed ? restoreFailed.title : photosCopy.tab.ready);
  void notify(isFailed ? restoreFailed : restoreDone, id);
}

/** Tells that a restore has ended; of those that were sent together one message tells later. */
export function announce(change: StatusChange): void {
  if (change.to === 'succeeded') noteArrival(change.id);
  if (!isToldTogether(change.id)) toastEnded(change);
}
