import { RESTORE_COST } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import { createStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { creditsStore } from '../account/creditsStore';
import { dialogStore, openDialog } from '../dialogs/dialogs';
import { sessionStore } from '../session/sessionStore';

/** A photo for the dialog, until it takes it. */
export const offeredPhotoStore = createStore<{ file: File; toolId?: ToolId | undefined } | null>(null);

/**
 * Opens the upload dialog, or says what has to come first: logging in, or a credit pack. While the session or the
 * balance is still loading the dialog opens; the start button checks again before any byte is sent.
 */
export function requestUpload(file?: File, toolId?: ToolId): void {
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
  offeredPhotoStore.set(file ? { file, toolId } : null);
  openDialog('upload');
}

/** Takes a photo dropped on the page or pasted, unless a dialog is open: the dialog handles files itself. */
export function offerPhoto(file: File): void {
  if (dialogStore.get().open === null) requestUpload(file);
}
