import { RESTORE_COST } from '@heirlight/contract/limits';
import { type Credits, isSettled } from '../account/creditsStore';
import { dialogStore, openDialog } from '../dialogs/dialogs';
import { pendingDraftStore, queueDrafts } from '../draft/draft';
import { savedDraft } from '../draft/savedDraft';
import { signedInUser } from '../session/sessionStore';

/** Whether the balance is known and pays for no restore. */
export const hasNoRestore = (credits: Credits): boolean =>
  isSettled(credits) && credits.restoresAvailable < RESTORE_COST;

/**
 * Opens the upload dialog for a user without restores, in place of the prices: what the device itself does with a photo
 * is free. The photo that waits for a restore comes along.
 */
export async function lookFirst(): Promise<void> {
  const user = signedInUser();
  const draft = pendingDraftStore.get() ?? (user && (await savedDraft.claimFor(user).catch(() => null)));
  if (dialogStore.get().open !== 'pricing') return;
  pendingDraftStore.set(draft);
  queueDrafts(draft?.others ?? []);
  openDialog('upload');
}
