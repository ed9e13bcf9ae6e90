import { readStored, writeStored } from '../../lib/browserStorage';
import { notTooLong } from '../../lib/firstPicture';
import { whenStore } from '../../lib/store';
import { dialogStore, mountDialog, openDialog } from '../dialogs/dialogs';
import { readStoredDraft } from '../draft/draftStorage';
import { createSavedForOwner, type Labelled, type OwnedStorage, openTabs, thisTab } from '../draft/savedForOwner';
import { photosStore } from '../photos/photosStore';
import { sentSetStore, setSentSet } from '../photos/sentSet';
import { wasSessionLost } from '../session/sessionHint';
import { knownUser, type SessionUser, signedInUser } from '../session/sessionStore';
import { SAVED_TRAY } from './savedTrayName';
import { isTraySending, rowsIn, type SavedRow, type Tray } from './trayState';
import { trayStorage } from './trayStorage';
import { dispatchTray, trayStore } from './trayStore';

/** A tray that nobody came back for is discarded after a week. */
export const TRAY_SAVED_FOR_MS = 7 * 24 * 60 * 60_000;

/** The saved trays of this device. Each page has its own, or goes on with one that a closed page has left. */
export interface SavedTrays {
  names(): Promise<string[]>;
  of(
    name: string,
  ): Pick<ReturnType<typeof createSavedForOwner<readonly SavedRow[]>>, 'save' | 'discard' | 'release' | 'claimFor'>;
  read(name: string): ReturnType<OwnedStorage<readonly SavedRow[]>['read']>;
  /** What the upload dialog keeps beside them. */
  draft: typeof readStoredDraft;
}

const onDevice: SavedTrays = {
  names: async () => (await caches.keys()).filter((name) => name.startsWith(SAVED_TRAY)),
  of: (name) =>
    createSavedForOwner({
      ...{ storage: trayStorage(name), tabs: openTabs(name), tab: thisTab, now: Date.now },
      keptForMs: TRAY_SAVED_FOR_MS,
    }),
  read: (name) => trayStorage(name).read(),
  draft: readStoredDraft,
};

/** Whether its user was asked what shall become of it: the name of the tray that was shown at the start of a visit. */
const SHOWN = 'tray-shown';

/** What is to be sent yet. */
const unsent = (tray: Tray): SavedRow[] =>
  rowsIn(tray, 'chosen', 'waiting', 'preparing', 'uploading', 'failed').map(
    ({ photoId, file, format, toolId, edit = null }): SavedRow => ({ photoId, file, format, toolId, edit }),
  );

/** Makes what saves the page's tray on this device, and brings back one of an earlier visit. */
export function createSavedTray(trays: SavedTrays = onDevice) {
  const newName = () => SAVED_TRAY + crypto.randomUUID();
  let name = newName();
  let saved = trays.of(name);

  const claimFor = async (user: SessionUser | null): Promise<readonly SavedRow[]> => {
    let mine: readonly SavedRow[] = [];
    for (const other of await trays.names()) {
      // One at a time. The others wait for the next visit, and somebody else's are discarded.
      if (user && mine.length > 0) break;
      const tray = other === name ? saved : trays.of(other);
      const rows = await tray.claimFor(user);
      if (!rows || rows.length === 0) continue;
      [name, saved, mine] = [other, tray, rows];
    }
    return mine;
  };

  const feedIsReady = () => whenStore(photosStore, ({ status }) => status === 'ready');
  /** Those whose upload had arrived when the page was closed are not sent again. */
  const forgetListed = () => {
    const listed = new Set(photosStore.get().photos.map(({ id }) => id));
    for (const { photoId, state } of trayStore.get().rows) {
      if (state.phase === 'chosen' && listed.has(photoId)) dispatchTray({ type: 'removed', photoId });
    }
  };

  return {
    /**
     * Brings back the tray that this user has left on this device, and opens it once; after that its bar shows that it
     * waits. Discards the trays of others; with null, of whoever has logged out.
     */
    async resumeFor(user: SessionUser | null): Promise<void> {
      if (!user) setSentSet([]);
      // The tray tells how they end.
      else if (sentSetStore.get().length > 0) mountDialog('tray');
      // Its own tray comes first. What waits on the device waits for the next visit.
      if (user && trayStore.get().rows.length > 0) return;
      const rows = await claimFor(user);
      const isGone = () => signedInUser()?.id !== user?.id;
      if (!user || rows.length === 0 || isGone()) return;
      dispatchTray({ type: 'resumed', rows });
      const whenReady = feedIsReady().then(forgetListed);
      await notTooLong(whenReady);
      if (isGone()) dispatchTray({ type: 'cleared' });
      else if (trayStore.get().rows.length === 0) await saved.discard();
      if (trayStore.get().rows.length === 0) return;
      const wasShown = readStored('localStorage', SHOWN) === name;
      writeStored('localStorage', SHOWN, name);
      if (wasShown || dialogStore.get().open !== null) mountDialog('tray');
      else openDialog('tray');
    },

    /** Where a session has ended without a logout, its tray waits for the next one, and the page begins another. */
    leaveLost(): void {
      if (!wasSessionLost()) return;
      saved.release();
      name = newName();
      saved = trays.of(name);
    },

    /** How many photos a logout would take from this user beside the page's tray: in other windows, or not read yet. */
    async countElsewhere(): Promise<number> {
      const user = await knownUser();
      if (!user) return 0;
      const isTheirs = (found: Partial<Labelled<unknown>> | null) => found?.label?.userId === user.id;
      const others = (await trays.names()).filter((other) => other !== name);
      const saved = await Promise.all(others.map(trays.read));
      const draft = await trays.draft();
      const inTrays = saved.reduce((sum, found) => sum + (found && isTheirs(found) ? found.content.length : 0), 0);
      return inTrays + (draft && isTheirs(draft) ? 1 + (draft.content.others ?? []).length : 0);
    },

    /** Saves the tray whenever it changes, until the returned function is called. */
    follow(): () => void {
      let before = '[]';
      let count = 0;
      const save = async (tray: Tray) => {
        const rows = unsent(tray);
        const now = JSON.stringify(rows.map(({ file, ...row }) => row));
        // Whoever has begun to send, or adds photos, wants to hear of it at the next visit.
        const hasMore = rows.length > count && !tray.isResumed;
        count = rows.length;
        if (isTraySending(tray) || hasMore) writeStored('localStorage', SHOWN, null);
        if (now === before) return;
        before = now;
        try {
          const userId = (await knownUser())?.id;
          await (rows.length > 0 ? saved.save(rows, userId) : saved.discard());
        } catch (error) {
          console.error('The tray lasts as long as the page only', error);
          dispatchTray({ type: 'notSaved' });
        }
      };
      const stop = trayStore.subscribe(() => void save(trayStore.get()));
      void save(trayStore.get());
      return stop;
    },
  };
}

/** This page's. */
export const savedTray = createSavedTray();
