import type { ToolId } from '@heirlight/contract/tools';
import { createStore } from '../../lib/store';

/**
 * A photo that was chosen and is not sent yet. Its name is its file's. A draft is queued, pending, open in the upload
 * dialog, and then being sent; there is a store for each of these states. On the device it is saved by savedDraft.ts.
 */
export interface Draft {
  file: File;
  /** The tool that was chosen for it; none yet while the dialog has not shown it. */
  toolId?: ToolId | undefined;
  /** Chosen together with it, and to be saved with it. */
  others?: readonly File[] | undefined;
}

/** What the upload dialog shows. */
export interface OpenDraft extends Draft {
  toolId: ToolId;
  isSending: boolean;
}

/** Chosen together with another, or while another is open. As long as the page, in their order; saved with an open one. */
export const queuedDraftsStore = createStore<readonly Draft[]>([]);

/** For the upload dialog, until it opens it or nobody wants it any more. The login dialog shows that it waits. */
export const pendingDraftStore = createStore<Draft | null>(null);

/** In the upload dialog. A reload of the page would lose it. */
export const openDraftStore = createStore<OpenDraft | null>(null);

/** Whether photos of the tray are on their way. Apart from the tray, which few visits download. */
export const traySendingStore = createStore(false);
/** How many photos of the tray are not sent, and lost to whoever logs out. */
export const trayUnsentStore = createStore(0);

export function queueDrafts(files: readonly File[]): void {
  if (files.length > 0) queuedDraftsStore.set([...queuedDraftsStore.get(), ...files.map((file) => ({ file }))]);
}

/** Takes the next draft out of the queue. */
export function dequeueDraft(): Draft | undefined {
  const [next, ...rest] = queuedDraftsStore.get();
  if (next) queuedDraftsStore.set(rest);
  return next;
}

export const clearQueue = (): void => queuedDraftsStore.set([]);
