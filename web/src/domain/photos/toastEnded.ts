import { copy } from '../../copy/copy';
import { toast } from '../../lib/toast';
import { closeDialog } from '../dialogs/dialogs';
import { lookAt } from './lookAt';
import type { StatusChange } from './statusChanges';

/** An action for a toast: closes what is open, and shows the photo in the gallery. */
const viewOf = (photoId: string) => ({
  label: copy.gallery.view,
  run: () => {
    closeDialog();
    lookAt(photoId);
  },
});

/** Tells how one photo's restore has ended. */
export function toastEnded({ id, to }: StatusChange): void {
  if (to === 'failed') toast(copy.toasts.restoreFailed);
  else toast({ ...copy.toasts.restoreDone, action: viewOf(id) });
}
