import { copy } from '../../copy/copy';
import { tellLost } from '../../lib/tellLost';
import { toast } from '../../lib/toast';
import { dialogStore } from '../dialogs/dialogs';
import { openDraftStore, pendingDraftStore, queueDrafts } from '../draft/draft';
import { sessionStore } from '../session/sessionStore';
import { keepPending, requestUpload } from '../upload/requestUpload';

/** Checks the files until one can be restored, for which a dialog opens. The rest is queued. */
async function openFirst(files: readonly File[]): Promise<void> {
  const atFirst = dialogStore.get();
  for (const [index, file] of files.entries()) {
    const { judge } = await import('../upload/checkDraft');
    const { rejection } = await judge(file);
    const now = dialogStore.get();
    if (now !== atFirst) {
      // Whoever has closed the early dialog meanwhile does not want it.
      if (now.open !== null) void addDrafts(files.slice(index));
      return;
    }
    if (rejection) {
      toast(copy.toasts[rejection]);
      continue;
    }
    requestUpload({ file, others: files.slice(index + 1) });
    return;
  }
}

/** Whether a dialog shows a draft, or one is about to be shown. */
const isTaken = () => openDraftStore.get() !== null || pendingDraftStore.get() !== null;

/** Whether files can go to the tray: several, or more for the open one. Before a login they wait as drafts. */
function areForTray({ length }: readonly File[]): boolean {
  const { open } = dialogStore.get();
  if (open === 'tray') return length > 0;
  return length > 1 && sessionStore.get().status !== 'signedOut' && !isTaken() && (open ?? 'upload') === 'upload';
}

async function take(files: readonly File[]): Promise<void> {
  const atFirst = dialogStore.get();
  if (areForTray(files) && (await (await import('./takeSeveral')).takeSeveral(files, atFirst))) return;
  const { open } = dialogStore.get();
  const pending = pendingDraftStore.get();
  if (files.length === 0) toast(copy.toasts.noFile);
  else if (open === 'upload') queueDrafts(files);
  else if (open !== null && pending) await keepPending({ ...pending, others: [...(pending.others ?? []), ...files] });
  else if (open === null || open === 'login') await openFirst(files);
  else toast(copy.toasts.closeFirst);
}

/**
 * Takes what is dropped on the page, pasted, or chosen with a field of the page: none if the browser cannot read it. What
 * cannot be taken is told. Never rejects.
 */
export const addDrafts = (files: readonly File[]): Promise<void> => take(files).catch(tellLost);
