import { askWorker } from '../prepare/askWorker';
import { dispatchTray, trayStore } from './trayStore';

/** Returns a small JPEG of a picture, made in a worker, or null if the browser cannot. */
async function makeThumbnail(file: Blob): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const start = () => new Worker(new URL('./thumbnailWorker.ts', import.meta.url), { type: 'module' });
  return askWorker<Blob>(start, file);
}

/**
 * Makes the small pictures of the tray's photos, one after the other so that one full-size picture is in memory at a
 * time, until the returned function is called.
 */
export function followThumbnails(make: (file: File) => Promise<Blob | null> = makeThumbnail): () => void {
  let isMaking = false;
  const makeNext = async () => {
    if (isMaking) return;
    const next = trayStore
      .get()
      .rows.find(({ thumbnailUrl, state }) => thumbnailUrl === undefined && state.phase !== 'refused');
    if (!next) return;
    isMaking = true;
    const { photoId, file } = next;
    const small = await make(file).catch(() => null);
    isMaking = false;
    const isThere = trayStore.get().rows.some((row) => row.photoId === photoId);
    if (isThere) dispatchTray({ type: 'thumbnailMade', photoId, thumbnailUrl: small && URL.createObjectURL(small) });
    else void makeNext();
  };
  const stop = trayStore.subscribe(() => void makeNext());
  void makeNext();
  return stop;
}
