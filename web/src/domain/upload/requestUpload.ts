import { RESTORE_COST } from '@heirlight/contract/limits';
import { copy } from '../../lib/copy';
import { type Toast, toast } from '../../lib/toast';
import { creditsStore, isSettled } from '../account/creditsStore';
import { dialogStore, openDialog, openLogin } from '../dialogs/dialogs';
import { type Draft, dequeueDraft, pendingDraftStore, queueDrafts } from '../draft/draft';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { tabToComeIn } from '../session/tabToComeIn';

/** Saves the draft on this device until whoever chose it can send it. */
async function save(draft: Draft): Promise<void> {
  try {
    const { savedDraft } = await import('../draft/savedDraft');
    await savedDraft.save(draft, signedInUser()?.id);
  } catch (error) {
    console.error('The draft could not be saved', error);
  }
}

/**
 * Opens the upload dialog, or says what has to come first: logging in, or a credit pack. The draft is saved until then.
 * While the session or the balance is still loading the dialog opens; the start button checks again before any byte is
 * sent.
 */
export function requestUpload(draft?: Draft): void {
  const comesFirst = (open: () => void, why: Toast) => {
    if (draft) {
      pendingDraftStore.set(draft);
      void save(draft);
    }
    toast(why);
    open();
  };
  if (sessionStore.get().status === 'signedOut') {
    comesFirst(() => openLogin(draft ? tabToComeIn() : 'login'), copy.toasts.loginFirstUpload);
    return;
  }
  const credits = creditsStore.get();
  if (isSettled(credits) && credits.restoresAvailable < RESTORE_COST) {
    comesFirst(() => openDialog('pricing'), copy.toasts.noneLeft);
    return;
  }
  pendingDraftStore.set(draft ?? null);
  openDialog('upload');
}

/** Opens the upload dialog with the next draft of the queue. */
export function requestNext(): void {
  const next = dequeueDraft();
  if (next) requestUpload(next);
}

/** Checks the files until one can be restored, for which a dialog opens. The rest is queued. */
async function openFirst(files: readonly File[]): Promise<void> {
  const atFirst = dialogStore.get();
  for (const [index, file] of files.entries()) {
    const { judge } = await import('./checkDraft');
    const { refusal } = await judge(file);
    const now = dialogStore.get();
    if (now !== atFirst) {
      // Whoever has closed the early dialog meanwhile does not want it.
      if (now.open !== null) void addDrafts(files.slice(index));
      return;
    }
    if (refusal) {
      toast(copy.toasts[refusal]);
      continue;
    }
    requestUpload({ file });
    queueDrafts(files.slice(index + 1));
    return;
  }
}

/** Takes what is dropped on the page, pasted, or chosen with a field of the page: none if the browser cannot read it. */
export async function addDrafts(files: readonly File[]): Promise<void> {
  const { open } = dialogStore.get();
  if (files.length === 0) toast(copy.toasts.noFile);
  else if (open === 'upload' || (open !== null && pendingDraftStore.get())) queueDrafts(files);
  else if (open === null || open === 'login') await openFirst(files);
  else toast(copy.toasts.closeFirst);
}
