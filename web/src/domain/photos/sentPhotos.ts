import { POLL_WINDOW_MS } from '@heirlight/contract/limits';
import type { ToolId } from '@heirlight/contract/tools';
import { serverNow } from '../../lib/serverClock';
import { dropSent, type Feed } from './feed';
import { type Photo, photosStore } from './photosStore';

/** A photo that is on the server now, as it was sent. */
export interface SentPhoto {
  id: string;
  tool: ToolId;
  jpeg: Blob;
}

/**
 * Shows a photo as it was sent, until a list has it, or for as long as polling goes on.
 *
 * @param current returns the feed that is followed now
 */
export async function showSentPhoto({ id, tool, jpeg }: SentPhoto, current: () => Feed | null): Promise<void> {
  const target = current();
  const { toPhotos } = await import('../firebase/photoDocument');
  if (!target || target !== current() || photosStore.get().photos.some((photo) => photo.id === id)) return;
  const created_at = { toDate: () => new Date(serverNow()) };
  const original_url = URL.createObjectURL(jpeg);
  const data = {
    id,
    user_id: target.userId,
    original_url,
    original_path: '',
    status: 'processing',
    created_at,
    tool,
  };
  target.sent = [...toPhotos([{ id, ref: { path: original_url }, data: () => data }]), ...target.sent];
  const list = photosStore.get();
  photosStore.set({ ...list, photos: [...target.sent.slice(0, 1), ...list.photos] });
  setTimeout(() => {
    dropSent(target, (photo) => photo.id === id);
    const later = photosStore.get();
    const isLost = ({ original_url: url }: Photo) => url === original_url;
    if (target === current()) photosStore.set({ ...later, photos: later.photos.filter((photo) => !isLost(photo)) });
  }, POLL_WINDOW_MS);
}
