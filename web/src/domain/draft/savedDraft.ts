import type { Draft } from './draft';
import { CACHE, deleteStoredDraft, readStoredDraft, storeLabelledDraft } from './draftStorage';
import { createSavedForOwner, type OwnedStorage, type OwnerDeps, openTabs, thisTab } from './savedForOwner';

/** A draft that nobody came back for is discarded after a day. */
export const SAVED_FOR_MS = 24 * 60 * 60_000;

/** The draft that is saved on this device, with those that wait behind it. */
export function createSavedDraft(deps: Omit<OwnerDeps<Draft>, 'keptForMs'>) {
  const saved = createSavedForOwner<Draft>({ ...deps, keptForMs: SAVED_FOR_MS });
  return {
    ...saved,
    /** Returns the files that were handed to this page while it opened, which saves a single one as its own. */
    async adopt(): Promise<File[]> {
      // What adds several to the page saves them again, if they are to wait.
      const handed = await saved.adopt(({ others = [] }) => others.length === 0);
      return handed ? [handed.file, ...(handed.others ?? [])] : [];
    },
  };
}

export type SavedDraft = ReturnType<typeof createSavedDraft>;

/** Where a browser refuses storage, the draft lasts as long as the page. */
function deviceStorage(): OwnedStorage<Draft> {
  let inMemory: Awaited<ReturnType<typeof readStoredDraft>> = null;
  return {
    async write(content, label) {
      inMemory = null;
      await storeLabelledDraft(content, label).catch((error: unknown) => {
        console.error('The draft lasts as long as the page only', error);
        inMemory = { content, label };
      });
    },
    read: () =>
      readStoredDraft().then(
        (found) => found ?? inMemory,
        () => inMemory,
      ),
    async delete() {
      inMemory = null;
      await deleteStoredDraft().catch(() => undefined);
    },
  };
}

/** This page's. */
export const savedDraft = createSavedDraft({
  ...{ storage: deviceStorage(), tab: thisTab, now: Date.now },
  // As in tabs that run an earlier build.
  tabs: openTabs(CACHE),
});
