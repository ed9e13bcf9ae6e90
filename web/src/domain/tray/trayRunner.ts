import { RESTORE_COST } from '@heirlight/contract/limits';
import { copy } from '../../lib/copy';
import { sdkCode } from '../../lib/errorText';
import { whenStore } from '../../lib/store';
import { creditsStore, isSettled } from '../account/creditsStore';
import { photosStore } from '../photos/photosStore';
import { knownUser } from '../session/sessionStore';
import { untyped } from '../upload/checkDraft';
import type { Pictures } from '../upload/pictures';
import { type SentPicture, uploadErrorText } from '../upload/sendDraft';
import { type RowState, rowsIn, type TrayRow, UPLOADS_AT_ONCE } from './trayState';
import { dispatchTray, trayStore } from './trayStore';

/** How a run ended, in photos. */
export interface TrayResult {
  sent: number;
  failed: TrayRow[];
  /** How many were not sent, as there was no restore left for them. */
  unpaid: number;
}

export interface TrayRunnerDeps {
  pictures: Pick<Pictures, 'check' | 'convertForeign' | 'readEmbedded'>;
  /** Sends a picture (sendDraft.ts). */
  send(picture: SentPicture): Promise<void>;
  refetchCredits(): Promise<void>;
  /** Called when nothing is on its way any more, before what was sent leaves the tray. */
  onEnd(result: TrayResult): void;
}

export interface TrayRunner {
  /** Sends what is chosen or has failed: one photo, or all. Returns false if nobody is signed in. */
  start(photoId?: string): Promise<boolean>;
  /** Stops what is being sent, and empties the tray. */
  reset(): void;
}

const balance = () => creditsStore.get().restoresAvailable;

/** Makes what sends the tray's photos, `UPLOADS_AT_ONCE` at a time and in their order. */
export function createTrayRunner({ pictures, send, refetchCredits, onEnd }: TrayRunnerDeps): TrayRunner {
  let abort = new AbortController();
  let running = 0;
  /** Whether photos were left for want of a restore. */
  let isShort = false;
  /** How many restores this run may still use. The balance itself falls some time after an upload. */
  let left = 0;
  let stopCounting = () => {};

  const count = () => {
    let before = balance();
    left = before;
    stopCounting();
    stopCounting = creditsStore.subscribe(() => {
      // What is bought meanwhile can be used.
      left += Math.max(0, balance() - before);
      before = balance();
    });
  };

  /** Returns the photo as it is uploaded, and how many of its pixels in a row are left of each of the file's. */
  const uploadable = async ({ file, format }: TrayRow): Promise<{ file: File; scale: number }> => {
    if (!format) return { file: untyped(file), scale: 1 };
    const converted = await pictures.convertForeign(file, format).catch((error: unknown) => {
      console.error('The photo could not be converted', error);
      return null;
    });
    const problem = converted ? await pictures.check(converted.file) : 'unreadable';
    if (converted && !problem) return converted;
    throw new Error(copy.toasts[problem ?? 'unreadable'].description);
  };

  /** No restore is left: this photo and those behind it stay in the tray. */
  const stop = (photoId: string) => {
    dispatchTray({ type: 'changed', photoId, state: { phase: 'waiting' } });
    dispatchTray({ type: 'stopped' });
    isShort = true;
  };

  /** The rules refuse an upload for which no restore is left. Another device may have used the last one. */
  const isUnpaid = async (error: unknown) => {
    if (sdkCode(error) !== 'storage/unauthorized') return false;
    await refetchCredits();
    return balance() < RESTORE_COST;
  };

  const run = async (row: TrayRow, userId: string, signal: AbortSignal) => {
    const { photoId, toolId } = row;
    const change = (state: RowState) => signal.aborted || dispatchTray({ type: 'changed', photoId, state });
    // The answer to an earlier try was lost.
    const isListed = () => photosStore.get().photos.some(({ id }) => id === photoId);
    try {
      change({ phase: 'preparing' });
      if (!isListed()) {
        if (Math.min(left, balance()) < RESTORE_COST) {
          stop(photoId);
          return;
        }
        left -= RESTORE_COST;
        const embedded = pictures.readEmbedded(row.file).catch((error: unknown) => {
          console.error('What the file says about itself could not be read', error);
          return null;
        });
        const { file, scale } = await uploadable(row);
        signal.throwIfAborted();
        await send({
          ...{ userId, photoId, embedded, signal },
          draft: { file, toolId, scale, prepared: null },
          onProgress: (percent, isUnanswered) => change({ phase: 'uploading', percent, isUnanswered }),
        });
      }
      change({ phase: 'sent' });
    } catch (error) {
      if (signal.aborted) return;
      left += RESTORE_COST;
      if (await isUnpaid(error)) stop(photoId);
      else change({ phase: 'failed', why: uploadErrorText(error) });
    }
  };

  const pump = (userId: string, signal: AbortSignal) => {
    while (running < UPLOADS_AT_ONCE && !signal.aborted) {
      const [next] = rowsIn(trayStore.get(), 'waiting');
      if (!next) break;
      running += 1;
      void run(next, userId, signal).finally(() => {
        if (signal.aborted) return;
        running -= 1;
        pump(userId, signal);
      });
    }
    if (running > 0 || signal.aborted) return;
    const tray = trayStore.get();
    const unpaid = isShort ? rowsIn(tray, 'chosen').length : 0;
    const result = { sent: rowsIn(tray, 'sent').length, failed: rowsIn(tray, 'failed'), unpaid };
    stopCounting();
    onEnd(result);
    dispatchTray({ type: 'ended' });
  };

  return {
    async start(photoId) {
      const { signal } = abort;
      const user = await knownUser();
      if (!user) return false;
      // Right after signing up the balance is not known.
      await whenStore(creditsStore, isSettled);
      if (signal.aborted) return true;
      isShort = false;
      const isRunning = running > 0;
      if (!isRunning) count();
      dispatchTray({ type: 'started', ...(photoId && { photoId }) });
      if (isRunning || rowsIn(trayStore.get(), 'waiting').length > 0) pump(user.id, signal);
      return true;
    },
    reset() {
      abort.abort();
      abort = new AbortController();
      running = 0;
      stopCounting();
      dispatchTray({ type: 'cleared' });
    },
  };
}
