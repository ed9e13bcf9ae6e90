import { RESTORE_COST } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { copy } from '../../lib/copy';
import { createStore } from '../../lib/store';
import { type Toast, toast } from '../../lib/toast';
import { creditsStore, isSettled } from '../account/creditsStore';
import { dialogStore, openDialog, openLogin } from '../dialogs/dialogs';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { tabToComeIn } from '../session/tabToComeIn';
import { addWaiting, shiftWaiting } from './waitingFiles';

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
  const comesFirst = (open: () => void, why: Toast) => {
    if (file) {
      offeredPhotoStore.set({ file, toolId });
      void keep(file, toolId);
    }
    toast(why);
    open();
  };
  if (sessionStore.get().status === 'signedOut') {
    comesFirst(() => openLogin(file ? tabToComeIn() : 'login'), copy.toasts.loginFirstUpload);
    return;
  }
  const credits = creditsStore.get();
  if (isSettled(credits) && credits.restoresAvailable < RESTORE_COST) {
    comesFirst(() => openDialog('pricing'), copy.toasts.noneLeft);
    return;
  }
  offeredPhotoStore.set(file ? { file, toolId } : null);
  openDialog('upload');
}

/** Opens the upload dialog with the next of the photos that wait. */
export function requestNext(): void {
  const next = shiftWaiting();
  if (next) requestUpload(next);
}

/** Checks the files until one can be restored, for which a dialog opens. The rest waits for its turn. */
async function offerFirst(files: readonly File[]): Promise<void> {
  const atFirst = dialogStore.get();
  for (const [index, file] of files.entries()) {
    const { judge } = await import('./checkChosen');
    const { refusal } = await judge(file);
    const now = dialogStore.get();
    if (now !== atFirst) {
      // Whoever has closed the early dialog meanwhile does not want it.
      if (now.open !== null) void offerPhotos(files.slice(index));
      return;
    }
    if (refusal) {
      toast(copy.toasts[refusal]);
      continue;
    }
    requestUpload(file);
    addWaiting(files.slice(index + 1));
    return;
  }
}

/** Takes what is dropped on the page, pasted, or chosen with a field of the page: none if the browser cannot read it. */
export async function offerPhotos(files: readonly File[]): Promise<void> {
  const { open } = dialogStore.get();
  if (files.length === 0) toast(copy.toasts.noFile);
  else if (open === 'upload' || (open !== null && offeredPhotoStore.get())) addWaiting(files);
  else if (open === null || open === 'login') await offerFirst(files);
  else toast(copy.toasts.closeFirst);
}
