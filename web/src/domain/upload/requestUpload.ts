import { RESTORE_COST } from '@heirlight/contract/limits';
import { copy } from '../../copy/copy';
import { type Toast, toast } from '../../lib/toast';
import { creditsStore, isSettled } from '../account/creditsStore';
import { openDialog, openLogin } from '../dialogs/dialogs';
import { type Draft, dequeueDraft, pendingDraftStore, queueDrafts } from '../draft/draft';
import { sessionStore, signedInUser } from '../session/sessionStore';
import { tabToComeIn } from '../session/tabToComeIn';

/** The draft waits, on this device too, until whoever chose it can send it. */
export async function keepPending(draft: Draft): Promise<void> {
  pendingDraftStore.set(draft);
  try {
    const { savedDraft } = await import('../draft/savedDraft');
    await savedDraft.save(draft, signedInUser()?.id);
  } catch (error) {
    console.error('The draft could not be saved', error);
  }
}

/**
 * Opens the upload dialog, or says what has to come first: logging in, or a credit pack. The draft is saved until then,
 * with those that were chosen together with it.
 * While the session or the balance is still loading the dialog opens; the start button checks again before any byte is
 * sent.
 */
export function requestUpload(draft?: Draft): void {
  const comesFirst = (open: () => void, why: Toast) => {
    if (draft) void keepPending(draft);
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
  queueDrafts(draft?.others ?? []);
  openDialog('upload');
}

/** Opens the upload dialog with the next draft of the queue. */
export function requestNext(): void {
  const next = dequeueDraft();
  if (next) requestUpload(next);
}
