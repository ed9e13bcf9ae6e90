import { RESTORE_COST } from '@heirlight/contract/limits';
import { copy } from '../../lib/copy';
import { creditsStore } from '../../lib/creditsStore';
import { openDialog } from '../../lib/dialogs';
import { sessionStore } from '../../lib/sessionStore';
import { createStore } from '../../lib/store';
import { toast } from '../../lib/toast';

/** A file handed in from outside the dialog (dropped on the page or pasted), waiting for the dialog to take it. */
export const offeredFileStore = createStore<File | null>(null);

/**
 * Opens the upload dialog, or says what has to come first: logging in, or a credit pack. While the session or the
 * balance is still loading the dialog opens; the start button checks again before any byte is sent.
 */
export function requestUpload(file?: File): void {
  if (sessionStore.get().status === 'signedOut') {
    toast(copy.toasts.loginFirstUpload);
    openDialog('login');
    return;
  }
  const credits = creditsStore.get();
  if (credits.status === 'ready' && credits.restoresAvailable < RESTORE_COST) {
    toast(copy.toasts.noneLeft);
    openDialog('pricing');
    return;
  }
  offeredFileStore.set(file ?? null);
  openDialog('upload');
}
