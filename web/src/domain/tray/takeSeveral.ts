import { MAX_TRAY_PHOTOS } from '@heirlight/contract/limits';
import { type Dialogs, dialogStore, openDialog } from '../dialogs/dialogs';
import { savedDraft } from '../draft/savedDraft';
import { judge } from '../upload/checkDraft';
import { dispatchTray, trayStore } from './trayStore';

/**
 * Puts files into the tray and opens it. Returns false if they are not for it: fewer than two can be restored, and none
 * is in it yet; or another dialog was opened meanwhile.
 *
 * @param atFirst what was open when they were chosen
 */
export async function takeSeveral(files: readonly File[], atFirst: Dialogs): Promise<boolean> {
  // What is too many is only counted.
  const judged = await Promise.all(files.slice(0, MAX_TRAY_PHOTOS).map((file) => judge(file)));
  const now = dialogStore.get();
  // Whoever has closed the dialog meanwhile does not want it.
  if (now.open !== atFirst.open) return now.open === null;
  const isOpen = now.open === 'tray';
  const good = judged.filter(({ rejection }) => !rejection).length;
  if (good < 2 && !isOpen && trayStore.get().rows.length === 0) return false;
  const rows = files.map((file, index) => {
    const { rejection, format } = judged[index] ?? { rejection: null, format: null };
    const state = rejection ? ({ phase: 'refused', why: rejection } as const) : ({ phase: 'chosen' } as const);
    return { photoId: crypto.randomUUID(), file, format, state };
  });
  dispatchTray({ type: 'added', rows });
  if (!isOpen) openDialog('tray');
  // The first of them may have waited on the device for a login.
  await savedDraft.discard().catch((error: unknown) => console.error('The draft could not be discarded', error));
  return true;
}
