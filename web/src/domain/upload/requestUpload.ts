import { RESTORE_COST } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import { createStore } from '../../lib/store';
import { type Toast, toast } from '../../lib/toast';
import { creditsStore, isSettled } from '../account/creditsStore';
import { type DialogName, dialogStore, openDialog } from '../dialogs/dialogs';
import { sessionStore, signedInUser } from '../session/sessionStore';

/** A photo for the dialog, until it takes it or nobody wants it any more. The login dialog shows that it waits. */
export const offeredPhotoStore = createStore<{ file: File; toolId?: ToolId | undefined } | null>(null);

/** Keeps the photo on this device until whoever chose it can send it. */
async function keep(file: File, toolId: ToolId | undefined): Promise<void> {
  try {
    const { keptPhoto } = await import('./keptPhoto');
    await keptPhoto.keep(file, { userId: signedInUser()?.id, toolId });
  } catch (error) {
    console.error('The photo could not be kept', error);
  }
}

/**
 * Opens the upload dialog, or says what has to come first: logging in, or a credit pack. The photo is kept until then.
 * While the session or the balance is still loading the dialog opens; the start button checks again before any byte is
 * sent.
 */
export function requestUpload(file?: File, toolId?: ToolId): void {
  const comesFirst = (dialog: DialogName, why: Toast) => {
    if (file) {
      offeredPhotoStore.set({ file, toolId });
      void keep(file, toolId);
    }
    toast(why);
    openDialog(dialog);
  };
  if (sessionStore.get().status === 'signedOut') {
    comesFirst('login', copy.toasts.loginFirstUpload);
    return;
  }
  const credits = creditsStore.get();
  if (isSettled(credits) && credits.restoresAvailable < RESTORE_COST) {
    comesFirst('pricing', copy.toasts.noneLeft);
    return;
  }
  offeredPhotoStore.set(file ? { file, toolId } : null);
  openDialog('upload');
}

/** Takes a photo dropped on the page or pasted, unless a dialog is open: the dialog handles files itself. */
export function offerPhoto(file: File): void {
  if (dialogStore.get().open === null) requestUpload(file);
}
