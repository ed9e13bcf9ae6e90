import { RESTORE_COST } from '@heirlight/contract/limits';
import { type Credits, creditsStore } from '../account/creditsStore';
import { dialogStore } from '../dialogs/dialogs';
import { clearQueue, openDraftStore, pendingDraftStore } from '../draft/draft';
import { type SavedDraft, savedDraft } from '../draft/savedDraft';
import { type Session, sessionStore, signedInUser } from '../session/sessionStore';
import { requestUpload } from '../upload/requestUpload';
import { addDrafts } from './addDrafts';

const hasRestore = ({ status, restoresAvailable }: Credits) => status === 'ready' && restoresAvailable >= RESTORE_COST;

/**
 * Opens the upload dialog with the draft that was saved for the user, until the returned function is called: after
 * logging in, after the page has opened, and when there are restores again. A page that nobody looks at waits, and so
 * does one with a dialog open.
 */
export function resumeDraft(saved: Pick<SavedDraft, 'claimFor'> = savedDraft): () => void {
  let session: Session = sessionStore.initial;
  let userId: string | undefined;
  let couldRestore = false;
  let isWanted = false;
  let isForTray = false;

  const look = async () => {
    const user = signedInUser();
    const { open } = dialogStore.get();
    const isUploading = open === 'upload';
    if (!isWanted || !user || document.visibilityState !== 'visible' || (open !== null && !isUploading)) return;
    isWanted = false;
    // It shows one, or is about to: that one, or another that was chosen meanwhile.
    if (isUploading && (openDraftStore.get() ?? pendingDraftStore.get())) return;
    let isOvertaken = false;
    const watch = () => {
      isOvertaken ||= dialogStore.get().open !== open || (isUploading && openDraftStore.get() !== null);
    };
    const watched = [dialogStore.subscribe(watch), openDraftStore.subscribe(watch)];
    const draft = await saved.claimFor(user).finally(() => {
      for (const stop of watched) stop();
    });
    // A dialog has opened meanwhile, and shows it already. It is not shown once more to whoever has closed that.
    if (isOvertaken) return;
    // A second look, as the balance has come, must not open the first of several alone.
    if (signedInUser()?.id !== user.id || isForTray) return;
    pendingDraftStore.set(null);
    const others = draft?.others ?? [];
    if (draft && others.length > 0) {
      // Several that were chosen before the login go to the tray.
      clearQueue();
      isForTray = true;
      await addDrafts([draft.file, ...others]).finally(() => {
        isForTray = false;
      });
    } else if (draft) requestUpload(draft);
  };
  const lookAndTell = () =>
    void look().catch((error: unknown) => console.error('The saved draft was not found', error));

  const onSession = () => {
    const before = session;
    session = sessionStore.get();
    const id = signedInUser()?.id;
    if (session.status === 'loading' || (id === userId && before.status !== 'loading')) return;
    // What is queued belongs to whoever has left.
    if (userId) clearQueue();
    userId = id;
    if (!id) void saved.claimFor(null).catch(console.error);
    // Whoever has just logged in does not wait for the balance. A visit that begins without restores has no dialog.
    const isOpening = before.status === 'loading' && dialogStore.get().open !== 'upload';
    isWanted = id !== undefined && (!isOpening || hasRestore(creditsStore.get()));
    lookAndTell();
  };
  const onCredits = () => {
    const canRestore = hasRestore(creditsStore.get());
    if (canRestore && !couldRestore) isWanted = true;
    couldRestore = canRestore;
    lookAndTell();
  };

  document.addEventListener('visibilitychange', lookAndTell);
  const stops = [
    sessionStore.subscribe(onSession),
    creditsStore.subscribe(onCredits),
    dialogStore.subscribe(lookAndTell),
    () => document.removeEventListener('visibilitychange', lookAndTell),
  ];
  onSession();
  onCredits();
  return () => {
    for (const stop of stops) stop();
  };
}
