// Why: docs/decisions/2026-11-23-a-draft-waits-on-the-device.md
import type { Label, OwnedStorage } from '../draft/savedForOwner';
import type { SavedRow } from './trayState';

/** The list of a tray's rows, written after their files: it names nothing that is not stored. */
interface Index {
  label: Label;
  rows: (Omit<SavedRow, 'file'> & Pick<File, 'name' | 'type' | 'lastModified'>)[];
}

const INDEX = '/rows';
const fileOf = (photoId: string) => `/${photoId}`;

/** Returns a tray's place in this device's Cache Storage: an entry for each file, which is written once, and one for the list. */
export function trayStorage(name: string): OwnedStorage<readonly SavedRow[]> {
  const stored = new Set<string>();
  return {
    /** @throws DOMException QuotaExceededError if the device has no room for all of them. Those that fit are stored. */
    async write(rows, label) {
      const cache = await caches.open(name);
      let failure: unknown = null;
      for (const { photoId, file } of rows) {
        if (stored.has(photoId)) continue;
        try {
          await cache.put(fileOf(photoId), new Response(file));
          stored.add(photoId);
        } catch (error) {
          failure = error;
        }
      }
      const listed = rows
        .filter(({ photoId }) => stored.has(photoId))
        .map(({ file: { name, type, lastModified }, ...row }) => ({ ...row, name, type, lastModified }));
      await cache.put(INDEX, new Response(JSON.stringify({ label, rows: listed } satisfies Index)));
      const wanted = new Set(rows.map(({ photoId }) => photoId));
      for (const photoId of stored) {
        if (wanted.has(photoId)) continue;
        await cache.delete(fileOf(photoId));
        stored.delete(photoId);
      }
      if (failure) throw failure;
    },

    async read() {
      if (!(await caches.has(name))) return null;
      const cache = await caches.open(name);
      const index = (await (await cache.match(INDEX))?.json()) as Index | undefined;
      if (!index) return null;
      const rows: SavedRow[] = [];
      for (const { name, type, lastModified, ...row } of index.rows) {
        const blob = await (await cache.match(fileOf(row.photoId)))?.blob();
        if (!blob) continue;
        stored.add(row.photoId);
        rows.push({ ...row, file: new File([blob], name, { type, lastModified }) });
      }
      return { content: rows, label: index.label };
    },

    async delete() {
      stored.clear();
      await caches.delete(name);
    },
  };
}
