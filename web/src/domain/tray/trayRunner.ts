import { RESTORE_COST } from '@heirlight/contract/limits';
import { copy } from '../../copy/copy';
import { uploadCopy } from '../../copy/uploadCopy';
import { sdkCode } from '../../lib/errorText';
import { whenStore } from '../../lib/store';
import { creditsStore, isSettled } from '../account/creditsStore';
import { photosStore } from '../photos/photosStore';
import { sentSetStore, setSentSet } from '../photos/sentSet';
import { DecoderLost } from '../prepare/decoderCode';
import { knownUser } from '../session/sessionStore';
import { untyped } from '../upload/checkDraft';
import { embeddedIn } from '../upload/embeddedIn';
import type { Pictures } from '../upload/pictures';
import { type SentPicture, uploadErrorText } from '../upload/sendDraft';
import { isTraySending, type RowState, rowsIn, type TrayRow, UPLOADS_AT_ONCE } from './trayState';
import { dispatchTray, trayStore } from './trayStore';

/** How a run ended, in photos. */
export interface TrayResult {
  sent: number;
  failed: TrayRow[];
  /** How many were not sent, as there was no restore left for them. */
  unpaid: number;
}

export interface TrayRunnerDeps {
  pictures: Pick<Pictures, 'check' | 'convert' | 'convertForeign' | 'readEmbedded'>;
  /** Sends a picture (sendDraft.ts). */
  send(picture: SentPicture): Promise<void>;
  refetchCredits(): Promise<void>;
  /** Called when nothing is on its way any more, before what was sent leaves the tray. */
  onEnd(result: TrayResult): void;
}

export interface TrayRunner {
  /** Sends what is chosen or has failed: one photo, or all. Returns false if nobody is signed in. */
  start(photoId?: string): Promise<boolean>;
  /** Stops until it goes on: an upload is not begun anew. */
  pause(isPaused: boolean): void;
  /** Takes one photo, or all, out of the tray. What is left of an upload is not sent; what is sent whole stays. */
  remove(photoId?: string): void;
  /** Stops what is being sent, and empties the tray: whoever chose the photos has left. */
  reset(): void;
}

const balance = () => creditsStore.get().restoresAvailable;

/** For an upload, which stops at it and goes on. */
const paused = { get: () => trayStore.get().isPaused, subscribe: trayStore.subscribe };

/** Makes what sends the tray's photos, `UPLOADS_AT_ONCE` at a time and in their order. */
export function createTrayRunner({ pictures, send, refetchCredits, onEnd }: TrayRunnerDeps): TrayRunner {
  let abort = new AbortController();
  /** Each photo that is on its way, and what stops it. */
  const running = new Map<string, AbortController>();
  /** Whether a run has begun that has not ended. */
  let isActive = false;
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
  const uploadable = async ({ file, format, edit }: TrayRow): Promise<Omit<SentPicture['draft'], 'toolId'>> => {
    if (!format) {
      const prepared = edit ? { edit, ...(await pictures.convert(file, edit)) } : null;
      return { file: untyped(file), scale: 1, prepared };
    }
    const converted = await pictures.convertForeign(file, format).catch((error: unknown) => {
      console.error('The photo could not be converted', error);
      throw new Error(error instanceof DecoderLost ? uploadCopy.interrupted : copy.toasts.unreadable.description);
    });
    const problem = await pictures.check(converted.file);
    if (problem) throw new Error(copy.toasts[problem].description);
    return { ...converted, prepared: null };
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
        const embedded = embeddedIn(pictures, row.file);
        const draft = { ...(await uploadable(row)), toolId };
        signal.throwIfAborted();
        // One that was on its way before a reload is in it.
        setSentSet([...new Set([...sentSetStore.get(), photoId])]);
        await send({
          ...{ userId, photoId, embedded, signal, paused },
          draft,
          onProgress: (percent, isUnanswered) => change({ phase: 'uploading', percent, isUnanswered }),
        });
      }
      change({ phase: 'sent' });
    } catch (error) {
      left += RESTORE_COST;
      setSentSet(sentSetStore.get().filter((id) => id !== photoId));
      if (signal.aborted) return;
      if (await isUnpaid(error)) stop(photoId);
      else change({ phase: 'failed', why: uploadErrorText(error) });
    }
  };

  const pump = (userId: string, signal: AbortSignal) => {
    while (running.size < UPLOADS_AT_ONCE && !signal.aborted && !paused.get()) {
      const [next] = rowsIn(trayStore.get(), 'waiting');
      if (!next) break;
      const own = new AbortController();
      running.set(next.photoId, own);
      void run(next, userId, own.signal).finally(() => {
        if (signal.aborted) return;
        running.delete(next.photoId);
        pump(userId, signal);
      });
    }
    if (!isActive || running.size > 0 || signal.aborted || isTraySending(trayStore.get())) return;
    isActive = false;
    const tray = trayStore.get();
    const unpaid = isShort ? rowsIn(tray, 'chosen').length : 0;
    const result = { sent: rowsIn(tray, 'sent').length, failed: rowsIn(tray, 'failed'), unpaid };
    stopCounting();
    onEnd(result);
    dispatchTray({ type: 'ended' });
  };

  /** Begins what waits, for whoever has started. */
  let goOn = () => {};

  return {
    async start(photoId) {
      const { signal } = abort;
      const user = await knownUser();
      if (!user) return false;
      // Right after signing up the balance is not known.
      await whenStore(creditsStore, isSettled);
      if (signal.aborted) return true;
      isShort = false;
      if (!isActive) count();
      dispatchTray({ type: 'started', ...(photoId && { photoId }) });
      isActive = isTraySending(trayStore.get());
      goOn = () => pump(user.id, signal);
      goOn();
      return true;
    },
    pause(isPaused) {
      dispatchTray({ type: 'paused', isPaused });
      goOn();
    },
    remove(photoId) {
      dispatchTray({ type: 'removed', ...(photoId && { photoId }) });
      const left = new Set(trayStore.get().rows.map((row) => row.photoId));
      for (const [id, own] of running) if (!left.has(id)) own.abort();
      goOn();
    },
    reset() {
      abort.abort();
      abort = new AbortController();
      for (const own of running.values()) own.abort();
      running.clear();
      isActive = false;
      stopCounting();
      dispatchTray({ type: 'cleared' });
    },
  };
}
