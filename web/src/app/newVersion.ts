// Why: docs/decisions/2026-11-23-new-versions-and-no-network.md

import { copy } from '../copy/copy';
import { dialogStore, openDialog, openLogin } from '../domain/dialogs/dialogs';
import { openDraftStore, pendingDraftStore, traySendingStore } from '../domain/draft/draft';
import { savedDraft } from '../domain/draft/savedDraft';
import { signedInUser } from '../domain/session/sessionStore';
import { addDrafts } from '../domain/tray/addDrafts';
import { requestUpload } from '../domain/upload/requestUpload';
import { readStored, writeStored } from '../lib/browserStorage';
import { LOST_CODE } from '../lib/importCode';
import { whenStore } from '../lib/store';
import { toast } from '../lib/toast';
import { saveResumePoint, takeResumePoint } from './resumePoint';

const RELOADED_FOR = 'reloaded-for';

/** The paths of the page's code (index.html). They contain hashes, so another build has others. */
const buildOf = (page: ParentNode): string | null =>
  page.querySelector('script[data-app]')?.getAttribute('data-app') ?? null;

async function servedPage(): Promise<Document> {
  const response = await fetch('/', { cache: 'no-cache' });
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Opens again what the page had open before it was reloaded. A user's draft comes by itself (resumeDraft.ts). */
export async function resumeWork(): Promise<void> {
  const point = takeResumePoint();
  if (!point) return;
  const { dialog, loginTab, photo, isLost } = point;
  if (isLost) toast(copy.toasts.shareLost);
  const [file, ...others] = photo ? await savedDraft.adopt() : [];
  if (file && others.length > 0) await addDrafts([file, ...others]);
  else if (file) requestUpload({ file });
  else if (dialog === 'login') openLogin(loginTab ?? 'login');
  else if (dialog) openDialog(dialog);
}

/**
 * A deploy or a roll back replaces the code that a page opened before still has to download. When a download fails and
 * another build is served by now, reloads the page once for it, with what was open and the draft.
 * While photos are being sent it waits. Without a network it does nothing: what asked for the code says so.
 * For a page that is not hydrated yet boot.ts does this.
 */
export function followDeploys({ served = servedPage, reload = () => window.location.reload() } = {}): () => void {
  let isAsking = false;

  const replace = async () => {
    // What asked for the code closes its dialog as soon as that fails.
    const asked = dialogStore.get();
    const pending = pendingDraftStore.get();
    const build = buildOf(await served());
    if (!build || build === buildOf(document) || readStored('sessionStorage', RELOADED_FOR) === build) return;
    await whenStore(openDraftStore, (draft) => !draft?.isSending);
    // The device keeps what is not sent yet (savedTray.ts).
    await whenStore(traySendingStore, (isSending) => !isSending);
    const draft = openDraftStore.get() ?? pending;
    const { open: dialog, loginTab } = dialogStore.get().open ? dialogStore.get() : asked;
    if (draft) await savedDraft.save(draft, signedInUser()?.id);
    saveResumePoint({ dialog, loginTab });
    // A page that cannot note it would reload for ever if that does not help.
    if (writeStored('sessionStorage', RELOADED_FOR, build)) reload();
  };

  const onLost = () => {
    if (isAsking) return;
    isAsking = true;
    replace()
      .catch(console.error)
      .finally(() => {
        isAsking = false;
      });
  };
  window.addEventListener(LOST_CODE, onLost);
  return () => window.removeEventListener(LOST_CODE, onLost);
}
